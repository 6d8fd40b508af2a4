import { setTimeout as pause } from 'node:timers/promises';
import type { DeliverySteps, Log, PurchaseSteps } from '@solano/domain';
import { DELIVERY_RETRIES, RETRIES } from '@solano/domain';
import { Engine } from './engine.ts';
import { RunnerLock } from './lock.ts';
import { ensureSchema } from './schema.ts';

export interface RunnerOptions {
  readonly databaseUrl: string;
  readonly steps: PurchaseSteps;
  readonly deliveries: DeliverySteps;
  readonly log: Log;
  readonly retries?: typeof RETRIES;
  readonly deliveryRetries?: typeof RETRIES;
}

/** The pause after an engine that would not start, or fell: it grows until one runs steadily. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
const STEADY_MS = 10_000;

/**
 * Runs the purchases and webhook messages that are handed over on a database, in the one process that holds the
 * runner lock: a second process stands by. Whatever ends the engine, it is started again.
 */
export class EmbeddedPurchaseRunner implements AsyncDisposable {
  readonly #options: RunnerOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #pauseMs = FIRST_PAUSE_MS;

  /** Begins at once and waits for nothing: a database that is down is waited for, and logged. */
  static run(options: RunnerOptions): EmbeddedPurchaseRunner {
    return new EmbeddedPurchaseRunner(options);
  }

  private constructor(options: RunnerOptions) {
    this.#options = options;
    this.#running = this.#keepServing();
  }

  /** Stops taking purchases, lets running steps finish for a few seconds, leaves nothing open. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #keepServing(): Promise<void> {
    const { signal } = this.#closing;
    let told = false;
    while (!signal.aborted) {
      const since = performance.now();
      try {
        await this.#serve(() => (told = false));
      } catch (err) {
        if (signal.aborted) return;
        if (!told) this.#options.log.error({ err }, 'the workflow engine is down: trying again');
        told = true;
        await this.#rest(performance.now() - since > STEADY_MS);
      }
    }
  }

  /** Runs the engine until it is closed or lost, and throws why. */
  async #serve(started: () => void): Promise<never> {
    const { databaseUrl, log } = this.#options;
    const closing = this.#closing.signal;
    const lock = await RunnerLock.take(databaseUrl, closing, () =>
      log.info({}, 'another process runs the workflow engine: standing by'),
    );
    try {
      const fault = new AbortController();
      const over = AbortSignal.any([closing, lock.lost, fault.signal]);
      await ensureSchema(databaseUrl, log, over);
      const onFault = (error: unknown) => fault.abort(error);
      const retries = { retries: RETRIES, deliveryRetries: DELIVERY_RETRIES };
      const engine = await Engine.start(
        databaseUrl,
        { ...retries, ...this.#options, onFault },
        over,
      );
      log.info({}, 'the workflow engine runs in this process');
      started();
      await new Promise<void>((resolve) => {
        if (over.aborted) resolve();
        else over.addEventListener('abort', () => resolve(), { once: true });
      });
      await engine.stop();
      throw over.reason;
    } finally {
      await lock.release();
    }
  }

  async #rest(wasSteady: boolean): Promise<void> {
    const ms = wasSteady ? FIRST_PAUSE_MS : this.#pauseMs;
    this.#pauseMs = Math.min(ms * 2, LONGEST_PAUSE_MS);
    await pause(ms, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}
