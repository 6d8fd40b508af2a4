import { dateAfter, dateAt, MINUTE_MS, startOfDate } from '@solano/domain/kernel';
import type { SessionBid } from '../bids/bid.ts';
import type { ItemTrade } from '../evaluation/trades.ts';
import type { SeriesItem } from '../models/split-inputs.ts';

/** What was decided for items. */
export interface DecidedTrades {
  /** What bids are expected to buy, where there are some. */
  readonly trades: readonly ItemTrade[];
  /** Of each item, in market order: what they buy shows at realised prices. */
  readonly bids?: readonly (readonly SessionBid[])[] | undefined;
}

/** The items of a purchase that are delivered on a day, and what was decided for them by their index. */
export interface DayOfItems extends DecidedTrades {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly items: readonly SeriesItem[];
}

/** A stretch of whole Madrid days (ms). */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Items and what was decided for them by day of delivery; an item over midnight counts on each of its days with its part. */
export function itemsByDay(
  items: readonly SeriesItem[],
  { trades, bids }: DecidedTrades,
  window: Window,
): DayOfItems[] {
  const ofItem = Map.groupBy(trades, ({ item }) => item);
  const days = new Map<string, MutableDay>();
  let day = { date: '', start: 0, end: 0 };
  for (const [index, { period, ...item }] of items.entries()) {
    const start = Math.max(window.from, period.end - period.minutes * MINUTE_MS);
    let end = Math.min(window.to, period.end);
    while (end > start) {
      if (end <= day.start || end > day.end) day = dayOf(end - 1);
      const own = days.get(day.date) ?? { items: [], trades: [], ...(bids && { bids: [] }) };
      days.set(day.date, own);
      for (const trade of ofItem.get(index) ?? []) {
        own.trades.push({ ...trade, item: own.items.length });
      }
      const minutes = (end - Math.max(start, day.start)) / MINUTE_MS;
      own.items.push({ ...item, period: { end, minutes } });
      own.bids?.push(bids?.[index] ?? []);
      end = day.start;
    }
  }
  return Array.from(days, ([date, own]) => ({ date, ...own }));
}

interface MutableDay {
  readonly items: SeriesItem[];
  readonly trades: ItemTrade[];
  readonly bids?: (readonly SessionBid[])[];
}

function dayOf(instant: number) {
  const date = dateAt(instant);
  return { date, start: startOfDate(date), end: startOfDate(dateAfter(date, 1)) };
}
