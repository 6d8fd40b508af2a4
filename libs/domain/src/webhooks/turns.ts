import { isSolanoError, SolanoError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';

/** So many messages are on their way to one webhook at a time. */
const AT_ONCE = 4;
/** So many of those that were refused are remembered for each webhook. */
const LONGEST_LINE = 1_000;

/** From this failure in a row on, a webhook is paused, each time for twice as long. */
const FAILURES_TO_PAUSE = 3;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;
/** What is known of a webhook to which nothing is sent is forgotten then: after any pause. */
const FORGOTTEN_MS = 2 * LONGEST_PAUSE_MS;

const BUSY = 'Other messages are on their way to the endpoint.';
const PAUSED = 'The endpoint has not taken messages lately: it is left alone for a while.';

/** What is known of one webhook. Times are in ms of the epoch. */
interface Endpoint {
  /** How many messages are on their way to it. */
  underWay: number;
  /** Those that were refused and not sent since, by id, oldest first. */
  readonly line: Set<string>;
  /** How many sends failed since the last one that did not. */
  failures: number;
  pausedUntil: number;
  usedAt: number;
}

interface TurnsDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Who may send to which webhook. A message whose webhook is busy, or is paused after failures, is
 * refused at once: it keeps nobody else's from being sent. Known to this process alone.
 */
export class Turns {
  readonly #deps: TurnsDeps;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(deps: TurnsDeps) {
    this.#deps = deps;
  }

  /** Of how many webhooks anything is known. */
  get size(): number {
    return this.#endpoints.size;
  }

  /**
   * Sends in turn. The sending counts as a failure where it ends in `webhook_unavailable`; one
   * that works ends a pause. Errors: `webhook_unavailable` where it is nobody's turn, and whatever
   * `send` throws.
   */
  async take(webhookId: string, messageId: string, send: () => Promise<void>): Promise<void> {
    const endpoint = this.#endpointOf(webhookId);
    this.#require(endpoint, messageId);
    endpoint.line.delete(messageId);
    endpoint.underWay += 1;
    try {
      await send();
      endpoint.failures = 0;
      endpoint.pausedUntil = 0;
    } catch (error) {
      if (isSolanoError(error, 'webhook_unavailable')) this.#countFailure(webhookId, endpoint);
      throw error;
    } finally {
      endpoint.underWay -= 1;
      endpoint.usedAt = this.#now();
      if (isIdle(endpoint)) this.#endpoints.delete(webhookId);
    }
  }

  /** Takes the message that was refused first out of the line; undefined: there is none. */
  next(webhookId: string): string | undefined {
    const endpoint = this.#endpoints.get(webhookId);
    const [first] = endpoint?.line ?? [];
    if (!endpoint || first === undefined) return undefined;
    endpoint.line.delete(first);
    if (isIdle(endpoint)) this.#endpoints.delete(webhookId);
    return first;
  }

  #endpointOf(webhookId: string): Endpoint {
    const known = this.#endpoints.get(webhookId);
    if (known) return known;
    this.#forget();
    const usedAt = this.#now();
    const line = new Set<string>();
    const endpoint = { underWay: 0, line, failures: 0, pausedUntil: 0, usedAt };
    this.#endpoints.set(webhookId, endpoint);
    return endpoint;
  }

  #require({ underWay, line, pausedUntil }: Endpoint, messageId: string): void {
    const isPaused = this.#now() < pausedUntil;
    if (!isPaused && underWay < AT_ONCE) return;
    if (line.size < LONGEST_LINE) line.add(messageId);
    throw new SolanoError('webhook_unavailable', isPaused ? PAUSED : BUSY);
  }

  #countFailure(webhookId: string, endpoint: Endpoint): void {
    endpoint.failures += 1;
    const { failures } = endpoint;
    if (failures < FAILURES_TO_PAUSE) return;
    const now = this.#now();
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_PAUSE), LONGEST_PAUSE_MS);
    if (now >= endpoint.pausedUntil) {
      const fields = { webhook_id: webhookId, failures, pause_ms: ms };
      this.#deps.log.warn(fields, 'a webhook is paused: its endpoint takes no messages');
    }
    endpoint.pausedUntil = now + ms;
  }

  /** Lets go of what is long unused, as of webhooks that are removed while they are paused. */
  #forget(): void {
    const before = this.#now() - FORGOTTEN_MS;
    for (const [id, { underWay, usedAt }] of this.#endpoints) {
      if (underWay === 0 && usedAt < before) this.#endpoints.delete(id);
    }
  }

  #now(): number {
    return this.#deps.clock().getTime();
  }
}

function isIdle({ underWay, line, failures }: Endpoint): boolean {
  return underWay === 0 && line.size === 0 && failures === 0;
}
