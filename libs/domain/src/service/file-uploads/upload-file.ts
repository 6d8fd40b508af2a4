import {
  type Clock,
  CustomerFolders,
  type Digest,
  type FileProblem,
  notFound,
  type ObjectContent,
  type ObjectStore,
  SolanoError,
  storeFile,
  type UploadPath,
} from '@solano/domain/kernel';
import type { Understood } from '@solano/domain/kernel/tables';
import type { AuditEntry, AuditSource } from '../audit/audit.ts';
import type { Customer } from '../customers/customer.ts';
import type { RecordedFile, UploadKind, Uploads } from './file-upload.ts';

export interface UploadDeps {
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly digest: Digest;
}

/** A file that was sent, and what its sender says of it. */
export interface SentFile<Options extends object> {
  readonly name: string;
  readonly content: Uint8Array;
  /** SHA-256 of the content. */
  readonly digest: string;
  readonly isDryRun: boolean;
  readonly options: Options;
}

/** A customer's file, and who sends it. */
export interface FileDelivery<File> {
  readonly source: AuditSource;
  readonly customer: Customer;
  readonly file: File;
}

/** A file as it was understood. */
export interface FileReading {
  /** Null where the file cannot be read as a table. */
  readonly understood: Understood | null;
  readonly problems: readonly FileProblem[];
}

/** One kind of file: where its uploads are, and what it does with its values. */
export interface FileKind<Reading extends FileReading, Upload extends RecordedFile> {
  readonly name: UploadKind;
  readonly uploads: Pick<Uploads<Upload>, 'withDigest'>;
  /** All that was said of the file. */
  readonly said: readonly unknown[];
  /** Reads the file; `now` in ms. */
  read(now: number): Promise<Reading>;
  /** Returns the key of the file. */
  keyOf(folders: CustomerFolders, path: UploadPath, reading: Reading): string;
  /** Describes what is recorded of a file without problems. */
  describe(file: Omit<RecordedFile, 'rows'>, reading: Reading): Upload;
  /** Records the values along with the upload, which counts since its time. */
  record(upload: Upload, reading: Reading, entry: AuditEntry): Promise<FileRecord<Upload>>;
}

/** What is recorded of a file. */
interface FileRecord<Upload> {
  /** The first upload where the same file came before: nothing is recorded then. */
  readonly upload: Upload;
  /** How many values were replaced; undefined of outages. */
  readonly replaced?: number;
}

export type FileOutcome<Reading, Upload> =
  /** Nothing is stored: it was a dry run, or something is wrong with the file. */
  | { readonly kind: 'read'; readonly reading: Reading }
  | ({ readonly kind: 'recorded'; readonly reading: Reading } & FileRecord<Upload>)
  /** The same file came before, with all that was said of it: nothing is recorded. */
  | { readonly kind: 'repeated'; readonly upload: Upload };

/**
 * Reads a file, stores it as it was received and then records its values, all or nothing: values are
 * never without the file that they came in. Errors: `uploads_off` for a customer without a folder,
 * `upload_failed`, `store_unavailable`, those of the kind; nothing is recorded then.
 */
export async function uploadFile<Reading extends FileReading, Upload extends RecordedFile>(
  deps: UploadDeps,
  { source, customer, file }: FileDelivery<SentFile<object>>,
  kind: FileKind<Reading, Upload>,
): Promise<FileOutcome<Reading, Upload>> {
  const folder = requireFolder(customer, 'Uploads are not configured for this customer.');
  const digest = deps.digest(JSON.stringify([file.digest, ...kind.said]));
  const customerId = customer.id;
  if (!file.isDryRun) {
    const upload = await kind.uploads.withDigest(customerId, digest);
    if (upload) return { kind: 'repeated', upload };
  }
  const now = deps.clock();
  const reading = await kind.read(now.getTime());
  if (file.isDryRun || reading.problems.length > 0) return { kind: 'read', reading };
  const [id, extension] = [deps.newId(), reading.understood?.format ?? 'csv'];
  const folders = new CustomerFolders(folder, deps.digest);
  const key = kind.keyOf(folders, { at: now, id, extension }, reading);
  await storeFile(() => deps.objects.put(key, file.content, 'application/octet-stream'));
  // Taken after storing, so that lists read meanwhile keep what had been delivered by then.
  const at = deps.clock();
  const { name: fileName } = file;
  const stored = { id, customerId, fileName, key, digest, uploadedAt: at, by: source.actor };
  const entry = { ...source, at, action: `${kind.name}.upload`, customerId, subject: id } as const;
  const recorded = await kind.record(kind.describe(stored, reading), reading, entry);
  if (recorded.upload.id !== id) return { kind: 'repeated', upload: recorded.upload };
  return { kind: 'recorded', reading, ...recorded };
}

/** The customer's folder. Errors: `uploads_off`, with the message, for a customer without one. */
export function requireFolder({ folder }: Pick<Customer, 'folder'>, message: string): string {
  if (folder !== null) return folder;
  throw new SolanoError('uploads_off', message);
}

/**
 * An upload's file as it was received. Errors: `not_found` (also another customer's),
 * `store_unavailable`, `objects_unavailable`.
 */
export async function openUpload(
  objects: Pick<ObjectStore, 'get'>,
  uploads: Pick<Uploads, 'get'>,
  customerId: string,
  id: string,
): Promise<{ upload: RecordedFile; file: ObjectContent }> {
  const upload = (await uploads.get(customerId, id)) ?? notFound();
  return { upload, file: (await objects.get(upload.key)) ?? notFound() };
}

/** An upload of a customer, and who takes it back. */
export interface TakingBack {
  readonly source: AuditSource;
  readonly customerId: string;
  readonly id: string;
  /** Leaves records in conflict as they are. */
  readonly force?: boolean;
}

/**
 * Takes an upload back, see {@link Uploads.takeBack}; returns the records in conflict, for which nothing
 * was changed. Errors: `not_found`, `store_unavailable`.
 */
export async function takeBackUpload<Conflict>(
  { clock }: { readonly clock: Clock },
  kind: UploadKind,
  uploads: Pick<Uploads<RecordedFile, Conflict>, 'takeBack'>,
  { source, customerId, id, force = false }: TakingBack,
): Promise<readonly Conflict[]> {
  const entry = {
    ...source,
    at: clock(),
    action: `${kind}.undo`,
    customerId,
    subject: id,
  } as const;
  return (await uploads.takeBack(customerId, id, entry, force)) ?? notFound();
}
