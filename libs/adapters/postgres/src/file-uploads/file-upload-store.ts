import type { ListPosition, Page, Rows } from '@solano/domain/kernel';
import type { AuditEntry, FileUpload, FileUploadStore, UploadFilter } from '@solano/domain/service';
import { NO_ROWS, pages, uploadPosition } from '../database/pages.ts';
import { PrismaStore } from '../database/prisma-store.ts';
import { isStorable, isUuid } from '../database/values.ts';
import type { Prisma, FileUpload as UploadRow } from '../generated/prisma/client.ts';
import { portfolioKey } from '../measurements/series-key.ts';

export class PostgresFileUploadStore extends PrismaStore implements FileUploadStore {
  async withDigest(customerId: string, digest: string): Promise<FileUpload | undefined> {
    if (!isUuid(customerId) || !isStorable(digest)) return undefined;
    return this.#find({ customerId, digest, takenBackAt: null });
  }

  list(customerId: string, filter: UploadFilter, page: Page): Rows<FileUpload> {
    const where = rowsOf(customerId, filter);
    if (!where) return pages(page, NO_ROWS);
    const orderBy = [{ uploadedAt: 'desc' as const }, { id: 'desc' as const }];
    return pages<FileUpload>(page, {
      rows: async ({ limit: take, offset: skip, after, upTo }) => {
        const AND = [after ? olderThan(after) : {}, upTo ? { NOT: olderThan(upTo) } : {}];
        const args = { where: { ...where, AND }, take, skip, orderBy };
        const found = await this.prisma(({ fileUpload }) => fileUpload.findMany(args));
        return found.map(toUpload);
      },
      position: uploadPosition,
    });
  }

  async count(customerId: string, filter: UploadFilter): Promise<number> {
    const where = rowsOf(customerId, filter);
    if (!where) return 0;
    return this.prisma(({ fileUpload }) => fileUpload.count({ where }));
  }

  async get(customerId: string, filter: UploadFilter, id: string): Promise<FileUpload | undefined> {
    const where = rowsOf(customerId, filter);
    return where && isUuid(id) ? this.#find({ ...where, id }) : undefined;
  }

  async #find(where: Prisma.FileUploadWhereInput): Promise<FileUpload | undefined> {
    const found = await this.prisma(({ fileUpload }) => fileUpload.findFirst({ where }));
    return found ? toUpload(found) : undefined;
  }

  async takeBack(
    customerId: string,
    filter: UploadFilter,
    id: string,
    entry: AuditEntry,
  ): Promise<boolean> {
    const where = rowsOf(customerId, filter);
    if (!where || !isUuid(id)) return false;
    return this.changeAudited(entry, async ({ fileUpload, measuredSeries }) => {
      const data = { takenBackAt: entry.at };
      const taken = await fileUpload.updateMany({ where: { ...where, id }, data });
      if (taken.count === 0) return taken;
      // An upload names its series as they were called: all that it may have brought have changed.
      const series = seriesOf(customerId, filter);
      if (series) {
        await measuredSeries.updateMany({ where: series, data: { revision: { increment: 1 } } });
      }
      return taken;
    });
  }
}

function olderThan({ key, id }: ListPosition): Prisma.FileUploadWhereInput {
  return { OR: [{ uploadedAt: { lt: key } }, { uploadedAt: key, id: { lt: id } }] };
}

/** The series of measured energy; undefined of executed trades. */
function seriesOf(
  customerId: string,
  filter: UploadFilter,
): Prisma.MeasuredSeriesWhereInput | undefined {
  if (filter.kind === 'production') return { customerId, plantId: { not: null } };
  return filter.kind === 'trades' ? undefined : { customerId, portfolio: portfolioKey(filter) };
}

/** Undefined where there can be none. */
function rowsOf(customerId: string, filter: UploadFilter): Prisma.FileUploadWhereInput | undefined {
  const {
    kind,
    user = null,
    retailer = null,
  } = { user: undefined, retailer: undefined, ...filter };
  if (!isUuid(customerId) || !isStorable(`${user}${retailer}`)) return undefined;
  return { customerId, kind, user, retailer, takenBackAt: null };
}

function toUpload(row: UploadRow): FileUpload {
  const { id, customerId, kind, user, retailer, fileName, digest, rows, series, uploadedAt } = row;
  return {
    id,
    customerId,
    kind: kind as FileUpload['kind'],
    portfolio: user === null || retailer === null ? undefined : { user, retailer },
    fileName,
    key: row.objectKey,
    digest,
    rows,
    series,
    from: row.fromAt,
    to: row.toAt,
    uploadedAt,
    by: row.uploadedBy,
  };
}
