import type {
  AuditEntry,
  AvailabilityType,
  OutageUpload,
  OutageUploadStore,
  OutageWindow,
  Unavailability,
  UploadUndone,
} from '@solano/domain';
import { MAX_UPLOAD_CONFLICTS } from '@solano/domain';
import { writeAudit } from '../audit/write-audit.ts';
import { LOCK_CUSTOMER } from '../customers/customer-statements.ts';
import type { PostgresDatabase } from '../database/database.ts';
import { isStorable, isUuid, readUtcInstant } from '../database/values.ts';
import { batchesOf, plantUnknown, rowOf } from './unavailability-store.ts';
import * as sql from './upload-statements.ts';

export class PostgresOutageUploadStore implements OutageUploadStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async withDigest(customerId: string, digest: string): Promise<OutageUpload | undefined> {
    if (!isUuid(customerId) || !isStorable(digest)) return undefined;
    const [found] = await this.#database.run(sql.WITH_DIGEST, [customerId, digest]);
    return found;
  }

  async record(
    upload: OutageUpload,
    records: Iterable<Unavailability>,
    window: OutageWindow | undefined,
    entry: AuditEntry,
  ): Promise<OutageUpload> {
    const { customerId, id, digest } = upload;
    if (!isUuid(customerId)) plantUnknown();
    return this.#database.transaction(async (run) => {
      // Keeps two uploads of the same rows, or of one file, apart.
      await run(LOCK_CUSTOMER, [customerId]);
      const added = await run(sql.ADD_UPLOAD, valuesOf(upload));
      if (added.length === 0) {
        const [first] = await run(sql.WITH_DIGEST, [customerId, digest]);
        return first ?? plantUnknown();
      }
      for (const batch of batchesOf(records)) {
        const rows = JSON.stringify(batch.map(rowOf));
        const [brought] = await run(sql.BRING, [customerId, rows, id]);
        if (brought?.count !== batch.length) plantUnknown();
      }
      if (window) await run(sql.CLEAR_WINDOW, [id, window.from, window.to]);
      await writeAudit(run, entry);
      return upload;
    });
  }

  async list(customerId: string): Promise<OutageUpload[]> {
    if (!isUuid(customerId)) return [];
    return this.#database.run(sql.LIST_UPLOADS, [customerId]);
  }

  async get(customerId: string, id: string): Promise<OutageUpload | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    const [found] = await this.#database.run(sql.GET_UPLOAD, [customerId, id]);
    return found;
  }

  async undo(
    customerId: string,
    id: string,
    force: boolean,
    entry: AuditEntry,
  ): Promise<UploadUndone | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    return this.#database.transaction(async (run) => {
      await run(LOCK_CUSTOMER, [customerId]);
      const [upload] = await run(sql.GET_UPLOAD, [customerId, id]);
      if (!upload) return undefined;
      const found = await run(sql.CONFLICTS, [id, MAX_UPLOAD_CONFLICTS]);
      const conflicts = found.map((row) => ({
        ...row,
        availabilityType: row.availabilityType as AvailabilityType,
        start: readUtcInstant(row.start),
        end: readUtcInstant(row.end),
      }));
      if (conflicts.length > 0 && !force) return { isUndone: false, conflicts };
      await run(sql.UNDO, [id]);
      await writeAudit(run, entry);
      return { isUndone: true, conflicts };
    });
  }
}

function valuesOf(upload: OutageUpload) {
  const { customerId, id, fileName, key, digest, mode, rows, plants, uploadedAt, by } = upload;
  return [customerId, id, fileName, key, digest, mode, rows, [...plants], uploadedAt, by];
}
