import type { Plant, PlantStore, UnavailabilityStore } from '@solano/domain/assets';
import {
  DEFAULT_PLANT_SETTINGS,
  type EnergySettingsStore,
  knownAfterMs,
  type MeasurementStore,
  type SeriesWindow,
} from '@solano/domain/energy';
import {
  batchesOf,
  type Clock,
  DAY_MS,
  HOUR_MS,
  MICRO,
  SolanoError,
  startOfDate,
} from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import { dayAheadDate } from '../distributions/forecast-day.ts';
import {
  endOfForecast,
  hoursOf,
  levelOf,
  type OwnForecast,
} from '../distributions/own-forecast.ts';
import type { OwnForecastStore } from '../distributions/own-forecast-store.ts';
import { newestOwnForecasts } from '../distributions/read-own-forecast.ts';
import { knownHours } from '../own-forecasts/known-hours.ts';
import type { OwnForecastQuery } from '../own-forecasts/own-plant-forecast.ts';
import type { SumInputs, SummedPlant } from './sum-forecasts.ts';

/** Past days in which errors of plants are compared. */
const RANK_DAYS = 60;
/** Plants whose past forecasts are held at once: some 2 MB. */
const BATCH_PLANTS = 5;

export interface PortfolioForecastDeps {
  readonly plants: Pick<PlantStore, 'list'>;
  readonly ownForecasts: Pick<OwnForecastStore, 'newest' | 'newestOf' | 'states' | 'dayAhead'>;
  readonly measurements: Pick<MeasurementStore, 'runs'>;
  readonly energySettings: Pick<EnergySettingsStore, 'ofPlants'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'recordedAt'>;
  readonly clock: Clock;
}

/** The forecast of the sum of some plants, before it is computed. */
export interface PortfolioForecast {
  /** Names of the plants that are summed, in order. */
  readonly plants: readonly string[];
  /** Names of those without a forecast that reaches beyond the instant. */
  readonly missing: readonly string[];
  /** The oldest time at which the forecast of one of them became known. */
  readonly generatedAt: Date;
  readonly inputs: SumInputs;
}

/**
 * What the sum of the forecasts of a customer’s plants is computed from, as known at an instant. Errors:
 * `not_found` where no plant has the group, or none of them a forecast; `store_unavailable`.
 *
 * @param agrupation only the plants of this group; undefined: all.
 */
export async function portfolioForecast(
  deps: PortfolioForecastDeps,
  customer: Customer,
  agrupation: string | undefined,
  { asOf, resolution = 60, quantiles }: OwnForecastQuery,
): Promise<PortfolioForecast> {
  const at = asOf ?? deps.clock();
  const plants: Plant[] = [];
  for await (const plant of deps.plants.list(customer.id)) {
    if (agrupation === undefined || plant.agrupation === agrupation) plants.push(plant);
  }
  if (plants.length === 0) throw noPlants(agrupation);
  const ids = plants.map(({ id }) => id);
  const newest = await newestOwnForecasts(deps, customer.id, ids, at);
  const known = plants.flatMap((plant) => {
    const forecast = newest.get(plant.id);
    // One that has ended would leave no hour to the others.
    return forecast && endOfForecast(forecast) > at.getTime() ? [{ plant, forecast }] : [];
  });
  if (known.length === 0) throw noForecasts(plants.length, asOf);
  const to = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
  const window = { from: to - RANK_DAYS * DAY_MS, to };
  const ranks = await ranksOf(
    deps,
    customer.id,
    known.map(({ plant }) => plant),
    window,
    at,
  );
  const span = {
    from: new Date(Math.min(...known.map(({ forecast }) => forecast.start))),
    to: new Date(Math.max(...known.map(({ forecast }) => endOfForecast(forecast)))),
  };
  const knownIds = known.map(({ plant }) => plant.id);
  const outages = Map.groupBy(
    await deps.unavailabilities.recordedAt(customer.id, knownIds, span, at),
    ({ plantId }) => plantId,
  );
  const summed = known.map(({ plant, forecast }): SummedPlant => {
    const own = ranks.get(plant.id) ?? new Float32Array();
    const nominalMw = Number(plant.nominalCapacityMw);
    return { forecast, ranks: own, outages: outages.get(plant.id) ?? [], nominalMw };
  });
  const isKnown = new Set(knownIds);
  return {
    plants: known.map(({ plant }) => plant.name),
    missing: plants.filter(({ id }) => !isKnown.has(id)).map(({ name }) => name),
    generatedAt: new Date(Math.min(...known.map(({ forecast }) => forecast.knownAt.getTime()))),
    inputs: { plants: summed, ranksFrom: window.from, quantiles, resolution },
  };
}

