import type {
  DeliverySteps,
  Log,
  PurchaseSteps,
  PurchaseWorkflow,
  WebhookWorkflow,
} from '@solano/domain';
import { DELIVERY_RETRIES, isPassing, RETRIES, reasonOf, SolanoError } from '@solano/domain';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';

const MOST_STEPS_AT_ONCE = 16;

interface EngineOptions {
  readonly steps: PurchaseSteps;
  readonly deliveries: DeliverySteps;
  readonly log: Log;
  /** Steps of purchases, and as many sendings of webhook messages. */
  readonly mostStepsAtOnce?: number;
  readonly deliveryRetries?: typeof RETRIES;
}

/** How a kind of workflow has its steps tried. */
interface Trying {
  readonly retries: typeof RETRIES;
  readonly limit: LimitFunction;
}

/**
 * Runs the steps in this process. It is not durable: what has not ended when the process does is
 * forgotten, and so is which purchases have ended. A step that waits for its next try leaves its
 * place to others.
 */
export class MemoryPurchaseWorkflow implements PurchaseWorkflow, WebhookWorkflow, AsyncDisposable {
  readonly #options: EngineOptions;
  readonly #ofPurchases: Trying;
  readonly #ofDeliveries: Trying;
  readonly #taken = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: EngineOptions) {
    this.#options = options;
    const { mostStepsAtOnce = MOST_STEPS_AT_ONCE, deliveryRetries = DELIVERY_RETRIES } = options;
    this.#ofPurchases = { retries: RETRIES, limit: pLimit(mostStepsAtOnce) };
    this.#ofDeliveries = { retries: deliveryRetries, limit: pLimit(mostStepsAtOnce) };
  }

  async submit(purchaseId: string, { again = false } = {}): Promise<void> {
    await this.check();
    if (again && this.#ended.delete(purchaseId)) this.#taken.delete(purchaseId);
    this.#take(purchaseId, () => this.#run(purchaseId));
  }

  async deliver(deliveryId: string): Promise<void> {
    await this.check();
    this.#take(deliveryId, () => this.#send(deliveryId));
  }

  async check(): Promise<void> {
    if (!this.#closing.signal.aborted) return;
    throw new SolanoError('engine_unavailable', 'The workflow engine is closed.');
  }

  /** Starts no further step and no further try, and waits for the steps that run. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #take(id: string, start: () => Promise<void>): void {
    if (this.#taken.has(id)) return;
    this.#taken.add(id);
    const run = start().finally(() => {
      this.#running.delete(run);
      this.#ended.add(id);
    });
    this.#running.add(run);
  }

  async #run(id: string): Promise<void> {
    const { steps, log } = this.#options;
    try {
      await this.#beginAndComplete(id).catch((error: unknown) => {
        this.#closing.signal.throwIfAborted();
        return this.#persist(this.#ofPurchases, (attempt) =>
          steps.abandon(id, reasonOf(error), attempt),
        );
      });
    } catch (err) {
      if (this.#closing.signal.aborted) return;
      log.error({ purchase_id: id, err }, 'the purchase could not even be abandoned');
    }
  }

  async #send(id: string): Promise<void> {
    const { deliveries, log } = this.#options;
    const trying = this.#ofDeliveries;
    try {
      await this.#persist(trying, (attempt) => deliveries.send(id, attempt)).catch(() => {
        this.#closing.signal.throwIfAborted();
        return this.#persist(trying, () => deliveries.abandon(id));
      });
    } catch (err) {
      if (this.#closing.signal.aborted) return;
      log.error({ delivery_id: id, err }, 'the webhook message could not even be abandoned');
    }
  }

  async #beginAndComplete(id: string): Promise<void> {
    const { steps } = this.#options;
    const trying = this.#ofPurchases;
    const goesOn = await this.#persist(trying, (attempt) => steps.begin(id, attempt));
    if (goesOn) await this.#persist(trying, (attempt) => steps.complete(id, attempt));
  }

  /** Tries a step until it works, fails for good or has been tried for long enough. */
  async #persist<T>({ retries, limit }: Trying, step: (attempt: number) => Promise<T>): Promise<T> {
    const { signal } = this.#closing;
    const last = performance.now() + retries.forMs;
    let wait = retries.firstMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await limit(() => {
          signal.throwIfAborted();
          return step(attempt);
        });
      } catch (error) {
        if (!isPassing(error) || performance.now() >= last) throw error;
      }
      await this.#pause(wait);
      wait = Math.min(wait * retries.factor, retries.longestMs);
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
