import { type PlantStore, plantNotFound, storeFile } from '@solano/domain/assets';
import {
  type Clock,
  CustomerFolders,
  compareCodePoints,
  type Digest,
  notFound,
  type ObjectContent,
  type ObjectStore,
  SolanoError,
  translating,
} from '@solano/domain/kernel';
import type { AuditSource, Customer } from '@solano/domain/service';
import type { MeasuredSeries, Portfolio } from '../measurements/measured-series.ts';
import type { MeasurementStore, SeriesValues } from '../measurements/measurement-store.ts';
import type {
  MeasurementUpload,
  MeasurementUploadStore,
  UploadFilter,
} from '../measurements/measurement-upload.ts';
import { endOfRun } from '../measurements/power-run.ts';
import type {
  MeasurementFileOptions,
  MeasurementOwners,
  MeasurementReading,
} from './measurement-reading.ts';

/** Where uploads are kept, with their files. */
export interface MeasurementFileStores {
  readonly measurementUploads: MeasurementUploadStore;
  readonly objects: Pick<ObjectStore, 'put' | 'get'>;
}

export interface MeasurementUploadDeps extends MeasurementFileStores {
  readonly plants: Pick<PlantStore, 'byName' | 'list'>;
  readonly measurements: Pick<MeasurementStore, 'record'>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly digest: Digest;
}

export interface MeasurementFileReader {
  /** Reads a file as `readMeasurements` does. Errors: `overloaded`. */
  readonly readFile: (
    content: Uint8Array,
    owners: MeasurementOwners,
    options: MeasurementFileOptions,
    now: number,
  ) => Promise<MeasurementReading>;
}

export interface MeasurementFileDeps extends MeasurementUploadDeps, MeasurementFileReader {}

/** A file that was sent, and what its sender says of it. */
export interface SentMeasurements {
  readonly name: string;
  readonly content: Uint8Array;
  /** SHA-256 of the content. */
  readonly digest: string;
  readonly isDryRun: boolean;
  /** `name` is the plant or the group where the file names none. */
  readonly options: MeasurementFileOptions;
}

export type MeasurementFileOutcome =
  /** Nothing is stored: it was a dry run, or something is wrong with the file. */
  | { readonly kind: 'read'; readonly reading: MeasurementReading }
  | {
      readonly kind: 'recorded';
      readonly upload: MeasurementUpload;
      readonly replaced: number;
      readonly warnings: readonly string[];
    }
  /** The same file came before, with all that was said of it: nothing is recorded. */
  | { readonly kind: 'repeated'; readonly upload: MeasurementUpload };

/** The plants of a customer whose production a file may have. */
interface Plants {
  readonly ids: ReadonlyMap<string, string>;
  readonly owners: MeasurementOwners;
}

/**
 * Reads a file of measured energy, stores it as it was received and records its values, all or
 * nothing. Errors: `plant_not_found`, `uploads_off` for a customer without a folder, `upload_failed`,
 * `store_unavailable`, `overloaded`; nothing is recorded then.
 *
 * @param target production of plants, or the consumption of a portfolio.
 */
export async function uploadMeasurements(
  deps: MeasurementFileDeps,
  source: AuditSource,
  customer: Customer,
  target: UploadFilter,
  file: SentMeasurements,
): Promise<MeasurementFileOutcome> {
  const { name } = file.options;
  const isOfPlant = target.kind === 'production' && name !== undefined;
  if (isOfPlant && !(await deps.plants.byName(customer.id, name))) plantNotFound();
  const folder = requireFolder(customer);
  const said = Object.entries(file.options)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => compareCodePoints(a, b));
  const digest = deps.digest(JSON.stringify([file.digest, target, said]));
  if (!file.isDryRun) {
    const first = await deps.measurementUploads.withDigest(customer.id, digest);
    if (first) return { kind: 'repeated', upload: first };
  }
  const plants = await plantsOf(deps, customer.id, target);
  const now = deps.clock();
  const reading = await deps.readFile(file.content, plants.owners, file.options, now.getTime());
  if (file.isDryRun || reading.problems.length > 0) return { kind: 'read', reading };
  const values = reading.series.map(({ name: series, runs }): SeriesValues => {
    return { series: seriesOf(target, series, plants.ids), runs };
  });
  const extension = reading.understood?.format ?? 'csv';
  const place = { kind: target.kind, at: now, id: deps.newId(), extension } as const;
  const key = new CustomerFolders(folder, deps.digest).measurements(place);
  const upload: MeasurementUpload = {
    ...describe(reading),
    id: place.id,
    customerId: customer.id,
    kind: target.kind,
    portfolio: portfolioOf(target),
    fileName: file.name,
    key,
    digest,
    uploadedAt: now,
    by: source.actor,
  };
  return keep(deps, source, file.content, { upload, values, warnings: reading.warnings });
}

