import type { Clock } from '@solano/domain/kernel';
import type { AuditSource, Portfolio } from '@solano/domain/service';
import { daysOf, type SessionTrade } from './trade.ts';
import type { TradeStore } from './trade-store.ts';

export interface RecordTradesDeps {
  readonly trades: Pick<TradeStore, 'record'>;
  readonly clock: Clock;
}

/** How many trades were recorded, and how many that counted they replaced. */
export interface RecordedTrades {
  readonly rows: number;
  readonly replaced: number;
}

/**
 * Records executed trades of a portfolio, all or nothing; for each session and Madrid day of delivery they
 * replace all that was there. Errors: `store_unavailable`.
 *
 * @param trades at least one.
 */
export async function recordTrades(
  { trades: store, clock }: RecordTradesDeps,
  source: AuditSource,
  customerId: string,
  { user, retailer }: Portfolio,
  trades: readonly SessionTrade[],
): Promise<RecordedTrades> {
  const at = clock();
  const entry = { ...source, at, action: 'trades.record', customerId, subject: user } as const;
  const delivery = { customerId, portfolio: { user, retailer }, deliveredAt: at };
  const replaced = await store.record(delivery, daysOf(trades), entry);
  return { rows: trades.length, replaced: replaced ?? 0 };
}
