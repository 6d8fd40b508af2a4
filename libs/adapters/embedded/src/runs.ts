import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { DBOS, Error as Dbos } from '@dbos-inc/dbos-sdk';
import type { Log, PurchaseSteps, RETRIES } from '@solano/domain';
import { isPassing, reasonOf } from '@solano/domain';
import pLimit from 'p-limit';

/** How many steps are under way at a time: each computes for a moment, then waits for HTTP. */
const STEPS_AT_ONCE = 4;

/** A step is tried for so long at least: a service that was away for a day has not tried yet. */
const LEAST_TRYING_MS = 5 * 60_000;

/** How long a stop waits for the steps that are under way. */
const FINISHING_MS = 5_000;

export interface RunsDeps {
  readonly steps: PurchaseSteps;
  readonly log: Log;
  readonly retries: typeof RETRIES;
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

/** The workflows of one engine, from its launch to its stop. */
export class Runs {
  readonly #deps: RunsDeps;
  readonly #limit = pLimit(STEPS_AT_ONCE);
  readonly #stopping = new AbortController();
  readonly #running = new Set<string>();
  #busy = 0;
  #whenIdle = () => {};

  constructor(deps: RunsDeps) {
    this.#deps = deps;
    setMaxListeners(0, this.#stopping.signal);
  }

  /** The workflow of one purchase. Only DBOS's own verdicts are thrown: it must see them. */
  async run(purchaseId: string, handedOverAt: number): Promise<void> {
    this.#busy += 1;
    this.#running.add(purchaseId);
    try {
      await this.#carryOut(purchaseId, handedOverAt + this.#deps.retries.forMs);
    } catch (error) {
      if (error instanceof Dbos.DBOSError) throw error;
      // To throw would end the workflow for good. Left as it is, the next launch takes it up.
      this.#deps.onFault(error);
      await this.#park();
    } finally {
      this.#running.delete(purchaseId);
      this.#leave();
    }
  }

  isRunning(purchaseId: string): boolean {
    return this.#running.has(purchaseId);
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

  async #carryOut(id: string, giveUpAt: number): Promise<void> {
    const { steps, log } = this.#deps;
    let ending = await this.#step('begin', giveUpAt, (attempt) => steps.begin(id, attempt));
    if ('goOn' in ending && ending.goOn) {
      ending = await this.#step('complete', giveUpAt, (attempt) =>
        done(steps.complete(id, attempt)),
      );
    }
    if ('goOn' in ending) return;
    const { reason } = ending;
    // Nothing comes after this step, so it is never given up: no purchase stays undecided.
    const end = await this.#step('abandon', Infinity, (attempt) =>
      done(steps.abandon(id, reason, attempt)),
    );
    if ('reason' in end) log.error({ purchase_id: id, ...end }, 'the purchase stays undecided');
  }

  #step(name: string, giveUpAt: number, work: Step): Promise<Ending> {
    const least = Math.min(LEAST_TRYING_MS, this.#deps.retries.forMs);
    const until = Math.max(giveUpAt, Date.now() + least);
    const tried = () => this.#persist(until, work).catch(() => this.#park());
    return DBOS.runStep(tried, { name });
  }

  /**
   * Tries until it works, is refused or the time is over. DBOS's own retries let the pause grow
   * to an hour, so they are off. The pauses are plain waiting: after a crash the step begins
   * anew, the first try at once. A step that waits gives its slot to others.
   */
  async #persist(until: number, work: Step): Promise<Ending> {
    const { retries } = this.#deps;
    const { signal } = this.#stopping;
    const tried = async (attempt: number) => {
      signal.throwIfAborted();
      return work(attempt);
    };
    let wait = retries.firstMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { goOn: await this.#limit(tried, attempt) };
      } catch (err) {
        if (!isPassing(err)) return { reason: reasonOf(err) };
        signal.throwIfAborted();
        if (Date.now() + wait > until) return { reason: reasonOf(err) };
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
