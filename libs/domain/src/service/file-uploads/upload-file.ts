import {
  type Clock,
  CustomerFolders,
  compareCodePoints,
  type Digest,
  type FileProblem,
  notFound,
  type ObjectContent,
  type ObjectStore,
  SolanoError,
  storeFile,
} from '@solano/domain/kernel';
import type { Understood } from '@solano/domain/kernel/tables';
import type { AuditEntry, AuditSource } from '../audit/audit.ts';
import type { Customer } from '../customers/customer.ts';
import type { FileUpload, FileUploadStore, UploadFilter } from './file-upload.ts';

/** Where uploads are kept, with their files. */
export interface FileUploadStores {
  readonly fileUploads: FileUploadStore;
  readonly objects: Pick<ObjectStore, 'put' | 'get'>;
}

export interface FileUploadDeps extends FileUploadStores {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly digest: Digest;
}

/** A file that was sent, and what its sender says of it. */
export interface UploadedFile<Options extends object> {
  readonly name: string;
  readonly content: Uint8Array;
  /** SHA-256 of the content. */
  readonly digest: string;
  readonly isDryRun: boolean;
  readonly options: Options;
}

/** A file as it was understood. */
interface Reading {
  /** Null where the file cannot be read as a table. */
  readonly understood: Understood | null;
  readonly problems: readonly FileProblem[];
}

/** What one kind of file does with its values. */
export interface FileUse<R extends Reading> {
  /** Reads the file; `now` in ms. */
  read(now: number): Promise<R>;
  /** Describes what is recorded of a file without problems. */
  describe(reading: R): Pick<FileUpload, 'rows' | 'series' | 'from' | 'to'>;
  /** Records the values along with the upload; undefined where the same file is there already. */
  record(
    reading: R,
    delivery: { readonly upload: FileUpload; readonly deliveredAt: Date },
    entry: AuditEntry,
  ): Promise<number | undefined>;
}

export type FileOutcome<R> =
  /** Nothing is stored: it was a dry run, or something is wrong with the file. */
  | { readonly kind: 'read'; readonly reading: R }
  | {
      readonly kind: 'recorded';
      readonly upload: FileUpload;
      readonly replaced: number;
      readonly reading: R;
    }
  /** The same file came before, with all that was said of it: nothing is recorded. */
  | { readonly kind: 'repeated'; readonly upload: FileUpload };

/**
 * Reads a file of periods, stores it as it was received and records its values, all or nothing. Errors:
 * `uploads_off` for a customer without a folder, `upload_failed`, `store_unavailable`, those of the use;
 * nothing is recorded then.
 */
export async function uploadFile<R extends Reading>(
  deps: FileUploadDeps,
  source: AuditSource,
  customer: Customer,
  target: UploadFilter,
  file: UploadedFile<object>,
  use: FileUse<R>,
): Promise<FileOutcome<R>> {
  const folder = requireFolder(customer);
  const digest = digestOf(deps.digest, target, file);
  if (!file.isDryRun) {
    const first = await deps.fileUploads.withDigest(customer.id, digest);
    if (first) return { kind: 'repeated', upload: first };
  }
  const now = deps.clock();
  const reading = await use.read(now.getTime());
  if (file.isDryRun || reading.problems.length > 0) return { kind: 'read', reading };
  const extension = reading.understood?.format ?? 'csv';
  const place = { kind: target.kind, at: now, id: deps.newId(), extension } as const;
  const upload: FileUpload = {
    ...use.describe(reading),
    id: place.id,
    customerId: customer.id,
    kind: target.kind,
    portfolio: portfolioOf(target),
    fileName: file.name,
    key: new CustomerFolders(folder, deps.digest).periods(place),
    digest,
    uploadedAt: now,
    by: source.actor,
  };
  return keep(deps, source, file.content, { upload, reading, use });
}

/** Stores the file, then records the values: values are never without the file that they came in. */
async function keep<R extends Reading>(
  { objects, fileUploads, clock }: FileUploadDeps,
  source: AuditSource,
  content: Uint8Array,
  { upload, reading, use }: { upload: FileUpload; reading: R; use: FileUse<R> },
): Promise<FileOutcome<R>> {
  const { id, customerId, kind, key, digest } = upload;
  await storeFile(() => objects.put(key, content, 'application/octet-stream'));
  // What was listed while a large file was read and stored stays what had been delivered by then.
  const at = clock();
  const entry = { ...source, at, action: `${kind}.upload`, customerId, subject: id } as const;
  const replaced = await use.record(reading, { upload, deliveredAt: at }, entry);
  if (replaced !== undefined) return { kind: 'recorded', upload, replaced, reading };
  const first = (await fileUploads.withDigest(customerId, digest)) ?? notFound();
  return { kind: 'repeated', upload: first };
}

/** Of the content and all that was said of it. */
function digestOf(digest: Digest, target: UploadFilter, file: UploadedFile<object>): string {
  const said = Object.entries<unknown>({ ...file.options })
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => compareCodePoints(a, b));
  return digest(JSON.stringify([file.digest, target, said]));
}

function requireFolder({ folder }: Customer): string {
  if (folder !== null) return folder;
  throw new SolanoError('uploads_off', 'Uploads are not configured for this customer.');
}

function portfolioOf(target: UploadFilter): FileUpload['portfolio'] {
  if (target.kind === 'production') return undefined;
  return { user: target.user, retailer: target.retailer };
}

/**
 * An upload's file as it was received. Errors: `not_found` (also another customer's),
 * `store_unavailable`, `objects_unavailable`.
 */
export async function openFileUpload(
  { fileUploads, objects }: FileUploadStores,
  customerId: string,
  target: UploadFilter,
  id: string,
): Promise<{ upload: FileUpload; file: ObjectContent }> {
  const upload = (await fileUploads.get(customerId, target, id)) ?? notFound();
  return { upload, file: (await objects.get(upload.key)) ?? notFound() };
}

/**
 * Takes an upload back: its values no longer count, and what they replaced counts again. Errors:
 * `not_found`, `store_unavailable`.
 */
export async function takeBackFileUpload(
  { fileUploads, clock }: FileUploadStores & { readonly clock: Clock },
  source: AuditSource,
  customerId: string,
  target: UploadFilter,
  id: string,
): Promise<void> {
  const action = `${target.kind}.undo` as const;
  const entry = { ...source, at: clock(), action, customerId, subject: id };
  if (!(await fileUploads.takeBack(customerId, target, id, entry))) notFound();
}
