import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { LEVELS } from '../levels.ts';
import { endOfForecast, hoursOf, type OwnForecast } from './own-forecast.ts';
import type { OwnForecastState, OwnForecastStore } from './own-forecast-store.ts';

/** Forecasts that are looked at for one that reaches as far as the weather: those between are of 48 hours. */
const MAX_VERSIONS = 48;
/** One that reaches as far as the weather comes daily at least. */
const RECENT_MS = 2 * DAY_MS;

/**
 * The newest forecast of a plant that was known at an instant, from its own first hour on: the hours that it
 * does not reach are those of the newest before it that does. Undefined where none was known. Errors:
 * `store_unavailable`.
 */
export async function newestOwnForecast(
  { ownForecasts }: { readonly ownForecasts: Pick<OwnForecastStore, 'newest'> },
  customerId: string,
  plantId: string,
  at: Date,
): Promise<OwnForecast | undefined> {
  const [newest, ...older] = await ownForecasts.newest(customerId, plantId, at, MAX_VERSIONS);
  if (!newest) return undefined;
  return older.reduce(extended, newest);
}

/**
 * The newest forecasts of plants as {@link newestOwnForecast} gives each, by plant, read together. Errors:
 * `store_unavailable`.
 */
export async function newestOwnForecasts(
  deps: { readonly ownForecasts: Pick<OwnForecastStore, 'newest' | 'newestOf' | 'states'> },
  customerId: string,
  plantIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, OwnForecast>> {
  const found = new Map<string, OwnForecast>();
  const after = new Date(at.getTime() - RECENT_MS);
  const withRecent = await deps.ownForecasts.states(customerId, plantIds, after);
  const recent = deps.ownForecasts.newestOf(customerId, withRecent.map(plantOf), after, at);
  for await (const { plantId, versions } of recent) {
    const [newest, ...older] = versions;
    if (newest) found.set(plantId, older.reduce(extended, newest));
  }
  const others = plantIds.filter((id) => !found.has(id));
  for (const plantId of (await deps.ownForecasts.states(customerId, others)).map(plantOf)) {
    const older = await newestOwnForecast(deps, customerId, plantId, at);
    if (older) found.set(plantId, older);
  }
  return found;
}

function plantOf({ plantId }: OwnForecastState): string {
  return plantId;
}

/** A forecast with the hours of an older one after its own; as it is where they do not join. */
function extended(forecast: OwnForecast, older: OwnForecast): OwnForecast {
  const end = endOfForecast(forecast);
  const isOther = older.installedMicroMw !== forecast.installedMicroMw;
  if (isOther || older.start > end || endOfForecast(older) <= end) return forecast;
  const rest = older.shares.subarray(((end - older.start) / HOUR_MS) * LEVELS.length);
  const shares = new Uint16Array(hoursOf(forecast) * LEVELS.length + rest.length);
  shares.set(forecast.shares);
  shares.set(rest, forecast.shares.length);
  return { ...forecast, shares };
}
