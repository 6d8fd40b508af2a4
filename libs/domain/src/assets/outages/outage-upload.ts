import type { AuditEntry, RecordedFile, Uploads } from '@solano/domain/service';
import type { Unavailability } from '../unavailabilities/unavailability.ts';
import type { OutageWindow } from './dialect-reading.ts';

export const UPLOAD_MODES = ['add', 'replace'] as const;
export type UploadMode = (typeof UPLOAD_MODES)[number];

/** A file of unavailabilities that was recorded; its time is `updatedAt` of the records that it added. */
export interface OutageUpload extends RecordedFile {
  readonly mode: UploadMode;
  /** Names of the plants of its rows, as they were. */
  readonly plants: readonly string[];
}

/** Conflicts that are named. */
export const MAX_UPLOAD_CONFLICTS = 100;

/** A record that prevents taking an upload back. */
export type UploadConflict = Pick<
  Unavailability,
  'id' | 'plantName' | 'start' | 'end' | 'availabilityType'
>;

/**
 * Keeps the uploads of outage files, with the records that each added and those that it replaced. Errors:
 * `store_unavailable`.
 */
export interface OutageUploadStore extends Uploads<OutageUpload, UploadConflict> {
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
  /**
   * Deletes the records that an upload added, restores those that it replaced, and deletes it, in one
   * transaction. A record that it added and that was changed, deleted or replaced since is a
   * conflict, and so is one that cannot be restored, as its plant is deleted or another record has taken
   * its plant, start, end and type. At most a hundred are returned, by start, then id.
   */
  takeBack: Uploads<OutageUpload, UploadConflict>['takeBack'];
}
