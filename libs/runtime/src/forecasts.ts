import { type OnObserved, Threads } from '@solano/async';
import type { ForecastResult, ForecastRunner, ForecastTask } from '@solano/domain/forecasting';
import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import type { ForecastThreadTask } from './forecast-thread.ts';

const SCRIPT = new URL('./forecast-thread.ts', import.meta.url);

/**
 * Of a thread that learns, MB: values of weather are arrays outside of the heap, and they are freed as often as the
 * heap’s young generation is full.
 */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

/** Makes and learns forecasts in threads with a database connection of their own. */
export class ThreadForecasts implements ForecastRunner, AsyncDisposable {
  readonly #databaseUrl: string;
  readonly #threads: Threads<ForecastThreadTask, ForecastResult, string>;

  /**
   * @param max threads at a time.
   * @param onObserved is given the models and statements of a task.
   */
  constructor(databaseUrl: string, max = 1, onObserved?: OnObserved) {
    this.#databaseUrl = databaseUrl;
    this.#threads = new Threads(SCRIPT, 'runForecast', max, onObserved);
  }

  async run(task: ForecastTask, onMonth?: (month: string) => void): Promise<ForecastResult> {
    const given = { databaseUrl: this.#databaseUrl, task };
    const progress = onMonth ? { onProgress: onMonth } : {};
    try {
      return await this.#threads.run(given, { ...progress, isLarge: true, limits: LIMITS });
    } catch (cause) {
      if (isSolanoError(cause)) throw cause;
      const message = 'The forecasts could not be computed.';
      throw new SolanoError('computation_failed', message, { cause });
    }
  }

  /** Ends what runs with a transient error. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads[Symbol.asyncDispose]();
  }
}
