import type { Log, PurchaseSteps, PurchaseWorkflow } from '@solano/domain';
import { isPassing, RETRIES, reasonOf, SolanoError } from '@solano/domain';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';

const MOST_STEPS_AT_ONCE = 16;

/**
 * Runs the steps in this process. It is not durable: what has not ended when the process does is
 * forgotten, and so is which purchases have ended. A step that waits for its next try leaves its
 * place to others.
 */
export class MemoryPurchaseWorkflow implements PurchaseWorkflow, AsyncDisposable {
  readonly #steps: PurchaseSteps;
  readonly #log: Log;
  readonly #limit: LimitFunction;
  readonly #taken = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(steps: PurchaseSteps, log: Log, mostStepsAtOnce = MOST_STEPS_AT_ONCE) {
    this.#steps = steps;
    this.#log = log;
    this.#limit = pLimit(mostStepsAtOnce);
  }

  async submit(purchaseId: string): Promise<void> {
    if (this.#closing.signal.aborted) {
      throw new SolanoError('engine_unavailable', 'The workflow engine is closed.');
    }
    if (this.#taken.has(purchaseId)) return;
    this.#taken.add(purchaseId);
    const run = this.#run(purchaseId).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Starts no further step and no further try, and waits for the steps that run. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #run(id: string): Promise<void> {
    try {
      await this.#beginAndComplete(id).catch((error: unknown) => {
        this.#closing.signal.throwIfAborted();
        return this.#persist((attempt) => this.#steps.abandon(id, reasonOf(error), attempt));
      });
    } catch (err) {
      if (this.#closing.signal.aborted) return;
      this.#log.error({ purchase_id: id, err }, 'the purchase could not even be abandoned');
    }
  }

  async #beginAndComplete(id: string): Promise<void> {
    const goesOn = await this.#persist((attempt) => this.#steps.begin(id, attempt));
    if (goesOn) await this.#persist((attempt) => this.#steps.complete(id, attempt));
  }

  /** Tries a step until it works, fails for good or has been tried for long enough. */
  async #persist<T>(step: (attempt: number) => Promise<T>): Promise<T> {
    const { signal } = this.#closing;
    const last = performance.now() + RETRIES.forMs;
    let wait = RETRIES.firstMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#limit(() => {
          signal.throwIfAborted();
          return step(attempt);
        });
      } catch (error) {
        if (!isPassing(error) || performance.now() >= last) throw error;
      }
      await this.#pause(wait);
      wait = Math.min(wait * RETRIES.factor, RETRIES.longestMs);
    }
  }

  /** Ends after the time, or fails when the engine closes. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    signal.addEventListener('abort', reject);
    const timer = setTimeout(resolve, ms);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', reject);
    }
  }
}
