import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PurchaseSplitter, SplitInputs, SplitText } from '@solano/domain';
import { NOT_COMPUTED, SolanoError } from '@solano/domain';
import { Piscina } from 'piscina';
import type { SplitResult } from './split-thread.ts';

/** One core is left to the event loop; each thread holds a solver of some tens of megabytes. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** How long a thread without work is kept: a new one takes a third of a second. */
const IDLE_MS = 60_000;

/** Splits purchases in threads of its own, which start with the first purchase. */
export class ThreadSplitter implements PurchaseSplitter, AsyncDisposable {
  readonly #closing = new AbortController();
  readonly #threads: Piscina<SplitInputs, SplitResult>;

  /** @param script of each thread: it exports `splitInThread`, a `splitWith` of its own solver. */
  constructor(script: URL) {
    this.#threads = new Piscina({
      filename: fileURLToPath(script),
      name: 'splitInThread',
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
    });
  }

  async split(inputs: SplitInputs): Promise<SplitText> {
    const answer = await this.#run(inputs);
    if ('failure' in answer) throw new SolanoError('computation_failed', answer.failure);
    return answer;
  }

  /** Ends the threads; what they still compute fails as `engine_unavailable`. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#threads.destroy();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #run(inputs: SplitInputs): Promise<SplitResult> {
    const { signal } = this.#closing;
    try {
      signal.throwIfAborted();
      return await this.#threads.run(inputs);
    } catch (cause) {
      if (!signal.aborted) throw new SolanoError('computation_failed', NOT_COMPUTED, { cause });
      const message = 'The service is closing: nothing more is computed.';
      throw new SolanoError('engine_unavailable', message, { cause });
    }
  }
}
