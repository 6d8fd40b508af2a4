import { type PastErrors, type PastErrorsQuery, pastErrors } from './past-errors.ts';
import { PriceCache } from './price-cache.ts';
import type { PriceReader } from './prices.ts';

/** Histories that are cached: of a day's sessions and vintages, for readers who see differently. */
const MAX_HISTORIES = 24;

/**
 * Caches {@link pastErrors} for as long as no price of the market changes: to read them costs more
 * than to split a purchase.
 */
export class ErrorHistory {
  readonly #cache = new PriceCache<PastErrors>(MAX_HISTORIES);

  /** As {@link pastErrors}. */
  of(prices: PriceReader, query: PastErrorsQuery): Promise<PastErrors> {
    const { session, vintage, since, before } = query;
    const key = JSON.stringify([vintage.market, since, before]);
    return this.#cache.get(prices, [session.market], key, () => pastErrors(prices, query));
  }
}
