import {
  type AvailabilityType,
  MAX_UPLOAD_CONFLICTS,
  type OutageUpload,
  type OutageUploadStore,
  type OutageWindow,
  type Unavailability,
  type UploadConflict,
  type UploadMode,
} from '@solano/domain/assets';
import type { Page, Rows } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { LOCK_CUSTOMER } from '../customers/customer-statements.ts';
import { countOf, type Listing, NO_ROWS, pages, uploadPosition } from '../database/pages.ts';
import { insertRows, selectRows } from '../database/row-statements.ts';
import { StatementStore } from '../database/statement-store.ts';
import { isStorable, isUuid, readUtcInstant, timestamp } from '../database/values.ts';
import type { OutageUpload as OutageUploadRow } from '../generated/prisma/browser.ts';
import { CHANGED_AT } from '../unavailabilities/unavailability-statements.ts';
import { plantUnknown, replaceRows } from '../unavailabilities/unavailability-store.ts';
import * as sql from './upload-statements.ts';

export class PostgresOutageUploadStore extends StatementStore implements OutageUploadStore {
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
    return this.database.transaction(async (run) => {
      // Keeps two uploads of the same rows, or of one file, apart.
      if ((await run(LOCK_CUSTOMER, [customerId])).length === 0) plantUnknown();
      const [first] = await run(...selectRows(sql.UPLOADS, { customerId, digest }));
      if (first) return toUpload(first);
      await run(...insertRows(sql.UPLOADS, [toRow(upload)]));
      await run(CHANGED_AT, [timestamp(entry.at)]);
      await replaceRows(run, customerId, records, id);
      if (window) await run(sql.CLEAR_WINDOW, [id, window.from, window.to]);
      await writeAudit(run, entry);
      return upload;
    });
  }

  list(customerId: string, page: Page): Rows<OutageUpload> {
    if (!isUuid(customerId)) return pages(page, NO_ROWS);
    const { database } = this;
    const listing: Listing<OutageUpload> = {
      rows: async ({ after, upTo, ...part }, run = database.run) => {
        const selection = { orderBy: 'uploaded_at DESC, id DESC', page: part, after, upTo };
        return (await run(...selectRows(sql.UPLOADS, { customerId }, selection))).map(toUpload);
      },
      position: uploadPosition,
    };
    return pages(page, listing, () => database.snapshot());
  }

  async count(customerId: string): Promise<number> {
    if (!isUuid(customerId)) return 0;
    return countOf(this.database.run, customerId, 'outage_uploads');
  }

  async get(customerId: string, id: string): Promise<OutageUpload | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    return this.#find({ customerId, id });
  }

  async #find(where: { customerId: string; id?: string; digest?: string }) {
    const [found] = await this.database.run(...selectRows(sql.UPLOADS, where));
    return found && toUpload(found);
  }

  async takeBack(
    customerId: string,
    id: string,
    entry: AuditEntry,
    force: boolean,
  ): Promise<readonly UploadConflict[] | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    return this.database.transaction(async (run) => {
      await run(LOCK_CUSTOMER, [customerId]);
      const [upload] = await run(...selectRows(sql.UPLOADS, { customerId, id }));
      if (!upload) return undefined;
      const at = timestamp(entry.at);
      await run(CHANGED_AT, [at]);
      const found = await run(sql.TAKE_BACK, [id, force, MAX_UPLOAD_CONFLICTS, at]);
      const conflicts = found.map((row) => ({
        ...row,
        availabilityType: row.availabilityType as AvailabilityType,
        start: readUtcInstant(row.start),
        end: readUtcInstant(row.end),
      }));
      if (!force && conflicts.length > 0) return conflicts;
      await writeAudit(run, entry);
      return [];
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
