import {
  type Plant,
  type PlantStore,
  requirePlant,
  type UnavailabilityStore,
} from '@solano/domain/assets';
import { AvailablePower, windowOfDays } from '@solano/domain/energy';
import { type Clock, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import { type KnownForecast, scoredForecasts } from '../delivered-forecasts/forecasts-by-lead.ts';
import {
  type ForecastSeriesQuery,
  requireSeriesDays,
} from '../delivered-forecasts/plant-forecast.ts';
import { hoursOf, MEDIAN, type OwnForecast, quantileOf } from '../distributions/own-forecast.ts';
import type { OwnForecastStore } from '../distributions/own-forecast-store.ts';
import { type OwnForecastPeriod, ownPeriod } from './own-plant-forecast.ts';

export interface OwnForecastSeriesDeps {
  readonly plants: Pick<PlantStore, 'get'>;
  readonly ownForecasts: Pick<OwnForecastStore, 'versions'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'recordedAt'>;
  readonly clock: Clock;
}

/**
 * The service’s own forecast of each period of some days as it was known by the lead, with its quantiles and
 * what is recorded as unavailable now; a period without one is left out. Errors: `not_found`,
 * `invalid_request` for days out of order or more than 400, `store_unavailable`.
 *
 * @param levels whole percent.
 */
export async function ownForecastSeries(
  deps: OwnForecastSeriesDeps,
  customer: Customer,
  plantId: string,
  { from, to, lead, resolution = 15 }: ForecastSeriesQuery,
  levels: readonly number[],
): Promise<{ readonly plant: Plant; readonly periods: readonly OwnForecastPeriod[] }> {
  requireSeriesDays(from, to);
  const plant = await requirePlant(deps.plants, customer.id, plantId);
  const window = windowOfDays({ from, to });
  const span = { from: new Date(window.from), to: new Date(window.to) };
  const outages = await deps.unavailabilities.recordedAt(
    customer.id,
    [plant.id],
    span,
    deps.clock(),
  );
  const available = new AvailablePower(outages, Number(plant.nominalCapacityMw));
  const isDayAhead = lead === 'day_ahead';
  const periods: OwnForecastPeriod[] = [];
  const found = deps.ownForecasts.versions(customer.id, [plant.id], window, isDayAhead);
  for await (const { versions } of found) {
    for (const { start, version } of scoredForecasts(versions.map(knownForecast), window, lead)) {
      // A forecast is of whole hours: the first quarter of a period stands for it.
      if ((start - window.from) % (resolution * MINUTE_MS) !== 0 || !version.own) continue;
      const hour = Math.floor((start - version.own.start) / HOUR_MS);
      periods.push(ownPeriod(version.own, hour, { start, minutes: resolution }, levels, available));
    }
  }
  return { plant, periods };
}

/** A forecast of the service’s own: its medians, and itself. */
export function knownForecast(own: OwnForecast): KnownForecast {
  const microMw = Float64Array.from({ length: hoursOf(own) }, (_, hour) => {
    return quantileOf(own, hour, MEDIAN);
  });
  return { knownAt: own.knownAt.getTime(), runs: [{ start: own.start, step: 60, microMw }], own };
}
