import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { DBOS, Error as Dbos } from '@dbos-inc/dbos-sdk';
import type { DeliverySteps, Log, PurchaseSteps, RETRIES } from '@solano/domain';
import { isPassing, isSolanoError, MISCONFIGURED_MS, reasonOf } from '@solano/domain';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';

/** How many steps are under way at a time: each computes for a moment, then waits for HTTP. */
const STEPS_AT_ONCE = 4;

/** How many messages are under way at a time, apart from them: they wait, and compute nothing. */
const SENDS_AT_ONCE = 64;

/** A step is tried for so long at least: a service that was away for a day has not tried yet. */
const LEAST_TRYING_MS = 5 * 60_000;

/** How long a stop waits for the steps that are under way. */
const FINISHING_MS = 5_000;

export interface RunsDeps {
  readonly steps: PurchaseSteps;
  readonly deliveries: DeliverySteps;
  readonly log: Log;
  readonly retries: typeof RETRIES;
  readonly deliveryRetries: typeof RETRIES;
  /** Told of an error that is neither a step's nor DBOS's verdict: the engine's database failed. */
  readonly onFault: (error: unknown) => void;
}

/**
 * How a step ended. DBOS remembers it as data, so a failure is data too: an error that is read
 * back after a crash has lost its class, and with it the reason to give.
 */
type Ending = { readonly goOn: boolean } | { readonly reason: string };

/** One try of a step, the first, second and so on: whether there is another step to come. */
type Step = (attempt: number) => Promise<boolean>;

/** How a kind of workflow has its steps tried. */
interface Trying {
  readonly retries: typeof RETRIES;
  readonly limit: LimitFunction;
}

/** The workflows of one engine, from its launch to its stop. */
export class Runs {
  readonly #deps: RunsDeps;
  readonly #ofPurchases: Trying;
  readonly #ofDeliveries: Trying;
  readonly #stopping = new AbortController();
  readonly #running = new Set<string>();
  #busy = 0;
  #whenIdle = () => {};

  constructor(deps: RunsDeps) {
    this.#deps = deps;
    this.#ofPurchases = { retries: deps.retries, limit: pLimit(STEPS_AT_ONCE) };
    this.#ofDeliveries = { retries: deps.deliveryRetries, limit: pLimit(SENDS_AT_ONCE) };
    setMaxListeners(0, this.#stopping.signal);
  }

  /** The workflow of one purchase. */
  purchase(id: string, handedOverAt: number): Promise<void> {
    return this.#run(id, () => this.#carryOut(id, handedOverAt));
  }

  /** The workflow of one webhook message. */
  delivery(id: string, handedOverAt: number): Promise<void> {
    return this.#run(id, () => this.#deliver(id, handedOverAt));
  }

  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  /** Starts no step any more and waits, not for ever, for those under way to be remembered. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#busy === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FINISHING_MS);
      this.#whenIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Only DBOS's own verdicts are thrown: it must see them. */
  async #run(id: string, course: () => Promise<void>): Promise<void> {
    this.#busy += 1;
    this.#running.add(id);
    try {
      await course();
    } catch (error) {
      if (error instanceof Dbos.DBOSError) throw error;
      // To throw would end the workflow for good. Left as it is, the next launch takes it up.
      this.#deps.onFault(error);
      await this.#park();
    } finally {
      this.#running.delete(id);
      this.#leave();
    }
  }

  async #carryOut(id: string, since: number): Promise<void> {
    const { steps, log } = this.#deps;
    const trying = this.#ofPurchases;
    let ending = await this.#step('begin', trying, since, (attempt) => steps.begin(id, attempt));
    if ('goOn' in ending && ending.goOn) {
      ending = await this.#step('complete', trying, since, (attempt) =>
        done(steps.complete(id, attempt)),
      );
    }
    if ('goOn' in ending) return;
    const { reason } = ending;
    // Nothing comes after this step, so it is never given up: no purchase stays undecided.
    const end = await this.#step('abandon', trying, Infinity, (attempt) =>
      done(steps.abandon(id, reason, attempt)),
    );
    if ('reason' in end) log.error({ purchase_id: id, ...end }, 'the purchase stays undecided');
  }

  async #deliver(id: string, since: number): Promise<void> {
    const { deliveries } = this.#deps;
    const trying = this.#ofDeliveries;
    const ending = await this.#step('send', trying, since, (attempt) =>
      done(deliveries.send(id, attempt)),
    );
    if ('goOn' in ending) return;
    await this.#step('abandon', trying, Infinity, () => done(deliveries.abandon(id)));
  }

  /** @param since when the time began in which it is tried, in ms; Infinity: it is not given up. */
  #step(name: string, trying: Trying, since: number, work: Step): Promise<Ending> {
    const { forMs } = trying.retries;
    const until = Math.max(since + forMs, Date.now() + Math.min(LEAST_TRYING_MS, forMs));
    const tried = () => this.#persist(trying, until, work).catch(() => this.#park());
    return DBOS.runStep(tried, { name });
  }

  /**
   * Tries until it works, is refused or the time is over. DBOS's own retries let the pause grow
   * to an hour, so they are off. The pauses are plain waiting: after a crash the step begins
   * anew, the first try at once. A step that waits gives its slot to others.
   */
  async #persist({ retries, limit }: Trying, until: number, work: Step): Promise<Ending> {
    const { signal } = this.#stopping;
    const tried = async (attempt: number) => {
      signal.throwIfAborted();
      return work(attempt);
    };
    let wait = retries.firstMs;
    let misconfiguredUntil = Infinity;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { goOn: await limit(tried, attempt) };
      } catch (err) {
        if (!isPassing(err)) return { reason: reasonOf(err) };
        signal.throwIfAborted();
        if (!isSolanoError(err, 'callback_misconfigured')) misconfiguredUntil = Infinity;
        else if (misconfiguredUntil === Infinity)
          misconfiguredUntil = Date.now() + MISCONFIGURED_MS;
        if (Date.now() + wait > Math.min(until, misconfiguredUntil))
          return { reason: reasonOf(err) };
      }
      await pause(wait, undefined, { signal });
      wait = Math.min(wait * retries.factor, retries.longestMs);
    }
  }

  /** Leaves a workflow as the database has it: what never settles, DBOS never concludes. */
  #park(): Promise<never> {
    this.#leave();
    return new Promise<never>(() => {});
  }

  #leave(): void {
    this.#busy -= 1;
    if (this.#busy === 0) this.#whenIdle();
  }
}

async function done(work: Promise<void>): Promise<boolean> {
  await work;
  return false;
}
