import { type OnObserved, Threads } from '@solano/async';
import type { BacktestTask } from '@solano/domain/desk';
import type { BacktestRunner } from '@solano/domain/desk/jobs';
import { isSolanoError, type JsonText, SolanoError } from '@solano/domain/kernel';
import type { BacktestProgress, BacktestThreadTask } from './backtest-thread.ts';

const SCRIPT = new URL('./backtest-thread.ts', import.meta.url);

/** Runs each backtest in a thread with a database connection and a solver of its own. */
export class ThreadBacktests implements BacktestRunner, AsyncDisposable {
  readonly #databaseUrl: string;
  readonly #threads: Threads<BacktestThreadTask, JsonText, BacktestProgress>;

  /** @param onObserved is given the models and statements of a backtest. */
  constructor(databaseUrl: string, onObserved?: OnObserved) {
    this.#databaseUrl = databaseUrl;
    // The queue decides how many run at a time.
    this.#threads = new Threads(SCRIPT, 'runBacktest', Infinity, onObserved);
  }

  async run(
    task: BacktestTask,
    onDay: (position: number, count: number) => void,
  ): Promise<JsonText> {
    const onProgress = ({ position, count }: BacktestProgress) => onDay(position, count);
    const given = { databaseUrl: this.#databaseUrl, task };
    try {
      return await this.#threads.run(given, { onProgress, isLarge: true });
    } catch (cause) {
      if (isSolanoError(cause)) throw cause;
      const message = 'The backtest could not be computed.';
      throw new SolanoError('computation_failed', message, { cause });
    }
  }

  /** Ends what runs with a transient error. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads[Symbol.asyncDispose]();
  }
}
