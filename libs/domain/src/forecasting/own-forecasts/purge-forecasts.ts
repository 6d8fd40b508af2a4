import { type Clock, DAY_MS } from '@solano/domain/kernel';
import type { Schedule } from '@solano/domain/service';
import type { OwnForecastStore } from '../distributions/own-forecast-store.ts';

/** How long every forecast is kept after it was made; the day-ahead one of each day is kept for good. */
const RETENTION_MS = 60 * DAY_MS;

export interface PurgeForecastDeps {
  readonly ownForecasts: Pick<OwnForecastStore, 'purge'>;
  readonly clock: Clock;
}

/** Removes forecasts that are no longer kept, every night. */
export function purgeForecastSchedule({ ownForecasts, clock }: PurgeForecastDeps): Schedule {
  return {
    name: 'own-forecasts-purge',
    times: ['02:40'],
    run: async () => {
      await ownForecasts.purge(new Date(clock().getTime() - RETENTION_MS));
    },
  };
}
