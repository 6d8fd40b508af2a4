import {
  CustomerFolders,
  type FileProblem,
  notFound,
  type ObjectContent,
  type ObjectStore,
  storeFile,
  translating,
} from '@solano/domain/kernel';
import type { Understood } from '@solano/domain/kernel/tables';
import type { AuditSource, Customer } from '@solano/domain/service';
import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import type { CoveredPeriod, DialectOptions } from './dialect-reading.ts';
import type { OutagePlant } from './outage-file.ts';
import type {
  OutageUpload,
  OutageUploadStore,
  UploadConflict,
  UploadMode,
} from './outage-upload.ts';
import type { OutageDeps, OutageRows } from './upload.ts';
import { plantNotFound, plantsOf, recordsOf, requireOutageUploads } from './upload.ts';

/** An outage file as it was understood, in any of the ways that people have them. */
export interface OutageFileReading {
  /** Null where the file cannot be read as a table. */
  readonly understood: Understood | null;
  /** The first rows as they would be recorded. */
  readonly preview: readonly UnavailabilityFields[];
  /** What the good rows cover; null where there is none. */
  readonly period: CoveredPeriod | null;
  /** Data rows of the file. */
  readonly total: number;
  readonly problems: readonly FileProblem[];
  /** Names of the plants of the rows. */
  readonly plants: readonly string[];
  readonly rows: OutageRows;
}

/** Ports of the uploads of outage files. */
export interface OutageFileStores extends OutageDeps {
  readonly uploads: OutageUploadStore;
  readonly objects: Pick<ObjectStore, 'put' | 'get'>;
}

export interface OutageFileDeps extends OutageFileStores {
  /** Errors: `overloaded`. */
  readonly readFile: (
    content: Uint8Array,
    plants: readonly OutagePlant[],
    options: DialectOptions,
  ) => Promise<OutageFileReading>;
}

/** A file that was sent, and what its sender says of it. */
export interface SentFile {
  readonly name: string;
  readonly content: Uint8Array;
  /** SHA-256 of the content. */
  readonly digest: string;
  readonly mode: UploadMode;
  readonly isDryRun: boolean;
  readonly options: DialectOptions;
}

export type OutageFileOutcome =
  /** Nothing is stored: it was a dry run, or something is wrong with the file. */
  | { readonly kind: 'read'; readonly reading: OutageFileReading }
  | { readonly kind: 'recorded'; readonly upload: OutageUpload }
  /** The same file came before, with all that was said of it: nothing is recorded. */
  | { readonly kind: 'repeated'; readonly upload: OutageUpload };

/**
 * Reads an outage file of any spreadsheet, stores it as it was received and records its rows, all or
 * nothing. Errors: `uploads_off`, `plant_not_found`, `upload_failed`, `store_unavailable`,
 * `overloaded`; nothing is recorded then.
 */
export async function uploadOutageFile(
  deps: OutageFileDeps,
  source: AuditSource,
  customer: Customer,
  file: SentFile,
): Promise<OutageFileOutcome> {
  const folder = requireOutageUploads(deps.enabled, customer);
  const { plant } = file.options;
  if (plant !== undefined && !(await deps.plants.byName(customer.id, plant))) plantNotFound();
  const digest = deps.digest(JSON.stringify([file.digest, file.mode, file.options]));
  if (!file.isDryRun) {
    const first = await deps.uploads.withDigest(customer.id, digest);
    if (first) return { kind: 'repeated', upload: first };
  }
  const plants = await plantsOf(deps.plants, customer.id);
  const reading = await deps.readFile(file.content, plants, file.options);
  if (file.isDryRun || reading.problems.length > 0) return { kind: 'read', reading };
  return translating('plant_unknown', plantNotFound, () =>
    keep(deps, source, customer.id, { ...file, folder, digest, reading }),
  );
}

interface ReadFile extends SentFile {
  readonly folder: string;
  readonly reading: OutageFileReading;
}

/** Stores the file, then records the rows: rows are never without the file that they came in. */
async function keep(
  { objects, uploads, clock, newId, digest }: OutageFileDeps,
  source: AuditSource,
  customerId: string,
  { folder, reading, ...file }: ReadFile,
): Promise<OutageFileOutcome> {
  const { name, content, mode, options } = file;
  const { rows, plants } = reading;
  const [now, id] = [clock(), newId()];
  const [plant, other] = plants;
  const extension = reading.understood?.format ?? 'csv';
  const location = { plant: other === undefined ? plant : undefined, at: now, id, extension };
  const key = new CustomerFolders(folder, digest).outages(location);
  await storeFile(() => objects.put(key, content, 'application/octet-stream'));
  const upload: OutageUpload = {
    id,
    customerId,
    fileName: name,
    key,
    digest: file.digest,
    mode,
    rows: rows.count,
    plants,
    uploadedAt: now,
    by: source.actor,
  };
  const entry = { ...source, at: now, action: 'outages.upload', customerId, subject: id } as const;
  const records = recordsOf(rows.fields, newId, customerId, now);
  const window = mode === 'replace' ? options.window : undefined;
  const recorded = await uploads.record(upload, records, window, entry);
  return { kind: recorded.id === id ? 'recorded' : 'repeated', upload: recorded };
}

/**
 * An upload's file as it was received. Errors: `not_found` (also another customer's),
 * `store_unavailable`, `objects_unavailable`.
 */
export async function openUpload(
  { uploads, objects }: OutageFileStores,
  customerId: string,
  id: string,
): Promise<{ upload: OutageUpload; file: ObjectContent }> {
  const upload = (await uploads.get(customerId, id)) ?? notFound();
  return { upload, file: (await objects.get(upload.key)) ?? notFound() };
}

/**
 * Undoes an upload. Returns the records that are in conflict, in which case nothing was changed; with
 * `force` they alone are left as they are.
 * Errors: `not_found`, `store_unavailable`.
 */
export async function undoUpload(
  { uploads, clock }: OutageFileStores,
  source: AuditSource,
  customerId: string,
  id: string,
  force: boolean,
): Promise<readonly UploadConflict[]> {
  const at = clock();
  const entry = { ...source, at, action: 'outages.undo', customerId, subject: id } as const;
  const undone = (await uploads.undo(customerId, id, force, entry)) ?? notFound();
  return undone.isUndone ? [] : undone.conflicts;
}
