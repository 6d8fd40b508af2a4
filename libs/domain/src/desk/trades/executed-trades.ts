import { type DayRange, partsOfDays, requireFewDays } from '@solano/domain/kernel';
import type { Portfolio } from '@solano/domain/service';
import { type TradedPeriod, type TradeSession, tradedPeriods } from './trade.ts';
import type { TradeStore } from './trade-store.ts';

/** What a session traded on a Madrid day. */
export interface ExecutedDay {
  readonly session: TradeSession;
  readonly day: string;
  /** When it was delivered. */
  readonly deliveredAt: Date;
  /** In order of start; hours and quarters of an hour may overlap, and add up. */
  readonly periods: readonly TradedPeriod[];
}

/** Which trades are wanted, by Madrid day of delivery. */
export interface ExecutedQuery extends DayRange {
  /** Undefined: all. */
  readonly session?: TradeSession | undefined;
  /** Undefined: what counts now. */
  readonly asOf?: Date | undefined;
}

/** Days of a response: with all sessions, in hours and quarters, they have fewer than a million periods. */
const MAX_DAYS = 1_100;
/** Days that are read at once. */
const PART_DAYS = 31;

/**
 * What was executed, by day and session; a session without trades of a day is left out. Read as it is used.
 * Errors: `invalid_request` for days out of order and for more than {@link MAX_DAYS}, `store_unavailable`.
 */
export function executedTrades(
  trades: Pick<TradeStore, 'executed'>,
  customerId: string,
  portfolio: Portfolio,
  query: ExecutedQuery,
): AsyncGenerator<ExecutedDay> {
  requireFewDays(query, MAX_DAYS);
  return readDays(trades, customerId, portfolio, query);
}

async function* readDays(
  trades: Pick<TradeStore, 'executed'>,
  customerId: string,
  portfolio: Portfolio,
  { session, asOf, ...days }: ExecutedQuery,
): AsyncGenerator<ExecutedDay> {
  for (const { from, to } of partsOfDays(days, PART_DAYS)) {
    for (const each of await trades.executed(customerId, portfolio, from, to, asOf)) {
      if (session !== undefined && each.session !== session) continue;
      const { day, deliveredAt } = each;
      yield { session: each.session, day, deliveredAt, periods: tradedPeriods(each.trades) };
    }
  }
}
