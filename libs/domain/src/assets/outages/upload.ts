import { CustomerFolders, SolanoError, storeFile, translating } from '@solano/domain/kernel';
import {
  type Customer,
  type FileDelivery,
  requireFolder,
  type UploadDeps,
} from '@solano/domain/service';
import type { PlantStore } from '../plants/plant.ts';
import type {
  Unavailability,
  UnavailabilityFields,
  UnavailabilityStore,
} from '../unavailabilities/unavailability.ts';
import type { OutagePlant, OutagePlants } from './outage-file.ts';

/** The rows of an outage file. */
export interface OutageRows {
  readonly count: number;
  /** Can be read once; each is made as it is read. */
  readonly fields: Iterable<UnavailabilityFields>;
}

/** Dependencies of every upload of outages. */
export interface OutageDeps extends UploadDeps {
  readonly plants: Pick<PlantStore, 'byName' | 'list'>;
  /** Whether the service accepts outage files at all. */
  readonly enabled: boolean;
}

/** A file of outage CSV version 1. */
export interface OutageTableFile {
  readonly content: Uint8Array;
}

export interface OutageUploadDeps extends OutageDeps {
  readonly unavailabilities: Pick<UnavailabilityStore, 'replaceAll'>;
  /**
   * Reads outage CSV version 1, see `readOutageTable`. Errors: `invalid_rows`, also where it is no
   * UTF-8 or no CSV, and `overloaded`.
   */
  readonly readOutages: (content: Uint8Array, plants: OutagePlants) => Promise<OutageRows>;
}

/**
 * The customer's folder for outage files; required before the fields of an upload are checked.
 * Errors: `uploads_off` when uploads are switched off or the customer has no folder.
 */
export function requireOutageUploads(enabled: boolean, { folder }: Customer): string {
  return requireFolder({ folder: enabled ? folder : null }, 'Outages uploads are not configured.');
}

/**
 * Stores an outage file of one plant as it was received and records its rows, all or nothing.
 * Returns the number of rows. Errors: `uploads_off`, `plant_not_found`, `invalid_fields` with the
 * bad columns or rows under `file`, `upload_failed`, `store_unavailable`; nothing is recorded then.
 */
export async function uploadPlantOutages(
  deps: OutageUploadDeps,
  delivery: FileDelivery<OutageTableFile>,
  plantName: string,
): Promise<number> {
  const { customer, file } = delivery;
  requireOutageUploads(deps.enabled, customer);
  const plant = (await deps.plants.byName(customer.id, plantName)) ?? plantNotFound();
  const only = { name: plant.name, nominalCapacityMw: plant.nominalCapacityMw };
  const rows = await translating('invalid_rows', rejectFile, () =>
    deps.readOutages(file.content, { only }),
  );
  return translating('plant_unknown', plantNotFound, () =>
    recordRows(deps, delivery, plant.name, rows),
  );
}

/**
 * Stores an outage file in which each row names its plant, and records its rows.
 * Returns the number of rows. Errors: `uploads_off`, `invalid_request` naming the bad columns or
 * rows, `upload_failed`, `store_unavailable`; nothing is recorded then.
 */
export async function uploadOutages(
  deps: OutageUploadDeps,
  delivery: FileDelivery<OutageTableFile>,
): Promise<number> {
  const { customer, file } = delivery;
  requireOutageUploads(deps.enabled, customer);
  const any = await plantsOf(deps.plants, customer.id);
  const rows = await translating('invalid_rows', rejectUpload, () =>
    deps.readOutages(file.content, { any }),
  );
  return translating('plant_unknown', plantsChanged, () =>
    recordRows(deps, delivery, undefined, rows),
  );
}

/**
 * Stores the file, then records its rows.
 *
 * @param plant that they are of, undefined if each row says so.
 */
async function recordRows(
  deps: OutageUploadDeps,
  { source, customer, file }: FileDelivery<OutageTableFile>,
  plant: string | undefined,
  rows: OutageRows,
): Promise<number> {
  const { objects, unavailabilities, clock, newId, digest } = deps;
  const folder = requireOutageUploads(deps.enabled, customer);
  const [at, customerId] = [clock(), customer.id];
  const key = new CustomerFolders(folder, digest).outages({ plant, at, id: newId() });
  await storeFile(() => objects.put(key, file.content, 'text/csv'));
  const subject = plant ?? 'all plants';
  const entry = { ...source, at, action: 'outages.upload', customerId, subject } as const;
  const records = recordsOf(rows.fields, newId, customerId, at);
  await unavailabilities.replaceAll(customerId, records, entry);
  return rows.count;
}

/** Records of a file's rows for a customer, made as they are read. */
export function* recordsOf(
  fields: Iterable<UnavailabilityFields>,
  newId: () => string,
  customerId: string,
  at: Date,
): Generator<Unavailability> {
  for (const each of fields) {
    yield { ...each, id: newId(), customerId, createdAt: at, updatedAt: at };
  }
}

/** Properties of a customer's plants that reading their outages needs. */
export async function plantsOf(
  plants: Pick<PlantStore, 'list'>,
  customerId: string,
): Promise<OutagePlant[]> {
  const found: OutagePlant[] = [];
  for await (const { name, nominalCapacityMw } of plants.list(customerId, { offset: 0 })) {
    found.push({ name, nominalCapacityMw });
  }
  return found;
}

export function plantNotFound(cause?: SolanoError): never {
  throw new SolanoError('plant_not_found', 'Plant with this ID does not exist.', { cause });
}

function rejectFile(cause: SolanoError): never {
  const { message, problems } = cause;
  throw new SolanoError('invalid_fields', message, { problems, fields: { file: problems }, cause });
}

function rejectUpload(cause: SolanoError): never {
  rejectToken(cause.problems, cause);
}

function plantsChanged(cause: SolanoError): never {
  rejectToken(['a plant of the file was renamed or removed during the upload'], cause);
}

function rejectToken(problems: readonly string[], cause: SolanoError): never {
  const message = `Invalid file format or missing required fields: ${problems.join('; ')}`;
  throw new SolanoError('invalid_request', message, { problems, cause });
}
