import type { Page, Rows } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { Unavailability } from '../unavailabilities/unavailability.ts';
import type { OutageWindow } from './dialect-reading.ts';

export const UPLOAD_MODES = ['add', 'replace'] as const;
export type UploadMode = (typeof UPLOAD_MODES)[number];

/** A file of unavailabilities that was recorded. */
export interface OutageUpload {
  readonly id: string;
  readonly customerId: string;
  readonly fileName: string;
  /** Key of the file as received. */
  readonly key: string;
  /** SHA-256 of the file and of what was said of it. */
  readonly digest: string;
  readonly mode: UploadMode;
  readonly rows: number;
  /** Names of the plants of its rows, as they were. */
  readonly plants: readonly string[];
  /** `updatedAt` of the records that it added. */
  readonly uploadedAt: Date;
  /** Sender, as the audit log names it. */
  readonly by: string;
}

/** Conflicts that are named. */
export const MAX_UPLOAD_CONFLICTS = 100;

/** A record that prevents undoing an upload. */
export type UploadConflict = Pick<
  Unavailability,
  'id' | 'plantName' | 'start' | 'end' | 'availabilityType'
>;

/** The result of undoing an upload. */
export interface UploadUndone {
  readonly isUndone: boolean;
  /** At most a hundred, by start, then id. */
  readonly conflicts: readonly UploadConflict[];
}

/**
 * Keeps the uploads of outage files, with the records that each added and those that it replaced. Errors:
 * `store_unavailable`.
 */
export interface OutageUploadStore {
  /** By digest, if there still is one. */
  withDigest(customerId: string, digest: string): Promise<OutageUpload | undefined>;
  /**
   * Records the rows as `UnavailabilityStore.replaceAll` does, and keeps what they replace. With a
   * window, what else the plants of the rows have that overlaps it is deleted, and kept too. All in
   * one transaction with the audit entry. If the customer has an upload of the digest, nothing is
   * recorded and that upload is returned. Errors: `plant_unknown`, and what `records` throws.
   *
   * @param records read once, their `updatedAt` that of the upload.
   */
  record(
    upload: OutageUpload,
    records: Iterable<Unavailability>,
    window: OutageWindow | undefined,
    entry: AuditEntry,
  ): Promise<OutageUpload>;
  /** Newest first; the key of a position is the time of the upload, ISO 8601. */
  list(customerId: string, page: Page): Rows<OutageUpload>;
  count(customerId: string): Promise<number>;
  get(customerId: string, id: string): Promise<OutageUpload | undefined>;
  /**
   * Undoes an upload: deletes the records that it added, restores those that it replaced, and deletes it, in one
   * transaction. A record that it added and that was changed, deleted or replaced since is a
   * conflict, and so is one that cannot be restored, as its plant is deleted or another record has taken
   * its plant, start, end and type. Conflicts leave everything as it is; with `force` they alone
   * are left as they are. Undefined if there is no such upload.
   */
  undo(
    customerId: string,
    id: string,
    force: boolean,
    entry: AuditEntry,
  ): Promise<UploadUndone | undefined>;
}
