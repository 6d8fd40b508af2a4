import type { ConsumptionForecast, PendingConsumptionForecast } from '@solano/domain/forecasting';
import { PromiseCache, SolanoError } from '@solano/domain/kernel';
import type { Caller } from '@solano/domain/service';
import type { Read, Reader } from '../readers/reader-threads.ts';
import type { forecastReader } from './forecast-reader.ts';

const FORECAST: Reader<typeof forecastReader> = {
  script: new URL('./forecast-reader.ts', import.meta.url),
  name: 'forecastReader',
  isOfFiles: true,
};

/** Forecasts that are cached; each has some 25 kB. */
const MAX_FORECASTS = 200;

/** Forecasts of consumption, computed in a thread and cached until what they are computed from changes. */
export class ComputedForecasts {
  readonly #read: Read;
  readonly #cache = new PromiseCache<ConsumptionForecast | undefined>(MAX_FORECASTS);

  constructor(read: Read) {
    this.#read = read;
  }

  /**
   * Errors: `too_little_known` where no group has 28 known days, `store_unavailable`, `overloaded`,
   * `engine_unavailable`.
   */
  async forecast(
    { customer }: Caller,
    pending: PendingConsumptionForecast,
  ): Promise<ConsumptionForecast> {
    const forecast = await this.#cache.get(pending.revision, async () => {
      const inputs = await pending.load();
      const request = { caller: customer.id, bytes: inputs.groups.length };
      return (await this.#read(FORECAST, inputs, request)).forecast;
    });
    if (forecast) return forecast;
    throw new SolanoError(
      'too_little_known',
      'A forecast needs 28 whole days of measured consumption of a group: deliver more.',
    );
  }
}
