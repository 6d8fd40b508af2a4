import {
  batchesOf,
  type Clock,
  CustomerFolders,
  compareCodePoints,
  type Digest,
  decodeSegment,
  encodeSegment,
  foldersIn,
  newestIn,
  newestInEach,
  newestOfDays,
  type ObjectContent,
  type ObjectInfo,
  type ObjectStore,
  SolanoError,
} from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import type { PlantStore } from '../plants/plant.ts';

/** Folders that are listed at once. */
const BATCH_SIZE = 16;

export interface ForecastDeps {
  readonly objects: ObjectStore;
  readonly plants: PlantStore;
  readonly clock: Clock;
  readonly digest: Digest;
}

/** A forecast file, and the plant or type that it is of. */
export interface ForecastFile {
  readonly name: string;
  /** The name as a path segment. */
  readonly segment: string;
  readonly info: ObjectInfo;
}

/** The type that is meant where none is named, and the word for all of them. */
export const DEFAULT_TYPE = 'Forecast';
export const ALL_TYPES = 'all';

/**
 * The customer's newest forecast. Errors: `customer_unnamed`, `forecast_not_found`,
 * `objects_unavailable`.
 */
export async function findLatest(deps: ForecastDeps, customer: Customer): Promise<ObjectInfo> {
  const { folder, folders } = foldersOf(deps, customer);
  const found = await newestOfDays(deps.objects, folders.latest(), deps.clock());
  return found ?? notFound(`No forecast found for customer ${folder}.`);
}

/**
 * The most recently modified file of each plant, by plant name in code-point order: of the plants
 * named, or of all that have a folder. Errors: as {@link findLatest}.
 */
export async function findNormalized(
  deps: ForecastDeps,
  customer: Customer,
  plants: readonly string[] | undefined,
): Promise<ForecastFile[]> {
  const { folder, folders } = foldersOf(deps, customer);
  const prefix = folders.normalized();
  const files = plants
    ? await newestOfNamed(deps, prefix, plants)
    : await newestOfAll(deps, prefix, customer);
  if (files.length > 0) return files;
  const whose = plants ? 'the selected plants' : `customer ${folder}`;
  return notFound(`No normalized forecast found for ${whose}.`);
}

/** The newest file of one custom type. Errors: as {@link findLatest}. */
export async function findCustom(
  deps: ForecastDeps,
  customer: Customer,
  type: string,
): Promise<ObjectInfo> {
  const { folders } = foldersOf(deps, customer);
  const found = await newestOfDays(deps.objects, folders.custom(type), deps.clock());
  return found ?? notFound(`No forecast found for type ${type}.`);
}

/** The newest file of every custom type, by name. Errors: as {@link findLatest}. */
export async function findAllCustom(
  deps: ForecastDeps,
  customer: Customer,
): Promise<ForecastFile[]> {
  const { folder, folders } = foldersOf(deps, customer);
  const segments = namedFolders(deps, await foldersIn(deps.objects, folders.custom()));
  const types = segments.filter((segment) => segment !== ALL_TYPES);
  const names = new Map(types.map((segment) => [segment, decodeSegment(segment) ?? segment]));
  const files = await newestOfEach(names, (segment) =>
    newestOfDays(deps.objects, `${folders.custom()}${segment}/`, deps.clock()),
  );
  return files.length > 0 ? files : notFound(`No forecast found for customer ${folder}.`);
}

/**
 * Opens a file that was found. Errors: `objects_unavailable`, also where it has gone meanwhile.
 */
export async function openForecast(
  objects: Pick<ObjectStore, 'get'>,
  info: ObjectInfo,
): Promise<ObjectContent> {
  const content = await objects.get(info.key);
  if (content) return content;
  throw new SolanoError('objects_unavailable', `The file ${info.key} has gone.`);
}

function foldersOf({ digest }: ForecastDeps, { folder }: Customer) {
  if (folder !== null) return { folder, folders: new CustomerFolders(folder, digest) };
  throw new SolanoError('customer_unnamed', 'Customer name not available.');
}

/** Lists the folder of each plant. */
function newestOfNamed(
  { objects, digest }: ForecastDeps,
  prefix: string,
  plants: readonly string[],
): Promise<ForecastFile[]> {
  const names = plants.filter(Boolean).map((name) => [encodeSegment(name, digest), name] as const);
  return newestOfEach(new Map(names), (segment) => newestIn(objects, `${prefix}${segment}/`));
}

/** Lists the folders of all plants together. */
async function newestOfAll(
  deps: ForecastDeps,
  prefix: string,
  customer: Customer,
): Promise<ForecastFile[]> {
  const newest = await newestInEach(deps.objects, prefix);
  const names = await plantNames(deps, customer, namedFolders(deps, [...newest.keys()]));
  return newestOfEach(names, async (segment) => newest.get(segment));
}

/** The folders whose name is the encoded form of a name: no two of them stand for one name. */
function namedFolders({ digest }: ForecastDeps, segments: readonly string[]): string[] {
  return segments.filter((segment) => {
    const name = decodeSegment(segment);
    return name === undefined || encodeSegment(name, digest) === segment;
  });
}

/** The plant of each folder. A name too long to be read back is found among the plants. */
async function plantNames(
  { plants, digest }: ForecastDeps,
  customer: Customer,
  segments: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map(segments.map((segment) => [segment, decodeSegment(segment) ?? segment]));
  if (segments.every((segment) => decodeSegment(segment) !== undefined)) return names;
  for await (const { name } of plants.list(customer.id)) {
    const segment = encodeSegment(name, digest);
    if (names.has(segment)) names.set(segment, name);
  }
  return names;
}

async function newestOfEach(
  names: ReadonlyMap<string, string>,
  newest: (segment: string) => Promise<ObjectInfo | undefined>,
): Promise<ForecastFile[]> {
  const found: ForecastFile[] = [];
  for (const batch of batchesOf(names, BATCH_SIZE)) {
    const reading = batch.map(async ([segment, name]) => {
      const info = await newest(segment);
      if (info) found.push({ name, segment, info });
    });
    await Promise.all(reading);
  }
  return found.sort((a, b) => compareCodePoints(a.name, b.name));
}

function notFound(message: string): never {
  throw new SolanoError('forecast_not_found', message);
}
