import { PromiseCache } from '@solano/domain/kernel';
import { type CancelledSession, MARKETS, SESSIONS } from '../markets/sessions.ts';
import type { PriceReader } from './prices.ts';

/** Ranges of days that are cached. */
const MAX_RANGES = 100;

/**
 * The sessions that are known to be cancelled for the delivery days `from` to `to`
 * (`YYYY-MM-DD`): their realised prices have no periods. Errors: `store_unavailable`.
 */
export async function cancelledSessions(
  prices: Pick<PriceReader, 'realised'>,
  from: string,
  to: string,
): Promise<CancelledSession[]> {
  const cancelled: CancelledSession[] = [];
  for (const { session, market } of SESSIONS) {
    for await (const { date, ends } of prices.realised(market, from, to)) {
      if (ends.length === 0) cancelled.push({ session, date });
    }
  }
  return cancelled;
}

/** Caches {@link cancelledSessions} for as long as no price changes. */
export class CancelledSessions {
  readonly #cache = new PromiseCache<readonly CancelledSession[]>(MAX_RANGES);

  /** As {@link cancelledSessions}. */
  async of(
    prices: Pick<PriceReader, 'realised' | 'revision'>,
    from: string,
    to: string,
  ): Promise<readonly CancelledSession[]> {
    // Read first: what changes while the prices are read is seen by the next caller.
    const revisions = await Promise.all(MARKETS.map((market) => prices.revision(market)));
    const key = [from, to, ...revisions].join('\n');
    return this.#cache.get(key, () => cancelledSessions(prices, from, to));
  }
}
