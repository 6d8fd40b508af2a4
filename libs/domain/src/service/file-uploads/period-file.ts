import { compareCodePoints, notFound } from '@solano/domain/kernel';
import type { AuditEntry } from '../audit/audit.ts';
import {
  type FileUpload,
  type FileUploadStore,
  type UploadFilter,
  uploadsOf,
} from './file-upload.ts';
import {
  type FileDelivery,
  type FileOutcome,
  type FileReading,
  type SentFile,
  type UploadDeps,
  uploadFile,
} from './upload-file.ts';

export interface PeriodFileDeps extends UploadDeps {
  readonly fileUploads: FileUploadStore;
}

/** What one kind of file of periods does with its values. */
export interface PeriodFile<Reading extends FileReading> {
  readonly target: UploadFilter;
  readonly read: (now: number) => Promise<Reading>;
  /** Describes what is recorded of a file without problems. */
  readonly describe: (reading: Reading) => Pick<FileUpload, 'rows' | 'series' | 'from' | 'to'>;
  /** Records the values along with the upload; undefined where the same file is there already. */
  readonly record: (
    reading: Reading,
    delivery: {
      readonly customerId: string;
      readonly upload: FileUpload;
      readonly deliveredAt: Date;
    },
    entry: AuditEntry,
  ) => Promise<number | undefined>;
}

/** As {@link uploadFile}. */
export function uploadPeriods<Reading extends FileReading>(
  deps: PeriodFileDeps,
  delivery: FileDelivery<SentFile<object>>,
  { target, read, describe, record }: PeriodFile<Reading>,
): Promise<FileOutcome<Reading, FileUpload>> {
  const { kind } = target;
  const uploads = uploadsOf(deps.fileUploads, target);
  const options = Object.entries<unknown>({ ...delivery.file.options })
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => compareCodePoints(a, b));
  const portfolio =
    target.kind === 'production' ? undefined : { user: target.user, retailer: target.retailer };
  return uploadFile(deps, delivery, {
    name: kind,
    uploads,
    said: [target, options],
    read,
    keyOf: (folders, path) => folders.periods({ kind, ...path }),
    describe: (file, reading) => ({ ...file, ...describe(reading), kind, portfolio }),
    async record(upload, reading, entry) {
      const { customerId, digest, uploadedAt: deliveredAt } = upload;
      const replaced = await record(reading, { customerId, upload, deliveredAt }, entry);
      if (replaced !== undefined) return { upload, replaced };
      return { upload: (await uploads.withDigest(customerId, digest)) ?? notFound() };
    },
  });
}
