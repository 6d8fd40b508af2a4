import {
  isOwnForecastFile,
  OWN_FORECAST_FILE,
  type Plant,
  type PlantStore,
  plantNotFound,
  type UnavailabilityStore,
} from '@solano/domain/assets';
import { AvailablePower } from '@solano/domain/energy';
import {
  type Clock,
  CustomerFolders,
  collect,
  DAY_MS,
  type Digest,
  HOUR_MS,
  type Log,
  labelOf,
  type ObjectStore,
  QUARTER_MS,
  zoneOf,
} from '@solano/domain/kernel';
import type { AuditEntry, Customer, CustomerStore } from '@solano/domain/service';
import type { DeliveredForecastStore } from '../delivered-forecasts/forecast-store.ts';
import { newestDelivery } from '../delivered-forecasts/record-forecasts.ts';
import {
  endOfForecast,
  MEDIAN,
  type OwnForecast,
  quantileOf,
} from '../distributions/own-forecast.ts';
import type { OwnForecastStore } from '../distributions/own-forecast-store.ts';
import { newestOwnForecast } from '../distributions/read-own-forecast.ts';
import type { Publication, PublicationStore, PublishMode } from './publication-store.ts';

/** A plant whose customer delivered a forecast of it within this time needs none under `auto`. */
const DELIVERED_MS = 7 * DAY_MS;

/** How often a plant is published anew at once, as another process has changed its publication meanwhile. */
const MAX_ROUNDS = 3;

/** Micro-MW that are a kWh in a quarter of an hour. */
const QUARTER_KWH = 4_000;
const KWH_DECIMALS = 5;
const UTC = zoneOf('UTC');
const HEADER = ';pred\n';

interface PublishedFileDeps {
  readonly objects: Pick<ObjectStore, 'get' | 'put' | 'delete'>;
  readonly publications: PublicationStore;
  readonly digest: Digest;
  readonly log: Log;
}

export interface WithdrawForecastDeps extends PublishedFileDeps {
  readonly plants: Pick<PlantStore, 'get'>;
  readonly customers: Pick<CustomerStore, 'get'>;
}

export interface PublishForecastDeps extends PublishedFileDeps {
  readonly objects: Pick<ObjectStore, 'get' | 'put' | 'delete' | 'list'>;
  readonly plants: Pick<PlantStore, 'byName'>;
  readonly ownForecasts: Pick<OwnForecastStore, 'newest'>;
  readonly deliveredForecasts: Pick<DeliveredForecastStore, 'states'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'recordedAt'>;
  readonly clock: Clock;
}

/**
 * Writes the newest forecasts of some plants among the normalized forecasts of their customer, as their
 * settings say, and removes those that are not to be there (any more). A file of the name that the service
 * did not write stays as it is, and is logged. Errors: `objects_unavailable`, `store_unavailable`: what was
 * written stays.
 */
export async function publishForecasts(
  deps: PublishForecastDeps,
  customer: Customer,
  plants: readonly Plant[],
): Promise<void> {
  let left = plants;
  for (let round = 0; left.length > 0 && round < MAX_ROUNDS; round += 1) {
    left = await publishOnce(deps, customer, left);
  }
}

/** Returns the plants whose publication another process has changed before their file was put. */
async function publishOnce(
  deps: PublishForecastDeps,
  customer: Customer,
  plants: readonly Plant[],
): Promise<Plant[]> {
  const publications = await deps.publications.publications(customer.id);
  const put = new Map<Plant, { readonly mode: PublishMode; readonly digest: string }>();
  for (const plant of plants) {
    const publication = publications.get(plant.id);
    if (!publication || customer.folder === null) continue;
    const forecast = await wantedForecast(deps, customer, plant, publication);
    const file = new PublishedFile(deps, customer.folder, plant, publication);
    if (!forecast) {
      await file.remove();
      continue;
    }
    const digest = await file.write(await contentOf(deps, customer, plant, forecast));
    if (digest !== undefined) put.set(plant, { mode: publication.mode, digest });
  }
  if (put.size === 0) return [];
  const after = await deps.publications.publications(customer.id);
  return [...put].flatMap(([plant, { mode, digest }]) => {
    const now = after.get(plant.id);
    return now?.mode === mode && now.written.at(-1) === digest ? [] : [plant];
  });
}

/**
 * Sets whether the forecasts of a plant are written among those of its customer, and does so at once. Errors:
 * `not_found` for the plant, those of {@link publishForecasts}: the setting holds then.
 */
export async function setPublishing(
  deps: PublishForecastDeps,
  customer: Customer,
  plantName: string,
  mode: PublishMode,
  entry: (plant: Plant) => AuditEntry,
): Promise<void> {
  const plant = (await deps.plants.byName(customer.id, plantName)) ?? plantNotFound();
  await deps.publications.setMode(customer.id, plant.id, mode, entry(plant));
  await publishForecasts(deps, customer, [plant]);
}

/**
 * Removes the file that the service wrote of a plant, which is about to be removed or to have another name: the
 * next publishing writes it again where the plant is still there. Errors: `objects_unavailable`,
 * `store_unavailable`.
 */
export async function withdrawForecast(
  deps: WithdrawForecastDeps,
  customerId: string,
  plantId: string,
): Promise<void> {
  const publication = (await deps.publications.publications(customerId)).get(plantId);
  if (!publication || publication.written.length === 0) return;
  const plant = await deps.plants.get(customerId, plantId);
  const customer = await deps.customers.get(customerId);
  if (!plant || !customer || customer.folder === null) return;
  await new PublishedFile(deps, customer.folder, plant, publication).remove();
}

