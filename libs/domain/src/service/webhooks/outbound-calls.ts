import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import type { Webhook } from './webhook.ts';

const MAX_PER_WEBHOOK = 4;
const MAX_PER_CUSTOMER = 8;
/** Endpoints that are remembered as failing. */
const MAX_FAILING = 10_000;

type Callee = Pick<Webhook, 'id' | 'customerId'>;

/** A message that waits for its turn. */
interface Waiting {
  readonly callee: Callee;
  readonly enter: () => void;
  readonly reject: (error: SolanoError) => void;
}

/**
 * Bounds what one process calls outside for its customers at a time: tests, replays and messages
 * together. An endpoint that fails gets one message at a time until it takes one.
 */
export class OutboundCalls {
  /** The webhooks of the calls under way, by customer. */
  readonly #underWay = new Map<string, string[]>();
  readonly #waiting = new Map<string, Waiting[]>();
  /** Webhooks whose last message failed, the oldest failure first. */
  readonly #failing = new Set<string>();

  /** Calls at once. Errors: `too_many_calls` beyond the limits, those of the call. */
  async atOnce<T>(callee: Callee, call: () => Promise<T>): Promise<T> {
    if (!this.#isBelowLimit(callee)) {
      throw new SolanoError('too_many_calls', 'Too many calls to endpoints are in flight.');
    }
    this.#enter(callee);
    return this.#leaving(callee, call);
  }

  /**
   * Calls when there is room. Errors: `webhook_unavailable` where the endpoint fails and another message
   * to it is under way, those of the call.
   */
  async inTurn<T>(callee: Callee, call: () => Promise<T>): Promise<T> {
    if (this.#isTried(callee)) throw failing();
    if (this.#isBelowLimit(callee)) this.#enter(callee);
    else await this.#turnOf(callee);
    return this.#leaving(callee, () => this.#observed(callee, call));
  }

  #isBelowLimit({ id, customerId }: Callee): boolean {
    const own = this.#underWay.get(customerId) ?? [];
    return own.length < MAX_PER_CUSTOMER && count(own, id) < MAX_PER_WEBHOOK;
  }

  /** Whether the endpoint fails, and a call shows whether it still does. */
  #isTried({ id, customerId }: Callee): boolean {
    return this.#failing.has(id) && count(this.#underWay.get(customerId) ?? [], id) > 0;
  }

  #enter({ id, customerId }: Callee): void {
    this.#underWay.set(customerId, [...(this.#underWay.get(customerId) ?? []), id]);
  }

  #turnOf(callee: Callee): Promise<void> {
    const { promise, resolve: enter, reject } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(callee.customerId) ?? [];
    this.#waiting.set(callee.customerId, [...waiting, { callee, enter, reject }]);
    return promise;
  }

  async #leaving<T>(callee: Callee, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } finally {
      this.#leave(callee);
      this.#resume(callee.customerId);
    }
  }

  async #observed<T>({ id }: Callee, call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      this.#failing.delete(id);
      return result;
    } catch (error) {
      if (isSolanoError(error, 'webhook_unavailable')) this.#remember(id);
      throw error;
    }
  }

  #remember(id: string): void {
    this.#failing.delete(id);
    this.#failing.add(id);
    const [oldest] = this.#failing;
    if (this.#failing.size > MAX_FAILING && oldest !== undefined) this.#failing.delete(oldest);
  }

  #leave({ id, customerId }: Callee): void {
    const own = this.#underWay.get(customerId) ?? [];
    const left = own.toSpliced(own.indexOf(id), 1);
    if (left.length > 0) this.#underWay.set(customerId, left);
    else this.#underWay.delete(customerId);
  }

  /** Lets those in whose turn it is, in the order in which they came. */
  #resume(customerId: string): void {
    const left: Waiting[] = [];
    for (const waiting of this.#waiting.get(customerId) ?? []) {
      if (this.#isTried(waiting.callee)) waiting.reject(failing());
      else if (this.#isBelowLimit(waiting.callee)) {
        this.#enter(waiting.callee);
        waiting.enter();
      } else left.push(waiting);
    }
    if (left.length > 0) this.#waiting.set(customerId, left);
    else this.#waiting.delete(customerId);
  }
}

function count(ids: readonly string[], id: string): number {
  return ids.filter((each) => each === id).length;
}

function failing(): SolanoError {
  const message = 'The endpoint failed, and another message to it is under way.';
  return new SolanoError('webhook_unavailable', message);
}
