import type { CancelledSession } from '../market/sessions.ts';
import { SESSIONS } from '../market/sessions.ts';
import type { PriceReader } from '../prices/prices.ts';

/**
 * The intraday sessions that are known to be cancelled for the delivery days `from` to `to`
 * (`YYYY-MM-DD`): their realised prices have no periods. Errors: `store_unavailable`.
 */
export async function cancelledSessions(
  prices: Pick<PriceReader, 'realised'>,
  from: string,
  to: string,
): Promise<CancelledSession[]> {
  const cancelled: CancelledSession[] = [];
  for (const { session, market } of SESSIONS) {
    if (session === 'MD') continue;
    for await (const { date, ends } of prices.realised(market, from, to)) {
      if (ends.length === 0) cancelled.push({ session, date });
    }
  }
  return cancelled;
}
