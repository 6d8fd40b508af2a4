import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { HttpError } from '../http/http-error.ts';
import { throttled } from '../http/http-error.ts';
import { networkOf } from './network.ts';
import { WindowCounters } from './window-counters.ts';

/** How many requests a caller may make in a minute. */
export interface RateLimit {
  /** Counts a request of a key or session, and sets the headers of the limit. Errors: HttpError 429. */
  countKey(res: Response, keyOrSession: string): Promise<void>;
  /**
   * Counts a request without a key by the address that it came from, separately for each kind.
   * Errors: HttpError 429.
   */
  countAddress(kind: AnonymousKind, req: Request, res: Response): Promise<void>;
}

/**
 * `credentials`: a bad key, none, or the testing token; `page`: the document and its pages;
 * `sign-in`: an attempt, good or bad.
 */
type AnonymousKind = 'credentials' | 'page' | 'sign-in';

const WINDOW_SECONDS = 60;
const WINDOW_MS = 1_000 * WINDOW_SECONDS;
/** Counters that addresses share: memory is bounded however many addresses there are. */
const ADDRESS_COUNTERS = 16_384;

/**
 * Counts requests in a window that starts with a caller's first one. Keys and addresses are
 * counted apart: bad keys from an address do not hinder the good ones behind it. The headers are
 * those of draft-ietf-httpapi-ratelimit-headers-11.
 */
export class MinuteRateLimit implements RateLimit {
  readonly #max: number;
  readonly #keys = new WindowCounters(WINDOW_MS);
  readonly #addresses = new WindowCounters(WINDOW_MS);
  /** Keeps it a secret which addresses share a counter. */
  readonly #salt = randomBytes(16);

  /** @param max requests of a caller in a minute; 0: no limit, and no headers. */
  constructor(max: number) {
    this.#max = max;
  }

  async countKey(res: Response, keyId: string): Promise<void> {
    if (this.#max === 0) return;
    const count = this.#count(this.#keys, keyId);
    this.#setHeaders(res, count);
    if (count.isRejected) throw rejection(res, count);
  }

  async countAddress(kind: AnonymousKind, { ip = '' }: Request, res: Response): Promise<void> {
    if (this.#max === 0) return;
    const count = this.#count(this.#addresses, this.#counterOf(`${kind} ${networkOf(ip)}`));
    if (!count.isRejected) return;
    this.#setHeaders(res, count);
    throw rejection(res, count);
  }

  #count(counters: WindowCounters, caller: string): Count {
    const { count, endsInMs } = counters.increment(caller);
    const seconds = Math.max(1, Math.ceil(endsInMs / 1000));
    return { left: Math.max(0, this.#max - count), seconds, isRejected: count > this.#max };
  }

  #counterOf(caller: string): string {
    const digest = createHash('sha256').update(this.#salt).update(caller).digest();
    return String(digest.readUInt32BE() % ADDRESS_COUNTERS);
  }

  #setHeaders(res: Response, { left, seconds }: Count): void {
    res.set('RateLimit-Policy', `"default";q=${this.#max};w=${WINDOW_SECONDS}`);
    res.set('RateLimit', `"default";r=${left};t=${seconds}`);
  }
}

/** The remaining requests of a caller in its window, and the remaining seconds. */
interface Count {
  readonly left: number;
  readonly seconds: number;
  readonly isRejected: boolean;
}

function rejection(res: Response, { seconds }: Count): HttpError {
  res.set('Retry-After', String(seconds));
  return throttled();
}
