import { isOwnForecastFile, type Plant, type PlantStore } from '@solano/domain/assets';
import type { PowerRun } from '@solano/domain/energy';
import {
  CustomerFolders,
  collect,
  type Digest,
  encodeSegment,
  isCsv,
  isSolanoError,
  type Log,
  type ObjectContent,
  type ObjectInfo,
  type ObjectStore,
} from '@solano/domain/kernel';
import { type Customer, type CustomerStore, hourly, type Schedule } from '@solano/domain/service';
import type { DeliveredForecastStore, PlantForecastVersion } from './forecast-store.ts';

/** Files that are looked up and recorded together. */
const BATCH_FILES = 500;
/** A larger file is no forecast of a plant: a year of quarters has some 1 MB. */
const MAX_BYTES = 8 * 1024 * 1024;

export interface RecordForecastDeps {
  readonly objects: Pick<ObjectStore, 'list' | 'listFolders' | 'get'>;
  readonly plants: Pick<PlantStore, 'list'>;
  readonly deliveredForecasts: Pick<DeliveredForecastStore, 'recorded' | 'record'>;
  readonly digest: Digest;
  /** Reads a file by `forecastRuns`. Errors: `forecast_malformed`, `overloaded`. */
  readonly readForecastRuns: (
    customerId: string,
    content: Uint8Array,
  ) => Promise<readonly PowerRun[]>;
}

/** A file of a plant's folder. */
interface PlantFile {
  readonly plantId: string;
  readonly info: ObjectInfo;
}

/**
 * Records the normalized files of a customer's plants that are not recorded yet, each as the version
 * that was known when it was modified; one that cannot be read as a version without values. Errors:
 * `objects_unavailable`, `store_unavailable`, `overloaded`: what was recorded until then stays.
 *
 * @param plant only its files; undefined: those of all plants.
 */
export async function recordForecasts(
  deps: RecordForecastDeps,
  customer: Customer,
  plant?: Plant,
): Promise<void> {
  let batch: PlantFile[] = [];
  for await (const file of plant ? filesOf(deps, customer, plant) : filesOfAll(deps, customer)) {
    if (batch.push(file) < BATCH_FILES) continue;
    await recordBatch(deps, customer.id, batch);
    batch = [];
  }
  if (batch.length > 0) await recordBatch(deps, customer.id, batch);
}

/**
 * When the newest file of a plant that is in its folder was delivered; undefined where there is none. Errors:
 * `objects_unavailable`.
 */
export async function newestDelivery(
  deps: FolderDeps,
  customer: Customer,
  plant: Plant,
): Promise<Date | undefined> {
  let newest: Date | undefined;
  for await (const { info } of filesOf(deps, customer, plant)) {
    if (!newest || info.modifiedAt > newest) newest = info.modifiedAt;
  }
  return newest;
}

interface FolderDeps {
  readonly objects: Pick<ObjectStore, 'list'>;
  readonly digest: Digest;
}

async function* filesOf(
  { objects, digest }: FolderDeps,
  { folder }: Customer,
  { id: plantId, name }: Plant,
): AsyncGenerator<PlantFile> {
  if (folder === null) return;
  for await (const entry of objects.list(
    `${new CustomerFolders(folder, digest).normalized(name)}`,
  )) {
    if (!('folder' in entry) && isDelivered(entry.key)) yield { plantId, info: entry };
  }
}

/** Whether an object is a forecast that a customer delivered. */
function isDelivered(key: string): boolean {
  return isCsv(key) && !isOwnForecastFile(key);
}

/** The files directly in the folders of plants. */
async function* filesOfAll(
  { objects, plants, digest }: RecordForecastDeps,
  { id, folder }: Customer,
): AsyncGenerator<PlantFile> {
  if (folder === null) return;
  const prefix = new CustomerFolders(folder, digest).normalized();
  const ids = new Map<string, string>();
  for await (const plant of plants.list(id)) {
    ids.set(encodeSegment(plant.name, digest), plant.id);
  }
  if (ids.size === 0) return;
  for await (const info of objects.listFolders(prefix)) {
    const plantId = ids.get(info.key.slice(prefix.length, info.key.lastIndexOf('/')));
    if (plantId !== undefined && isDelivered(info.key)) yield { plantId, info };
  }
}

async function recordBatch(
  deps: RecordForecastDeps,
  customerId: string,
  files: readonly PlantFile[],
): Promise<void> {
  const { deliveredForecasts } = deps;
  const named = files.map((each) => ({ ...each, file: fileName(deps, each.info) }));
  const plantIds = [...new Set(files.map(({ plantId }) => plantId))];
  const present = await deliveredForecasts.recorded(
    plantIds,
    named.map(({ file }) => file),
  );
  const isPresent = new Set(present.map(({ plantId, file }) => `${plantId} ${file}`));
  const versions: PlantForecastVersion[] = [];
  for (const { plantId, file, info } of named) {
    if (isPresent.has(`${plantId} ${file}`)) continue;
    const version = await readVersion(deps, customerId, plantId, info);
    if (version) versions.push(version);
  }
  if (versions.length > 0) await deliveredForecasts.record(customerId, versions);
}

/** The version that an object is now. Undefined if it has gone since it was listed. */
async function readVersion(
  deps: RecordForecastDeps,
  customerId: string,
  plantId: string,
  info: ObjectInfo,
): Promise<PlantForecastVersion | undefined> {
  const object = await deps.objects.get(info.key);
  if (!object) return undefined;
  const version = { plantId, file: fileName(deps, object), knownAt: object.modifiedAt };
  const content = await contentOf(object);
  return { ...version, runs: content ? await readRuns(deps, customerId, content) : [] };
}

async function readRuns(
  { readForecastRuns }: RecordForecastDeps,
  customerId: string,
  content: Uint8Array,
): Promise<readonly PowerRun[]> {
  try {
    return await readForecastRuns(customerId, content);
  } catch (error) {
    // A file that cannot be read stays so: it is a version without values.
    if (isSolanoError(error, 'forecast_malformed')) return [];
    throw error;
  }
}

/** The content of an object; undefined of one that is too large. */
async function contentOf(object: ObjectContent): Promise<Uint8Array | undefined> {
  if (object.size <= MAX_BYTES) return collect(object.content);
  object.cancel();
  return undefined;
}

/** Names the version that an object is. */
function fileName(
  { digest }: { readonly digest: Digest },
  { key, etag, modifiedAt }: ObjectInfo,
): string {
  return digest(JSON.stringify([key, etag, modifiedAt.toISOString()]));
}

export interface ForecastScheduleDeps extends RecordForecastDeps {
  readonly customers: Pick<CustomerStore, 'list'>;
  readonly log: Log;
}

/** Looks at the folders of all customers every quarter of an hour: a file is overwritten in between at its owner's risk. */
export function forecastSchedule(deps: ForecastScheduleDeps): Schedule {
  return {
    name: 'delivered-forecasts',
    times: hourly('00', '15', '30', '45'),
    run: () => recordAllForecasts(deps),
  };
}

/** Records the forecasts of every customer; one whose folder cannot be read is logged. Errors: `store_unavailable`. */
export async function recordAllForecasts(deps: ForecastScheduleDeps): Promise<void> {
  for (const customer of await deps.customers.list()) {
    try {
      await recordForecasts(deps, customer);
    } catch (err) {
      deps.log.warn({ err, customer: customer.name }, 'recording delivered forecasts failed');
    }
  }
}
