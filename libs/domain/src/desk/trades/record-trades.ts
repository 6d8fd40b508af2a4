import type { Clock } from '@solano/domain/kernel';
import type { AuditSource, Portfolio } from '@solano/domain/service';
import { daysOf, type SessionTrade } from './trade.ts';
import type { TradeStore } from './trade-store.ts';

export interface RecordTradesDeps {
  readonly trades: Pick<TradeStore, 'record'>;
  readonly clock: Clock;
}

/** Executed trades of a portfolio as they are sent. */
interface SentTrades {
  readonly source: AuditSource;
  readonly customerId: string;
  readonly portfolio: Portfolio;
  /** At least one. */
  readonly trades: readonly SessionTrade[];
}

/** How many trades were recorded, and how many that counted they replaced. */
export interface RecordedTrades {
  readonly rows: number;
  readonly replaced: number;
}

/**
 * Records executed trades of a portfolio, all or nothing; for each session and Madrid day of delivery they
 * replace all that was there. Errors: `store_unavailable`.
 */
export async function recordTrades(
  { trades: store, clock }: RecordTradesDeps,
  { source, customerId, portfolio: { user, retailer }, trades }: SentTrades,
): Promise<RecordedTrades> {
  const at = clock();
  const entry = { ...source, at, action: 'trades.record', customerId, subject: user } as const;
  const delivery = { customerId, portfolio: { user, retailer }, deliveredAt: at };
  const replaced = await store.record(delivery, daysOf(trades), entry);
  return { rows: trades.length, replaced: replaced ?? 0 };
}