function noPlants(agrupation: string | undefined): SolanoError {
  const which =
    agrupation === undefined ? '' : ` with the agrupation ${JSON.stringify(agrupation)}`;
  return new SolanoError('not_found', `There is no plant${which}.`);
}

function noForecasts(count: number, asOf: Date | undefined): SolanoError {
  const which = count === 1 ? 'the plant' : `any of the ${count} plants`;
  const had = asOf ? `had, at ${asOf.toISOString()},` : 'has';
  const message = `The service ${had} no forecast of its own of ${which}.`;
  return new SolanoError('not_found', message);
}

/** The levels at which the day-ahead forecasts of past hours had what was measured, by plant. */
async function ranksOf(
  deps: PortfolioForecastDeps,
  customerId: string,
  plants: readonly Plant[],
  window: SeriesWindow,
  at: Date,
): Promise<ReadonlyMap<string, Float32Array>> {
  const settings = await deps.energySettings.ofPlants(
    customerId,
    plants.map(({ id }) => id),
  );
  const ranks = new Map<string, Float32Array>();
  const span = { from: new Date(window.from), to: new Date(window.to) };
  for (const batch of batchesOf(plants, BATCH_PLANTS)) {
    const ids = batch.map(({ id }) => id);
    const forecasts = new Map<string, ReadonlyMap<number, OwnForecast>>();
    for await (const own of deps.ownForecasts.dayAhead(customerId, ids, window)) {
      forecasts.set(own.plantId, dayAheadHours(own.versions, window, at));
    }
    const outages = Map.groupBy(
      await deps.unavailabilities.recordedAt(customerId, ids, span, at),
      ({ plantId }) => plantId,
    );
    const filter = { kind: 'production', plantIds: ids } as const;
    for await (const { series, runs } of deps.measurements.runs(customerId, filter, window)) {
      if (series.kind !== 'production') continue;
      const { plantId } = series;
      const knownAfter = knownAfterMs(settings.get(plantId) ?? DEFAULT_PLANT_SETTINGS);
      const known = { at: at.getTime(), knownAfter };
      const { mw } = knownHours(runs, window, known, outages.get(plantId) ?? []);
      const hours = forecasts.get(plantId) ?? new Map<number, OwnForecast>();
      ranks.set(plantId, levelsOf(mw, window.from, hours));
    }
  }
  return ranks;
}

/** A forecast of each hour of a window, by the hour’s place: the day-ahead one, else the first that reached it. */
function dayAheadHours(
  versions: readonly OwnForecast[],
  window: SeriesWindow,
  at: Date,
): ReadonlyMap<number, OwnForecast> {
  const hours = new Map<number, OwnForecast>();
  const count = (window.to - window.from) / HOUR_MS;
  for (const forecast of versions.filter(({ knownAt }) => knownAt <= at)) {
    const dayAhead = startOfDate(dayAheadDate(forecast.knownAt.getTime()));
    const first = (forecast.start - window.from) / HOUR_MS;
    const after = Math.min(count, first + hoursOf(forecast));
    for (let place = Math.max(0, first); place < after; place += 1) {
      const isDayAhead = window.from + place * HOUR_MS >= dayAhead;
      if (isDayAhead || !hours.has(place)) hours.set(place, forecast);
    }
  }
  return hours;
}

/** The levels of measured power (MW, NaN where unknown) in the forecasts of its hours. */
function levelsOf(
  mw: Float64Array,
  from: number,
  forecasts: ReadonlyMap<number, OwnForecast>,
): Float32Array {
  return Float32Array.from(mw, (power, place) => {
    const forecast = forecasts.get(place);
    if (!forecast || Number.isNaN(power)) return Number.NaN;
    const hour = (from + place * HOUR_MS - forecast.start) / HOUR_MS;
    return levelOf(forecast, hour, power * MICRO);
  });
}
