import { fileURLToPath } from 'node:url';
import type { BandedPrediction, PredictionInputs, PricePredictor } from '@solano/domain';
import { SolanoError } from '@solano/domain';
import { Piscina } from 'piscina';

/** A thread that has predicted is let go: the next prediction is hours away. */
const IDLE_MS = 1_000;

/** Predicts prices in a thread of its own, one prediction after the other. */
export class ThreadPredictor implements PricePredictor, AsyncDisposable {
  readonly #closing = new AbortController();
  readonly #thread = new Piscina<PredictionInputs, readonly BandedPrediction[]>({
    filename: fileURLToPath(import.meta.resolve('./predict-thread.ts')),
    name: 'predictInThread',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });

  async predict(inputs: PredictionInputs): Promise<readonly BandedPrediction[]> {
    const { signal } = this.#closing;
    try {
      signal.throwIfAborted();
      return await this.#thread.run(inputs);
    } catch (cause) {
      if (!signal.aborted) {
        throw new SolanoError('computation_failed', 'Prices could not be predicted.', { cause });
      }
      const message = 'The service is closing: nothing more is computed.';
      throw new SolanoError('engine_unavailable', message, { cause });
    }
  }

  /** Ends the thread; what it still computes fails as `engine_unavailable`. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#thread.destroy();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
