import type { Plant, PlantStore } from '@solano/domain/assets';
import { batchesOf, DAY_MS, HOUR_MS, type Observe, observed } from '@solano/domain/kernel';
import {
  firstHours,
  hoursOf,
  keptForecast,
  type OwnForecast,
} from '../distributions/own-forecast.ts';
import type { OwnForecastStore } from '../distributions/own-forecast-store.ts';
import { forecastPlant } from '../plant-model/forecast-plant.ts';
import type { PlantHistory } from '../plant-model/plant-history.ts';
import { decodePlantModel, type PlantModel } from '../plant-model/plant-model.ts';
import type { RunHead } from '../weather/weather-run.ts';
import { installedMw, type PlantHistoryDeps, plantHistories } from './plant-histories.ts';
import type { PlantModelStore } from './plant-model-store.ts';
import { plantsOf } from './plants-of.ts';

/** Days of measured production that a forecast rests on, besides what was learned. */
const RECENT_DAYS = 10;
/** Days of weather before it. */
const RECENT_WEATHER_DAYS = 4;
/** Hours that are renewed while the weather is the same. */
const RENEWED_HOURS = 48;
/** For how long a forecast as far as the weather goes holds where nothing but production is new. */
const FULL_MS = DAY_MS;
/** Plants that are forecast together: their weather is some MB. */
const BATCH_PLANTS = 50;
export interface MakeForecastDeps extends PlantHistoryDeps {
  readonly plants: Pick<PlantStore, 'list'>;
  readonly ownForecasts: Pick<OwnForecastStore, 'newestOf' | 'record'>;
  readonly plantModels: Pick<PlantModelStore, 'models'>;
  /** Observes each plant's model. */
  readonly observeModel?: Observe | undefined;
}

/** A forecast that was made. */
export interface MadeForecast {
  readonly plantId: string;
  readonly forecast: OwnForecast;
  /** Whether it is of the next hours alone, as its weather is that of the one before. */
  readonly isRenewal: boolean;
}

/**
 * Makes and records the forecasts of a customer’s plants as of an instant: as far as the weather goes where it is
 * new, else of the next 48 hours. A plant of wind without weather has none. Errors: `store_unavailable`.
 *
 * @param plantIds those alone; undefined: all.
 */
export async function makeForecasts(
  deps: MakeForecastDeps,
  customerId: string,
  plantIds: readonly string[] | undefined,
  at: Date,
): Promise<MadeForecast[]> {
  const all = await plantsOf(deps, customerId);
  const wanted = plantIds ? all.filter(({ id }) => plantIds.includes(id)) : all;
  const made: MadeForecast[] = [];
  for (const plants of batchesOf(wanted, BATCH_PLANTS)) {
    const batch = await makeBatch(deps, plants, all, at);
    const rows = batch.map(({ plantId, forecast }) => ({ plantId, ...forecast }));
    await deps.ownForecasts.record(customerId, rows, at);
    made.push(...batch);
  }
  return made;
}

async function makeBatch(
  deps: MakeForecastDeps,
  plants: readonly Plant[],
  all: readonly Plant[],
  at: Date,
): Promise<MadeForecast[]> {
  const [{ customerId } = { customerId: '' }] = plants;
  const now = at.getTime();
  const histories = await plantHistories(
    deps,
    plants,
    all,
    recentWindow(now, now),
    recentRuns(now, now),
  );
  const ids = plants.map(({ id }) => id);
  const models = await deps.plantModels.models(customerId, ids);
  const full = await fullForecasts(deps, customerId, ids, at);
  const made: MadeForecast[] = [];
  for (const plant of plants) {
    const stored = models.get(plant.id)?.model;
    const history = histories.get(plant.id)?.(now) as PlantHistory;
    const model = stored && decodePlantModel(stored);
    const name = model ? 'plant-learned' : 'plant-physical';
    const forecast = observed(deps.observeModel, [name, plant.id], () =>
      forecastAt(plant, history, model, at),
    );
    if (!forecast) continue;
    const isRenewal = isRenewed(full.get(plant.id), forecast);
    const kept = isRenewal ? firstHours(forecast, RENEWED_HOURS) : forecast;
    made.push({ plantId: plant.id, forecast: kept, isRenewal });
  }
  return made;
}

/** The forecast of a plant by what was known at an instant; undefined where there is nothing to make it from. */
export function forecastAt(
  plant: Plant,
  history: PlantHistory,
  model: PlantModel | undefined,
  at: Date,
): OwnForecast | undefined {
  const distribution = forecastPlant(model, history, at.getTime());
  return (
    distribution && keptForecast(distribution, { knownAt: at, installedMw: installedMw(plant) })
  );
}

/** Measured production that forecasts of some instants (ms) rest on, in whole hours. */
export function recentWindow(first: number, last: number) {
  const from = Math.floor(first / HOUR_MS) * HOUR_MS - RECENT_DAYS * DAY_MS;
  return { from, to: Math.ceil(last / HOUR_MS) * HOUR_MS };
}

/** The runs of weather that forecasts of some instants (ms) rest on. */
export function recentRuns(first: number, last: number) {
  return <Run extends RunHead>(runs: readonly Run[]) => {
    const known = runs.filter(({ knownAt }) => knownAt <= last);
    const recent = known.findIndex(({ knownAt }) => knownAt > first - RECENT_WEATHER_DAYS * DAY_MS);
    // The newest before it counts, however old it is: the source may have been away.
    return recent < 0 ? known.slice(-1) : known.slice(Math.max(0, recent - 1));
  };
}

/** The last forecasts that reach as far as the weather, by plant, of those that may still hold. */
async function fullForecasts(
  { ownForecasts }: MakeForecastDeps,
  customerId: string,
  plantIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, OwnForecast>> {
  const found = new Map<string, OwnForecast>();
  const after = new Date(at.getTime() - FULL_MS);
  const recent = ownForecasts.newestOf(customerId, plantIds, after, at);
  for await (const { plantId, versions } of recent) {
    const full = versions.find((each) => hoursOf(each) > RENEWED_HOURS);
    if (full) found.set(plantId, full);
  }
  return found;
}

/** Whether the last forecast that reaches as far as the weather still holds beyond the next hours. */
function isRenewed(full: OwnForecast | undefined, forecast: OwnForecast): boolean {
  if (!full || hoursOf(forecast) <= RENEWED_HOURS) return false;
  return (
    full.method === forecast.method &&
    full.installedMicroMw === forecast.installedMicroMw &&
    full.weather?.source === forecast.weather?.source &&
    full.weather?.issuedAt.getTime() === forecast.weather?.issuedAt.getTime()
  );
}
