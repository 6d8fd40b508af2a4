import {
  type Plant,
  type PlantStore,
  requirePlant,
  type UnavailabilityStore,
} from '@solano/domain/assets';
import { AvailablePower } from '@solano/domain/energy';
import { type Clock, HOUR_MS, MINUTE_MS, SolanoError } from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import {
  endOfForecast,
  hoursOf,
  MEDIAN,
  type OwnForecast,
  quantileOf,
} from '../distributions/own-forecast.ts';
import type { OwnForecastStore } from '../distributions/own-forecast-store.ts';
import { newestOwnForecast } from '../distributions/read-own-forecast.ts';

export interface OwnPlantForecastDeps {
  readonly plants: Pick<PlantStore, 'get'>;
  readonly ownForecasts: Pick<OwnForecastStore, 'newest'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'recordedAt'>;
  readonly clock: Clock;
}

/** A period of the service's own forecast; powers in micro-MW. */
export interface OwnForecastPeriod {
  /** ms. */
  readonly start: number;
  readonly end: number;
  readonly microMw: number;
  /** Of the levels that were asked for, in their order. */
  readonly quantiles: readonly number[];
  /** The same with what remains of it with the unavailabilities that were recorded. */
  readonly availableMicroMw: number;
  readonly availableQuantiles: readonly number[];
}

export interface OwnPlantForecast {
  readonly plant: Plant;
  readonly forecast: OwnForecast;
  readonly periods: readonly OwnForecastPeriod[];
}

export interface OwnForecastQuery {
  /** As known then; undefined: now. */
  readonly asOf?: Date | undefined;
  /** Minutes of the periods; an hour where it is undefined. */
  readonly resolution?: 15 | 30 | 60 | undefined;
  /** Whole percent. */
  readonly quantiles: readonly number[];
}

/**
 * The newest forecast of the service's own of a plant that was known at an instant, with what was recorded as
 * unavailable by then. Errors: `not_found` for the plant, and where no forecast was known;
 * `store_unavailable`.
 */
export async function ownPlantForecast(
  deps: OwnPlantForecastDeps,
  customer: Customer,
  plantId: string,
  { asOf, resolution = 60, quantiles }: OwnForecastQuery,
): Promise<OwnPlantForecast> {
  const plant = await requirePlant(deps.plants, customer.id, plantId);
  const at = asOf ?? deps.clock();
  const forecast = await newestOwnForecast(deps, customer.id, plant.id, at);
  if (!forecast) throw noForecast(plant, asOf);
  const window = { from: new Date(forecast.start), to: new Date(endOfForecast(forecast)) };
  const outages = await deps.unavailabilities.recordedAt(customer.id, [plant.id], window, at);
  const available = new AvailablePower(outages, Number(plant.nominalCapacityMw));
  const periods = [...periodsOf(forecast, resolution, quantiles, available)];
  return { plant, forecast, periods };
}

function noForecast({ name }: Plant, asOf: Date | undefined): SolanoError {
  if (!asOf) {
    return new SolanoError('not_found', `The service has no forecast of its own of plant ${name}.`);
  }
  const when = asOf.toISOString();
  const message = `No forecast of its own of plant ${name} was known to the service at ${when}.`;
  return new SolanoError('not_found', message);
}

/** The periods of a forecast, with what remains of each with the plant’s unavailabilities. */
export function* periodsOf(
  forecast: OwnForecast,
  minutes: number,
  levels: readonly number[],
  available: AvailablePower,
): Generator<OwnForecastPeriod> {
  for (let hour = 0; hour < hoursOf(forecast); hour += 1) {
    const from = forecast.start + hour * HOUR_MS;
    for (let start = from; start < from + HOUR_MS; start += minutes * MINUTE_MS) {
      yield ownPeriod(forecast, hour, { start, minutes }, levels, available);
    }
  }
}

/**
 * A period of an hour of a forecast.
 *
 * @param hour of the forecast, from 0.
 * @param levels whole percent.
 */
export function ownPeriod(
  forecast: OwnForecast,
  hour: number,
  { start, minutes }: { readonly start: number; readonly minutes: number },
  levels: readonly number[],
  available: AvailablePower,
): OwnForecastPeriod {
  const end = start + minutes * MINUTE_MS;
  const microMw = quantileOf(forecast, hour, MEDIAN);
  const quantiles = levels.map((level) => quantileOf(forecast, hour, level));
  const availableMicroMw = available.at(start, end, microMw);
  const availableQuantiles = quantiles.map((each) => available.at(start, end, each));
  return { start, end, microMw, quantiles, availableMicroMw, availableQuantiles };
}
