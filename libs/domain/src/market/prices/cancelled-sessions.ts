import { type CancelledSession, MARKETS, SESSIONS } from '../markets/sessions.ts';
import { PriceCache } from './price-cache.ts';
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
  readonly #cache = new PriceCache<readonly CancelledSession[]>(MAX_RANGES);

  /** As {@link cancelledSessions}. */
  of(
    prices: Pick<PriceReader, 'realised' | 'revision'>,
    from: string,
    to: string,
  ): Promise<readonly CancelledSession[]> {
    const read = () => cancelledSessions(prices, from, to);
    return this.#cache.get(prices, MARKETS, `${from} ${to}`, read);
  }
}
