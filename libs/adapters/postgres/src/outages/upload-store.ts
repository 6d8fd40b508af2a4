import {
  type AvailabilityType,
  MAX_UPLOAD_CONFLICTS,
  type OutageUpload,
  type OutageUploadStore,
  type OutageWindow,
  type Unavailability,
  type UploadMode,
  type UploadUndone,
} from '@solano/domain/assets';
import type { Page } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { LOCK_CUSTOMER } from '../customers/customer-statements.ts';
import { listIds } from '../database/id-statements.ts';
import { NOTHING, pages } from '../database/pages.ts';
import { PostgresStore } from '../database/store.ts';
import { isStorable, isUuid, readUtcInstant } from '../database/values.ts';
import type { OutageUpload as OutageUploadRow, Prisma } from '../generated/prisma/client.ts';
import { plantUnknown, replaceRows } from '../unavailabilities/unavailability-store.ts';
import * as sql from './upload-statements.ts';

export class PostgresOutageUploadStore extends PostgresStore implements OutageUploadStore {
  async withDigest(customerId: string, digest: string): Promise<OutageUpload | undefined> {
    if (!isUuid(customerId) || !isStorable(digest)) return undefined;
    return this.#find({ customerId, digest });
  }

  async record(
    upload: OutageUpload,
    records: Iterable<Unavailability>,
    window: OutageWindow | undefined,
    entry: AuditEntry,
  ): Promise<OutageUpload> {
    const { customerId, id, digest } = upload;
    if (!isUuid(customerId)) plantUnknown();
    return this.database.transaction(async (run, prisma) => {
      // Keeps two uploads of the same rows, or of one file, apart.
      if ((await run(LOCK_CUSTOMER, [customerId])).length === 0) plantUnknown();
      const where = { customerId, digest };
      const first = await prisma(({ outageUpload }) => outageUpload.findFirst({ where }));
      if (first) return toUpload(first);
      await prisma(({ outageUpload }) => outageUpload.create({ data: toRow(upload) }));
      await replaceRows(run, customerId, records, id);
      if (window) await run(sql.CLEAR_WINDOW, [id, window.from, window.to]);
      await writeAudit(run, entry);
      return upload;
    });
  }

  list(customerId: string, page: Page): AsyncGenerator<OutageUpload> {
    if (!isUuid(customerId)) return pages(page, NOTHING);
    const fetch = async (
      part: Pick<Prisma.OutageUploadFindManyArgs, 'where' | 'take' | 'skip'>,
    ) => {
      const found = await this.database.prisma(({ outageUpload }) =>
        outageUpload.findMany({ ...part, orderBy: [{ uploadedAt: 'desc' }, { id: 'desc' }] }),
      );
      return found.map(toUpload);
    };
    return pages(page, {
      rows: (take, skip) => fetch({ where: { customerId }, take, skip }),
      ids: (limit, offset) =>
        this.database.run(...listIds('uploads', customerId, { limit, offset })),
      byIds: (ids) => fetch({ where: { customerId, id: { in: [...ids] } } }),
    });
  }

  async count(customerId: string): Promise<number> {
    if (!isUuid(customerId)) return 0;
    const where = { customerId };
    return this.database.prisma(({ outageUpload }) => outageUpload.count({ where }));
  }

  async get(customerId: string, id: string): Promise<OutageUpload | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    return this.#find({ customerId, id });
  }

  async #find(where: { customerId: string; id?: string; digest?: string }) {
    const found = await this.database.prisma(({ outageUpload }) =>
      outageUpload.findFirst({ where }),
    );
    return found ? toUpload(found) : undefined;
  }

  async undo(
    customerId: string,
    id: string,
    force: boolean,
    entry: AuditEntry,
  ): Promise<UploadUndone | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    const where = { customerId, id };
    return this.database.transaction(async (run, prisma) => {
      await run(LOCK_CUSTOMER, [customerId]);
      const count = await prisma(({ outageUpload }) => outageUpload.count({ where }));
      if (count === 0) return undefined;
      const found = await run(sql.UNDO, [id, force, MAX_UPLOAD_CONFLICTS]);
      const conflicts = found.map((row) => ({
        ...row,
        availabilityType: row.availabilityType as AvailabilityType,
        start: readUtcInstant(row.start),
        end: readUtcInstant(row.end),
      }));
      const isUndone = force || conflicts.length === 0;
      if (isUndone) await writeAudit(run, entry);
      return { isUndone, conflicts };
    });
  }
}

function toUpload({
  objectKey: key,
  plantNames: plants,
  uploadedBy: by,
  mode,
  ...row
}: OutageUploadRow): OutageUpload {
  return { ...row, key, plants, by, mode: mode as UploadMode };
}

function toRow({ key, plants, by, ...upload }: OutageUpload): OutageUploadRow {
  return { ...upload, objectKey: key, plantNames: [...plants], uploadedBy: by };
}
