import { MILLI, type Session } from '@solano/domain/market';
import { clearedWatts } from '../bids/clearing.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { PlannedBid, PlanStage, StageResult } from './plan.ts';

/** What is known of the sessions of a purchase. */
export interface PlanPrices {
  readonly items: readonly SeriesItem[];
  /** Realised price × minutes of an item in thousandths of EUR/MWh × minutes; undefined if there is none. */
  readonly realised: (session: Session, item: number) => number | undefined;
}

/** What is known of the session of a stage. */
export interface SessionState {
  readonly isCancelled: boolean;
  /** Whether it counts as predicted where its prices are not known. */
  readonly isLate: boolean;
  readonly now: Date;
}

/**
 * The result of a stage whose gate has closed. That of known prices stays, whatever is published later;
 * a cancelled or late one gives way to prices.
 */
export function settled(
  { session, bids, result }: PlanStage,
  prices: PlanPrices,
  { isCancelled, isLate, now }: SessionState,
): StageResult | null {
  if (result?.status === 'cleared') return result;
  const known = bids.map(({ item }) => prices.realised(session, item));
  if (bids.length > 0 && known.every((price) => price !== undefined)) {
    return { status: 'cleared', at: now, periods: cleared(bids, prices.items, known) };
  }
  if (isCancelled) {
    return result?.status === 'cancelled' ? result : cancelled(bids, now);
  }
  // A price counted as predicted stays until the result comes: later bids were based on it.
  if (result?.status === 'late') return result;
  if (!isLate || bids.length === 0) return null;
  const predicted = bids.map(({ item, predicted: price }) => {
    const { minutes } = (prices.items[item] as SeriesItem).period;
    return price === null ? undefined : Math.round(price * MILLI * minutes);
  });
  return { status: 'late', at: now, periods: cleared(bids, prices.items, predicted) };
}

/** Nothing is bought. */
export function cancelled(bids: readonly PlannedBid[], at: Date): StageResult {
  const periods = bids.map(({ item }) => ({ item, watts: 0, weighed: null }));
  return { status: 'cancelled', at, periods };
}

/** @param weighed price × minutes of each bid; undefined: only steps without a limit clear. */
function cleared(
  bids: readonly PlannedBid[],
  items: readonly SeriesItem[],
  weighed: readonly (number | undefined)[],
): StageResult['periods'] {
  return bids.map(({ item, direction, steps }, i) => {
    const { minutes } = (items[item] as SeriesItem).period;
    const own = weighed[i];
    // No price is that high: for a sale that low.
    const price = own === undefined ? direction * Infinity : own / (minutes * MILLI);
    const watts = direction * clearedWatts(steps, price, direction) + 0;
    return { item, watts, weighed: own ?? null };
  });
}
