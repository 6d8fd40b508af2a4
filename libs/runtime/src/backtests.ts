import { Worker } from 'node:worker_threads';
import type { BacktestRunner, BacktestTask, ErrorCode, JsonText } from '@solano/domain';
import { SolanoError } from '@solano/domain';

/** A message of a thread about a backtest: its progress, and finally its result. */
export type BacktestMessage =
  | { readonly place: number; readonly count: number }
  | { readonly result: JsonText }
  | { readonly code: ErrorCode; readonly message: string };

/** What a thread is given. */
export interface BacktestThreadData {
  readonly databaseUrl: string;
  readonly task: BacktestTask;
}

/** Runs each backtest in a thread with a database connection and a solver of its own. */
export class ThreadBacktests implements BacktestRunner, AsyncDisposable {
  readonly #databaseUrl: string;
  readonly #closing = new AbortController();
  readonly #running = new Set<Worker>();

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  async run(task: BacktestTask, onDay: (place: number, count: number) => void): Promise<JsonText> {
    if (this.#closing.signal.aborted) throw closing();
    const script = new URL('./backtest-thread.ts', import.meta.url);
    const workerData: BacktestThreadData = { databaseUrl: this.#databaseUrl, task };
    const thread = new Worker(script, { workerData });
    this.#running.add(thread);
    try {
      return await resultOf(thread, onDay);
    } catch (error) {
      throw this.#closing.signal.aborted ? closing(error) : error;
    } finally {
      this.#running.delete(thread);
      await thread.terminate();
    }
  }

  /** Ends what runs with a transient error. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#running].map((thread) => thread.terminate()));
  }
}

function resultOf(
  thread: Worker,
  onDay: (place: number, count: number) => void,
): Promise<JsonText> {
  const { promise, resolve, reject } = Promise.withResolvers<JsonText>();
  thread.on('message', (message: BacktestMessage) => {
    if ('place' in message) onDay(message.place, message.count);
    else if ('result' in message) resolve(message.result);
    else reject(new SolanoError(message.code, message.message));
  });
  thread.on('error', (cause) => reject(notComputed(cause)));
  thread.on('exit', () => reject(notComputed(new Error('The thread ended early.'))));
  return promise;
}

function notComputed(cause: unknown): SolanoError {
  return new SolanoError('computation_failed', 'The backtest could not be computed.', { cause });
}

function closing(cause?: unknown): SolanoError {
  const message = 'The service is closing: nothing more is computed.';
  return new SolanoError('engine_unavailable', message, { cause });
}
