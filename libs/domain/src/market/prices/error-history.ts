import { PromiseCache } from '@solano/domain/kernel';
import { type PastErrors, type PastErrorsQuery, pastErrors } from './past-errors.ts';
import type { PriceReader } from './prices.ts';

/** Histories that are cached: of a day's sessions and vintages, for readers who see differently. */
const MAX_HISTORIES = 24;

/**
 * Caches {@link pastErrors} for as long as no price of the market changes: to read them costs more
 * than to split a purchase.
 */
export class ErrorHistory {
  readonly #cache = new PromiseCache<PastErrors>(MAX_HISTORIES);

  /** As {@link pastErrors}. */
  async of(prices: PriceReader, query: PastErrorsQuery): Promise<PastErrors> {
    const { market } = query.session;
    // Read first: what changes while the prices are read is seen by the next caller.
    const revision = await prices.revision(market);
    const key = JSON.stringify([market, query.vintage.market, query.since, query.before, revision]);
    return this.#cache.get(key, () => pastErrors(prices, query));
  }
}