/** Stores the file, then records the values: values are never without the file that they came in. */
async function keep(
  { objects, measurements, measurementUploads, clock }: MeasurementUploadDeps,
  source: AuditSource,
  content: Uint8Array,
  {
    upload,
    values,
    warnings,
  }: {
    readonly upload: MeasurementUpload;
    readonly values: readonly SeriesValues[];
    readonly warnings: readonly string[];
  },
): Promise<MeasurementFileOutcome> {
  const { id, customerId, kind, key, digest } = upload;
  await storeFile(() => objects.put(key, content, 'application/octet-stream'));
  // What was listed while a large file was read and stored stays what had been delivered by then.
  const at = clock();
  const entry = { ...source, at, action: `${kind}.upload`, customerId, subject: id } as const;
  const delivery = { customerId, deliveredAt: at, upload };
  const replaced = await translating('plant_unknown', plantNotFound, () =>
    measurements.record(delivery, values, entry),
  );
  if (replaced !== undefined) return { kind: 'recorded', upload, replaced, warnings };
  const first = (await measurementUploads.withDigest(customerId, digest)) ?? notFound();
  return { kind: 'repeated', upload: first };
}

function requireFolder({ folder }: Customer): string {
  if (folder !== null) return folder;
  throw new SolanoError('uploads_off', 'Uploads are not configured for this customer.');
}

async function plantsOf(
  { plants }: { readonly plants: Pick<PlantStore, 'list'> },
  customerId: string,
  { kind }: UploadFilter,
): Promise<Plants> {
  const ids = new Map<string, string>();
  if (kind === 'consumption') return { ids, owners: { kind } };
  const installed = new Map<string, number>();
  for await (const { id, name, installedCapacityMw } of plants.list(customerId, { offset: 0 })) {
    ids.set(name, id);
    installed.set(name, Number(installedCapacityMw));
  }
  return { ids, owners: { kind, plants: installed } };
}

function seriesOf(
  target: UploadFilter,
  name: string,
  ids: ReadonlyMap<string, string>,
): MeasuredSeries {
  if (target.kind === 'consumption') return { ...target, group: name };
  return { kind: 'production', plantId: ids.get(name) ?? '' };
}

function portfolioOf(target: UploadFilter): Portfolio | undefined {
  if (target.kind === 'production') return undefined;
  return { user: target.user, retailer: target.retailer };
}

function describe({ series }: MeasurementReading) {
  const runs = series.flatMap((each) => each.runs);
  return {
    series: series.map(({ name }) => name),
    rows: runs.reduce((sum, { microMw }) => sum + microMw.length, 0),
    from: new Date(Math.min(...runs.map(({ start }) => start))),
    to: new Date(Math.max(...runs.map(endOfRun))),
  };
}

/**
 * An upload's file as it was received. Errors: `not_found` (also another customer's),
 * `store_unavailable`, `objects_unavailable`.
 */
export async function openMeasurementUpload(
  { measurementUploads, objects }: MeasurementFileStores,
  customerId: string,
  target: UploadFilter,
  id: string,
): Promise<{ upload: MeasurementUpload; file: ObjectContent }> {
  const upload = (await measurementUploads.get(customerId, target, id)) ?? notFound();
  return { upload, file: (await objects.get(upload.key)) ?? notFound() };
}

/**
 * Takes an upload back: its values no longer count, and what they replaced counts again. Errors:
 * `not_found`, `store_unavailable`.
 */
export async function takeBackUpload(
  { measurementUploads, clock }: MeasurementFileStores & { readonly clock: Clock },
  source: AuditSource,
  customerId: string,
  target: UploadFilter,
  id: string,
): Promise<void> {
  const action = `${target.kind}.undo` as const;
  const entry = { ...source, at: clock(), action, customerId, subject: id };
  if (!(await measurementUploads.takeBack(customerId, target, id, entry))) notFound();
}
