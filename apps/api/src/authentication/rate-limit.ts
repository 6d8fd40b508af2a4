import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Customer } from '@solano/domain/service';
import type { Request, Response } from 'express';
// Each file is imported by itself: the package's index loads the limiters of every kind of store.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import { type HttpError, throttled } from '../http/http-error.ts';
import { networkOf } from './network.ts';

/** Limits the requests of a caller in a minute. */
export interface RateLimit {
  /**
   * Counts a request of a customer once, and sets the headers of the limit. All keys of the customer
   * count together, and so do all its sessions. Errors: HttpError 429.
   */
  countCustomer(
    by: 'key' | 'session',
    customer: Pick<Customer, 'id'>,
    res: ServerResponse,
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
/** Counters that addresses share: memory is bounded however many addresses there are. */
const ADDRESS_COUNTERS = 16_384;

/**
 * Counts requests in a window that starts with a caller's first one. Customers and addresses are
 * counted apart: bad keys from an address do not hinder the good ones behind it. The headers are
 * those of draft-ietf-httpapi-ratelimit-headers-11.
 */
export class MinuteRateLimit implements RateLimit {
  readonly #max: number;
  readonly #customers: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;
  /** Responses to requests of customers that were counted. */
  readonly #counted = new WeakSet<ServerResponse>();
  /** Hides which addresses share a counter. */
  readonly #salt = randomBytes(16);

  /** @param max requests of a caller in a minute; 0: no limit, and no headers. */
  constructor(max: number) {
    this.#max = max;
    this.#customers = new RateLimiterMemory({ points: max, duration: WINDOW_SECONDS });
    this.#addresses = new RateLimiterMemory({ points: max, duration: WINDOW_SECONDS });
  }

  async countCustomer(
    by: 'key' | 'session',
    { id }: Pick<Customer, 'id'>,
    res: ServerResponse,
  ): Promise<void> {
    if (this.#max === 0 || this.#counted.has(res)) return;
    const count = await consume(this.#customers, `${by} ${id}`);
    this.#setHeaders(res, count);
    if (count.isRejected) throw rejection(res, count);
    this.#counted.add(res);
  }

  async countAddress(kind: AnonymousKind, { ip = '' }: Request, res: Response): Promise<void> {
    if (this.#max === 0) return;
    const count = await consume(this.#addresses, this.#counterOf(`${kind} ${networkOf(ip)}`));
    if (!count.isRejected) return;
    this.#setHeaders(res, count);
    throw rejection(res, count);
  }

  async requireAddress(kind: AnonymousKind, { ip = '' }: Request, res: Response): Promise<void> {
    const counted = await this.#addresses.get(this.#counterOf(`${kind} ${networkOf(ip)}`));
    if (this.#max === 0 || !counted || counted.remainingPoints > 0) return;
    const count = countOf(counted, true);
    this.#setHeaders(res, count);
    throw rejection(res, count);
  }

  #counterOf(caller: string): string {
    const digest = createHash('sha256').update(this.#salt).update(caller).digest();
    return String(digest.readUInt32BE() % ADDRESS_COUNTERS);
  }

  #setHeaders(res: ServerResponse, { left, seconds }: Count): void {
    res.setHeader('RateLimit-Policy', `"default";q=${this.#max};w=${WINDOW_SECONDS}`);
    res.setHeader('RateLimit', `"default";r=${left};t=${seconds}`);
  }
}

/** The remaining requests of a caller in its window, and the remaining seconds. */
interface Count {
  readonly left: number;
  readonly seconds: number;
  readonly isRejected: boolean;
}

function rejection(res: ServerResponse, { seconds }: Count): HttpError {
  res.setHeader('Retry-After', String(seconds));
  return throttled();
}

async function consume(limiter: RateLimiterMemory, caller: string): Promise<Count> {
  try {
    return countOf(await limiter.consume(caller), false);
  } catch (error) {
    // The library rejects with the count if it is beyond the limit.
    if (error instanceof RateLimiterRes) return countOf(error, true);
    throw error;
  }
}

function countOf(counted: RateLimiterRes, isRejected: boolean): Count {
  const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  return { left: counted.remainingPoints, seconds, isRejected };
}
