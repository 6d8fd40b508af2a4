import {
  DAY_MS,
  type DayRange,
  dateAfter,
  dateAt,
  datesBetween,
  quartersOfDate,
} from '@solano/domain/kernel';
import {
  type CancelledSession,
  CurveBuilder,
  MARKETS,
  type Market,
  PriceCache,
  type PriceCurve,
  type PriceReader,
  quartersOf,
  type RealisedPrices,
  SESSIONS,
  type Session,
} from '@solano/domain/market';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { RealisedTask } from './evaluation.ts';
import type { PricedItems } from './held-sessions.ts';

/** After that long, sessions without prices are taken to have none. */
export const MAX_PRICE_DELAY_MS = 3 * DAY_MS;
/** A session with prices that near to a day is held, unless it is cancelled. */
export const NEAR_DAYS = 7;
/** The last day that a label can have. */
const LAST_DAY = '9999-12-31';

/** The realised prices of all sessions. */
export interface RealisedPriceCurves {
  readonly curves: ReadonlyMap<Session, PriceCurve>;
  readonly cancelled: readonly CancelledSession[];
  /** The days (`YYYY-MM-DD`) on which each session has prices, those near the requested ones too. */
  readonly tradedDays: ReadonlyMap<Session, ReadonlySet<string>>;
}

/**
 * The realised prices of quarter hours. Errors: `store_unavailable`.
 *
 * @param quarters their ends (ms), at least one.
 */
async function realisedPrices(
  prices: Pick<PriceReader, 'realised'>,
  quarters: readonly number[],
): Promise<RealisedPriceCurves> {
  const [first, last] = quarters.reduce(
    ([min, max], end) => [Math.min(min, end), Math.max(max, end)],
    [Infinity, -Infinity],
  );
  const [firstDate, lastDate] = [dateAt(first - 1), dateAt(last - 1)];
  const from = dateAfter(firstDate, -NEAR_DAYS);
  const isLast = lastDate > dateAfter(LAST_DAY, -NEAR_DAYS);
  const to = isLast ? LAST_DAY : dateAfter(lastDate, NEAR_DAYS);
  const curves = new Map<Session, PriceCurve>();
  const cancelled: CancelledSession[] = [];
  const tradedDays = new Map<Session, Set<string>>();
  for (const { session, market } of SESSIONS) {
    const builder = new CurveBuilder(quarters);
    const days = new Set<string>();
    for await (const day of prices.realised(market, from, to)) {
      if (day.ends.length === 0) cancelled.push({ session, date: day.date });
      else days.add(day.date);
      if (day.date >= firstDate && day.date <= lastDate) builder.addOlder(day);
    }
    curves.set(session, builder.curve);
    tradedDays.set(session, days);
  }
  return { curves, cancelled, tradedDays };
}

/** Quarter hours of all sessions that are cached: some months, and as many bytes as ten millions. */
const MAX_QUARTERS = 100_000;

/** Caches {@link realisedPrices} of whole days for as long as no price changes. */
export class RealisedCurves {
  readonly #cache = new PriceCache<RealisedPriceCurves>(MAX_QUARTERS);

  /**
   * The realised prices of Madrid days. Errors: `store_unavailable`.
   *
   * @param from first day (`YYYY-MM-DD`).
   * @param to last day.
   */
  of(prices: PriceReader, from: string, to: string): Promise<RealisedPriceCurves> {
    const quarters = datesBetween(from, to).flatMap(quartersOfDate);
    const read = () => realisedPrices(prices, quarters);
    const size = quarters.length * MARKETS.length;
    return this.#cache.get(prices, MARKETS, `${from} ${to}`, read, size);
  }
}

/** What is known of the prices of some items. Errors: `store_unavailable`. */
export async function pricesOfItems(
  prices: Pick<PriceReader, 'realised'>,
  items: readonly SeriesItem[],
): Promise<Pick<RealisedTask, 'curves' | 'cancelled' | 'traded'>> {
  const quarters = items.flatMap(({ period }) => quartersOf(period));
  const { curves, cancelled, tradedDays } = await realisedPrices(prices, quarters);
  const traded = [...tradedDays].flatMap(([session, days]) => (days.size > 0 ? session : []));
  return { curves, cancelled, traded: new Set(traded) };
}

/**
 * Items with the prices that count for them.
 *
 * @param now (ms) sessions without prices are given up some days after delivery.
 */
export function pricedItems(
  items: readonly SeriesItem[],
  { curves, cancelled, tradedDays }: RealisedPriceCurves,
  now: number,
): PricedItems {
  const ends = items.map(({ period }) => period.end);
  const last = ends.reduce((max, end) => Math.max(max, end), -Infinity);
  const first = ends.reduce((min, end) => Math.min(min, end), Infinity);
  const from = dateAfter(dateAt(first - 1), -NEAR_DAYS);
  const to = dateAfter(dateAt(last - 1), NEAR_DAYS);
  const traded = [...tradedDays].flatMap(([session, days]) => {
    return [...days].some((day) => day >= from && day <= to) ? session : [];
  });
  return { items, curves, cancelled, traded: new Set(traded), isLate: isPriceLate(items, now) };
}

/** Whether the prices of some items that are not there are given up at an instant (ms). */
export function isPriceLate(items: readonly SeriesItem[], now: number): boolean {
  const last = items.reduce((max, { period }) => Math.max(max, period.end), -Infinity);
  return last + MAX_PRICE_DELAY_MS < now;
}

/**
 * Realised prices of all markets of which those of some days are in memory, for many that ask for the same;
 * others are read as they are asked for. Errors: `store_unavailable`.
 *
 * @param known both days included.
 */
export async function realisedInMemory(
  prices: Pick<PriceReader, 'realised'>,
  known: DayRange,
): Promise<Pick<PriceReader, 'realised'>> {
  const days = new Map<Market, RealisedPrices[]>();
  for (const market of MARKETS) {
    days.set(market, await allOf(prices.realised(market, known.from, known.to)));
  }
  return {
    async *realised(market, from, to) {
      if (to > known.to) {
        yield* prices.realised(market, from, to);
        return;
      }
      for (const day of days.get(market) ?? []) {
        if (day.date >= from && day.date <= to) yield day;
      }
      const eve = dateAfter(known.from, -1);
      if (from <= eve) yield* prices.realised(market, from, to < eve ? to : eve);
    },
  };
}

export async function allOf<T>(read: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of read) all.push(each);
  return all;
}
