import { translating } from '@solano/domain/kernel';
import {
  type FileDelivery,
  type FileOutcome,
  type FileReading,
  type SentFile,
  uploadFile,
} from '@solano/domain/service';
import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import type { CoveredPeriod, DialectOptions } from './dialect-reading.ts';
import type { OutagePlant } from './outage-file.ts';
import type { OutageUpload, OutageUploadStore, UploadMode } from './outage-upload.ts';
import {
  type OutageDeps,
  type OutageRows,
  plantNotFound,
  plantsOf,
  recordsOf,
  requireOutageUploads,
} from './upload.ts';

/** An outage file as it was understood, in any of the ways that people have them. */
export interface OutageFileReading extends FileReading {
  /** The first rows as they would be recorded. */
  readonly preview: readonly UnavailabilityFields[];
  /** What the good rows cover; null where there is none. */
  readonly period: CoveredPeriod | null;
  /** Data rows of the file. */
  readonly total: number;
  /** Names of the plants of the rows. */
  readonly plants: readonly string[];
  readonly rows: OutageRows;
}

export interface OutageFileDeps extends OutageDeps {
  readonly uploads: Pick<OutageUploadStore, 'withDigest' | 'record'>;
  /** Errors: `overloaded`. */
  readonly readFile: (
    content: Uint8Array,
    plants: readonly OutagePlant[],
    options: DialectOptions,
  ) => Promise<OutageFileReading>;
}

/** An outage file that was sent. */
export interface SentOutages extends SentFile<DialectOptions> {
  readonly mode: UploadMode;
}

/**
 * Uploads an outage file of any spreadsheet, see `uploadFile`. Errors: `plant_not_found`, `overloaded`,
 * and those of `uploadFile`; nothing is recorded then.
 */
export async function uploadOutageFile(
  deps: OutageFileDeps,
  delivery: FileDelivery<SentOutages>,
): Promise<FileOutcome<OutageFileReading, OutageUpload>> {
  const { customer, file } = delivery;
  const { mode, options } = file;
  requireOutageUploads(deps.enabled, customer);
  const { plant } = options;
  if (plant !== undefined && !(await deps.plants.byName(customer.id, plant))) plantNotFound();
  return uploadFile<OutageFileReading, OutageUpload>(deps, delivery, {
    name: 'outages',
    uploads: deps.uploads,
    said: [mode, options],
    async read() {
      const plants = await plantsOf(deps.plants, customer.id);
      return deps.readFile(file.content, plants, options);
    },
    keyOf(folders, path, { plants: [first, other] }) {
      return folders.outages({ ...path, plant: other === undefined ? first : undefined });
    },
    describe: (recorded, { rows, plants }) => ({ ...recorded, mode, rows: rows.count, plants }),
    async record(upload, { rows }, entry) {
      const records = recordsOf(rows.fields, deps.newId, customer.id, upload.uploadedAt);
      const window = mode === 'replace' ? options.window : undefined;
      return translating('plant_unknown', plantNotFound, async () => {
        return { upload: await deps.uploads.record(upload, records, window, entry) };
      });
    },
  });
}
