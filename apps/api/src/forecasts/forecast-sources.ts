import type { ForecastDeps } from '@solano/domain/assets';
import type { RecordForecastDeps } from '@solano/domain/forecasting';
import type { ObjectInfo } from '@solano/domain/kernel';
import type { Caller } from '@solano/domain/service';
import { FairQueue } from '../readers/fair-queue.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import { type CachedBody, DerivedContentCache } from './derived-content-cache.ts';
import type { readForecast, readForecastRuns } from './forecast-reader.ts';
import type { ForecastSource, NormalizedText } from './forecast-text.ts';

const FORECAST_SCRIPT = { script: new URL('./forecast-reader.ts', import.meta.url) };
const FORECAST: Reader<typeof readForecast> = { ...FORECAST_SCRIPT, name: 'readForecast' };

const RUNS: Reader<typeof readForecastRuns> = { ...FORECAST_SCRIPT, name: 'readForecastRuns' };

/** Reads the power of a customer's normalized files, large ones in a thread. */
export function forecastRunsReader(read: Read): RecordForecastDeps['readForecastRuns'] {
  return async (customerId, content) => {
    const request = { caller: customerId, bytes: content.length };
    const { runs } = await read(RUNS, { content }, request);
    return runs;
  };
}

/** Files of more bytes together are large: a response made of them takes seconds. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** Limits of responses made of large files: one that waits too long is rejected before its work begins. */
const LARGE_RESPONSES = { maxConcurrent: 2, maxPerCaller: 1, maxWaitMs: 10_000 };

/** The source of all forecast endpoints: one cache, and one queue for large files. */
export class ForecastSources {
  readonly cache: DerivedContentCache;
  readonly #read: Read;
  readonly #queue = new FairQueue(LARGE_RESPONSES);

  constructor(deps: ForecastDeps & { readonly read: Read }) {
    this.cache = new DerivedContentCache(deps);
    this.#read = deps.read;
  }

  of(caller: Caller): ForecastSource {
    return {
      cache: this.cache,
      read: (input) => this.#read(FORECAST, input, readerRequest(caller, input.content)),
    };
  }

  /** Makes the body of a response, or finds it in the cache. Errors: as {@link inTurn}. */
  body(caller: Caller, body: CachedBody, make: () => Promise<NormalizedText>) {
    return this.cache.body(body, () => this.inTurn(caller, body.infos, make));
  }

  /** Makes a response of the files, those of large ones in turn. Errors: `overloaded`. */
  inTurn<T>(
    { customer }: Caller,
    infos: readonly ObjectInfo[],
    make: () => Promise<T>,
  ): Promise<T> {
    const bytes = infos.reduce((sum, { size }) => sum + size, 0);
    return bytes > LARGE_BYTES ? this.#queue.run(customer.id, make) : make();
  }
}
