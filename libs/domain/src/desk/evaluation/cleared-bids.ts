import { MILLI, type Session } from '@solano/domain/market';
import { type SessionBid, wattsOf } from '../bids/bid.ts';
import { clearBids } from '../bids/clearing.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { HeldSessions } from './held-sessions.ts';
import type { ItemTrade } from './trades.ts';

/** Steps of a percentage: enough for what any item of 0.1 MW and more buys, and exact in sum. */
const PER_PERCENT = 1e10;
const PER_WHOLE = 100 * PER_PERCENT;

/**
 * What bids bought at realised prices, as trades; see {@link clearedItem}. Undefined where that of an item is.
 *
 * @param bids of each item, in market order.
 */
export function clearedTrades(
  bids: readonly (readonly SessionBid[])[],
  items: readonly SeriesItem[],
  held: HeldSessions,
): ItemTrade[] | undefined {
  const trades: ItemTrade[] = [];
  for (const [i, item] of items.entries()) {
    const own = clearedItem(bids[i] as readonly SessionBid[], { ...item, index: i }, held);
    if (!own) return undefined;
    trades.push(...own);
  }
  return trades;
}

/**
 * What the bids of an item bought at realised prices; what is left after the last session counts as
 * bought there, though it was not held. Undefined while a price is to come, or where one that is needed
 * will never be known.
 *
 * @param bids in market order.
 */
export function clearedItem(
  bids: readonly SessionBid[],
  { megawatts, period, index }: SeriesItem & { readonly index: number },
  held: HeldSessions,
): ItemTrade[] | undefined {
  const watts = wattsOf(Math.abs(megawatts));
  if (watts === 0 || bids.length === 0) return [];
  let isUnknown = false;
  const priceOf = (session: Session) => {
    const weighed = held.price(session, index);
    if (weighed !== undefined) return weighed / period.minutes / MILLI;
    isUnknown ||= !held.isCancelled(session, index);
    return undefined;
  };
  const cleared = clearBids(bids, watts, megawatts < 0 ? -1 : 1, priceOf);
  if (isUnknown) return undefined;
  const bought = [...cleared.watts];
  bought[bids.length - 1] = (bought.at(-1) as number) + cleared.left;
  return percentages(bought, watts).flatMap((percent, place) => {
    const { session } = bids[place] as SessionBid;
    return percent === 0 ? [] : [{ item: index, session, bought: percent, sold: 0 }];
  });
}

/** Percentages of a whole that add up to 100; the largest takes the rounding. */
function percentages(watts: readonly number[], whole: number): number[] {
  const units = watts.map((each) => Math.round((each / whole) * PER_WHOLE));
  const largest = units.indexOf(Math.max(...units));
  const sum = units.reduce((total, each) => total + each, 0);
  units[largest] = (units[largest] as number) + PER_WHOLE - sum;
  return units.map((each) => each / PER_PERCENT);
}
