import type { PastErrors, PastErrorsQuery } from './past-errors.ts';
import { pastErrors } from './past-errors.ts';
import type { PriceReader } from './prices.ts';

/** Histories that are cached: of a day's sessions and vintages, for readers who see differently. */
const MAX_HISTORIES = 24;

/**
 * Caches {@link pastErrors} for as long as no price of the market changes: to read them costs more
 * than to split a purchase.
 */
export class ErrorHistory {
  readonly #cached = new Map<string, Promise<PastErrors>>();

  /** As {@link pastErrors}. */
  async of(prices: PriceReader, query: PastErrorsQuery): Promise<PastErrors> {
    const { market } = query.session;
    // Read first: what changes while the prices are read is seen by the next caller.
    const revision = await prices.revision(market);
    const key = JSON.stringify([market, query.vintage.market, query.since, query.before, revision]);
    const cached = this.#cached.get(key);
    if (cached) return cached;
    const errors = pastErrors(prices, query);
    this.#cache(key, errors);
    errors.catch(() => {
      if (this.#cached.get(key) === errors) this.#cached.delete(key);
    });
    return errors;
  }

  #cache(key: string, errors: Promise<PastErrors>): void {
    const [oldest] = this.#cached.keys();
    if (this.#cached.size === MAX_HISTORIES && oldest !== undefined) this.#cached.delete(oldest);
    this.#cached.set(key, errors);
  }
}
