import { createHash, randomBytes } from 'node:crypto';
import type { Customer } from '@solano/domain/service';
import type { Request, Response } from 'express';
import { type HttpError, throttled } from '../http/http-error.ts';
import { networkOf } from './network.ts';

/** Limits the requests of a caller in a minute. */
export interface RateLimit {
  /**
   * Counts a request of a customer, and sets the headers of the limit. All keys of the customer
   * count together, and so do all its sessions. Errors: HttpError 429.
   */
  countCustomer(
    by: 'key' | 'session',
    customer: Pick<Customer, 'id'>,
    res: Response,
  ): Promise<void>;
  /**
   * Counts a request without a key by the address that it came from, separately for each kind.
   * Errors: HttpError 429.
   */
  countAddress(kind: AnonymousKind, req: Request, res: Response): Promise<void>;
  /** Rejects an address that has reached the limit of the kind; counts nothing. Errors: HttpError 429. */
  requireAddress(kind: AnonymousKind, req: Request, res: Response): Promise<void>;
}

/**
 * `credentials`: a bad key, none, or the testing token; `page`: the document and its pages;
 * `sign-in`: an invalid sign-in code.
 */
type AnonymousKind = 'credentials' | 'page' | 'sign-in';

const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;
/** Counters that addresses share: memory is bounded however many addresses there are. */
const ADDRESS_COUNTERS = 16_384;

/**
 * Counts requests in a window that starts with a caller's first one. Customers and addresses are
 * counted apart: bad keys from an address do not hinder the good ones behind it. The headers are
 * those of draft-ietf-httpapi-ratelimit-headers-11.
 */
export class MinuteRateLimit implements RateLimit {
  readonly #max: number;
  readonly #customers: Windows;
  readonly #addresses: Windows;
  /** Hides which addresses share a counter. */
  readonly #salt = randomBytes(16);

  /** @param max requests of a caller in a minute; 0: no limit, and no headers. */
  constructor(max: number) {
    this.#max = max;
    this.#customers = new Windows(max);
    this.#addresses = new Windows(max);
  }

  async countCustomer(
    by: 'key' | 'session',
    { id }: Pick<Customer, 'id'>,
    res: Response,
  ): Promise<void> {
    if (this.#max === 0) return;
    const count = this.#customers.count(`${by} ${id}`);
    this.#setHeaders(res, count);
    if (count.isRejected) throw rejection(res, count);
  }

  async countAddress(kind: AnonymousKind, { ip = '' }: Request, res: Response): Promise<void> {
    if (this.#max === 0) return;
    const count = this.#addresses.count(this.#counterOf(`${kind} ${networkOf(ip)}`));
    if (!count.isRejected) return;
    this.#setHeaders(res, count);
    throw rejection(res, count);
  }

  async requireAddress(kind: AnonymousKind, { ip = '' }: Request, res: Response): Promise<void> {
    if (this.#max === 0) return;
    const count = this.#addresses.read(this.#counterOf(`${kind} ${networkOf(ip)}`));
    if (count.left > 0) return;
    this.#setHeaders(res, count);
    throw rejection(res, count);
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

/** Counts by caller, each in a window that starts with its first request. */
class Windows {
  readonly #max: number;
  readonly #windows = new Map<string, { used: number; readonly until: number }>();
  #swept = 0;

  constructor(max: number) {
    this.#max = max;
  }

  count(caller: string): Count {
    const now = wholeMs();
    this.#sweep(now);
    let window = this.#windows.get(caller);
    if (!window || window.until <= now) {
      window = { used: 0, until: now + WINDOW_MS };
      this.#windows.set(caller, window);
    }
    window.used += 1;
    return this.#countOf(window, now);
  }

  read(caller: string): Count {
    const now = wholeMs();
    const window = this.#windows.get(caller);
    const isOpen = window && window.until > now;
    return this.#countOf(isOpen ? window : { used: 0, until: now + WINDOW_MS }, now);
  }

  #countOf({ used, until }: { readonly used: number; readonly until: number }, now: number): Count {
    const left = Math.max(0, this.#max - used);
    return { left, seconds: Math.ceil((until - now) / 1000), isRejected: used > this.#max };
  }

  /** Removes windows that are over, once a window. */
  #sweep(now: number): void {
    if (now - this.#swept < WINDOW_MS) return;
    this.#swept = now;
    for (const [caller, { until }] of this.#windows) {
      if (until <= now) this.#windows.delete(caller);
    }
  }
}

/** Whole, as the sum of fractions is not exact: a window would have 61 seconds. */
function wholeMs(): number {
  return Math.floor(performance.now());
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
