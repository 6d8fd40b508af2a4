import type { Plant } from '@solano/domain/assets';
import { windowOfDays } from '@solano/domain/energy';
import { type DayRange, dateAt, datesBetween, HOUR_MS } from '@solano/domain/kernel';
import { dayAheadInstant } from '../distributions/forecast-day.ts';
import type { PlantOwnForecast } from '../distributions/own-forecast-store.ts';
import type { PlantHistory } from '../plant-model/plant-history.ts';
import { plantWeather } from '../weather/plant-weather.ts';
import { learnAt } from './learn-plant-models.ts';
import { forecastAt, type MakeForecastDeps, recentRuns, recentWindow } from './make-forecasts.ts';
import { plantHistories } from './plant-histories.ts';
import { plantsOf } from './plants-of.ts';

/** When hindcasts are as known: at 09:00 Madrid of the day before each day, or when each run of weather was. */
export type HindcastInstants = '09:00' | 'run';

/** Hindcasts of a plant. */
export interface HindcastTask {
  readonly customerId: string;
  readonly plantId: string;
  /** Madrid days, both included: of delivery, or of the issue of runs. */
  readonly days: DayRange;
  readonly instants: HindcastInstants;
}

/** What was made of a plant. */
export interface Hindcasts {
  readonly learned: number;
  readonly physical: number;
  /** Instants at which nothing was there to make a forecast from. */
  readonly none: number;
}

/**
 * Makes and records forecasts of past days by what was known then, in place of those that were recorded for the
 * same instants. Learned anew with the first one of each month. Errors: `store_unavailable`.
 *
 * @param onMonth called with the month (`YYYY-MM`) that is begun.
 */
export async function makeHindcasts(
  deps: MakeForecastDeps,
  { customerId, plantId, days, instants }: HindcastTask,
  onMonth: (month: string) => void,
): Promise<Hindcasts> {
  const all = await plantsOf(deps, customerId);
  const plant = all.find(({ id }) => id === plantId);
  const made = { learned: 0, physical: 0, none: 0 };
  if (!plant) return made;
  const found = await instantsOf(deps, plant, days, instants);
  for (const [month, ofMonth] of Map.groupBy(found, (at) =>
    dateAt(at).slice(0, 'YYYY-MM'.length),
  )) {
    onMonth(month);
    const forecasts = await hindcastsOfMonth(deps, plant, all, ofMonth);
    for (const { method } of forecasts) made[method] += 1;
    made.none += ofMonth.length - forecasts.length;
    await deps.ownForecasts.record(customerId, forecasts, deps.clock());
  }
  return made;
}

/** In order, none after now (ms). */
async function instantsOf(
  deps: MakeForecastDeps,
  plant: Plant,
  { from, to }: DayRange,
  instants: HindcastInstants,
): Promise<number[]> {
  const now = deps.clock().getTime();
  const isPast = (at: number) => at <= now;
  if (instants === '09:00') {
    return datesBetween(from, to).map(dayAheadInstant).filter(isPast);
  }
  const window = windowOfDays({ from, to });
  const found = new Set<number>();
  // A run of these days reaches beyond them.
  const reached = { from: window.from, to: window.to + HOUR_MS };
  for await (const { runs } of plantWeather(deps, plant.customerId, [plant], reached)) {
    for (const { issuedAt, knownAt } of runs) {
      if (issuedAt >= window.from && issuedAt < window.to) found.add(knownAt);
    }
  }
  return [...found].filter(isPast).sort((a, b) => a - b);
}

async function hindcastsOfMonth(
  deps: MakeForecastDeps,
  plant: Plant,
  all: readonly Plant[],
  instants: readonly number[],
): Promise<PlantOwnForecast[]> {
  const [first, last] = [instants[0] as number, instants.at(-1) as number];
  const model = await learnAt(deps, plant, all, new Date(first));
  const window = recentWindow(first, last);
  const histories = await plantHistories(deps, [plant], all, window, recentRuns(first, last));
  const historyAt = histories.get(plant.id) as (at: number) => PlantHistory;
  return instants.flatMap((at) => {
    const forecast = forecastAt(plant, historyAt(at), model, new Date(at));
    return forecast ? [{ plantId: plant.id, ...forecast }] : [];
  });
}