/** The forecast that is to be written; undefined where none is. */
async function wantedForecast(
  deps: PublishForecastDeps,
  customer: Customer,
  plant: Plant,
  { mode }: Publication,
): Promise<OwnForecast | undefined> {
  if (mode === 'off') return undefined;
  const now = deps.clock();
  if (mode === 'auto') {
    const [state] = await deps.deliveredForecasts.states(customer.id, [plant.id]);
    // Also a file that has not been recorded yet, which the service’s own would hide.
    const delivered = [state?.knownAt[0], await newestDelivery(deps, customer, plant)];
    const since = now.getTime() - DELIVERED_MS;
    if (delivered.some((at) => at && at.getTime() > since)) return undefined;
  }
  const forecast = await newestOwnForecast(deps, customer.id, plant.id, now);
  if (!forecast || endOfForecast(forecast) <= now.getTime()) return undefined;
  return mode === 'auto' && forecast.method !== 'learned' ? undefined : forecast;
}

/** A normalized file: the end of each quarter hour in UTC, and the available energy in kWh. */
async function contentOf(
  { unavailabilities, clock }: PublishForecastDeps,
  customer: Customer,
  plant: Plant,
  forecast: OwnForecast,
): Promise<string> {
  const [from, to] = [forecast.start, endOfForecast(forecast)];
  const window = { from: new Date(from), to: new Date(to) };
  const outages = await unavailabilities.recordedAt(customer.id, [plant.id], window, clock());
  const available = new AvailablePower(outages, Number(plant.nominalCapacityMw));
  let text = HEADER;
  for (let start = from; start < to; start += QUARTER_MS) {
    const end = start + QUARTER_MS;
    const microMw = quantileOf(forecast, Math.floor((start - from) / HOUR_MS), MEDIAN);
    const kWh = (available.at(start, end, microMw) / QUARTER_KWH).toFixed(KWH_DECIMALS);
    text += `${labelOf(end, UTC)};${kWh.replace(/\.?0+$/, '')}\n`;
  }
  return text;
}

/** The file that the service writes among the normalized forecasts of a plant. */
class PublishedFile {
  readonly #deps: PublishedFileDeps;
  readonly #key: string;
  readonly #plant: Plant;
  readonly #written: readonly string[];

  constructor(deps: PublishedFileDeps, folder: string, plant: Plant, { written }: Publication) {
    this.#deps = deps;
    this.#key = ownFileKey(folder, plant, deps.digest);
    this.#plant = plant;
    this.#written = written;
  }

  /** Returns the digest of what it has put; undefined where it has put nothing. */
  async write(text: string): Promise<string | undefined> {
    const { objects, publications, digest, log } = this.#deps;
    const present = await contentDigest(this.#deps, this.#key);
    if (present !== undefined && !this.#written.includes(present)) {
      log.warn(
        { key: this.#key },
        'a file with the reserved name solano.csv was not written by the service',
      );
      return undefined;
    }
    const next = digest(text);
    if (present === next) return undefined;
    // Before it is there: it is the service’s wherever this ends in between.
    if (!(await publications.addWritten(this.#plant.id, next))) return undefined;
    await objects.put(this.#key, new TextEncoder().encode(text), 'text/csv');
    return next;
  }

  async remove(): Promise<void> {
    if (this.#written.length === 0) return;
    const present = await contentDigest(this.#deps, this.#key);
    if (present === undefined || !this.#written.includes(present)) return;
    await this.#deps.objects.delete(this.#key);
  }
}

/** The key of the file that the service writes for a plant. */
function ownFileKey(folder: string, { name }: Plant, digest: Digest): string {
  return `${new CustomerFolders(folder, digest).normalized(name)}${OWN_FORECAST_FILE}`;
}

/**
 * The keys of the files of a customer that have the name of the service’s own and that it did not write. Errors:
 * `objects_unavailable`, `store_unavailable`.
 */
export async function foreignForecastFiles(
  deps: {
    readonly objects: Pick<ObjectStore, 'get' | 'listFolders'>;
    readonly publications: Pick<PublicationStore, 'publications'>;
    readonly digest: Digest;
  },
  { id, folder }: Customer,
  plants: readonly Plant[],
): Promise<string[]> {
  if (folder === null) return [];
  const publications = await deps.publications.publications(id);
  const written = new Map(
    plants.map((plant) => {
      return [ownFileKey(folder, plant, deps.digest), publications.get(plant.id)?.written ?? []];
    }),
  );
  const foreign: string[] = [];
  const prefix = new CustomerFolders(folder, deps.digest).normalized();
  for await (const { key } of deps.objects.listFolders(prefix)) {
    if (!isOwnForecastFile(key)) continue;
    const present = await contentDigest(deps, key);
    if (present !== undefined && !written.get(key)?.includes(present)) foreign.push(key);
  }
  return foreign;
}

/** The digest of what a file holds; undefined where there is none. */
async function contentDigest(
  { objects, digest }: { readonly objects: Pick<ObjectStore, 'get'>; readonly digest: Digest },
  key: string,
): Promise<string | undefined> {
  const object = await objects.get(key);
  return object && digest(new TextDecoder().decode(await collect(object.content)));
}
