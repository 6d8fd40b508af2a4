import { dateAfter } from '@solano/domain/kernel';
import { DAY_AHEAD, type Market, SESSIONS } from '../markets/sessions.ts';
import { wholeDay } from './past-errors.ts';
import type { PriceReader } from './prices.ts';
import { LAST_DATE } from './realised-days.ts';

/** Minimum of realised days among the last {@link RECENT_DAYS} with which a market is predicted. */
const MIN_RECENT_DAYS = 28;
/** The last days: they end with the newest whole day of the day-ahead market. */
const RECENT_DAYS = 60;

/** How many of the last 60 days have whole realised prices of a market. */
export interface RecentDays {
  readonly market: Market;
  readonly realisedDays: number;
}

/** The {@link RecentDays} of every market. Errors: `store_unavailable`. */
export async function recentDaysOf(prices: Pick<PriceReader, 'realised'>): Promise<RecentDays[]> {
  const newest = await newestWholeDate(prices);
  const all: RecentDays[] = [];
  for (const rules of SESSIONS) {
    const dates: string[] = [];
    if (newest !== undefined) {
      const first = dateAfter(newest, 1 - RECENT_DAYS);
      for await (const day of prices.realised(rules.market, first, LAST_DATE)) {
        if (wholeDay(rules, day)) dates.push(day.date);
      }
    }
    all.push({ market: rules.market, realisedDays: countRecent(dates, newest) });
  }
  return all;
}

/**
 * How many of some days (`YYYY-MM-DD`) are among the last 60.
 *
 * @param newest the newest whole day of the day-ahead market; undefined: there is none.
 */
export function countRecent(dates: readonly string[], newest: string | undefined): number {
  if (newest === undefined) return 0;
  const before = dateAfter(newest, -RECENT_DAYS);
  return dates.filter((date) => date > before).length;
}

/**
 * Whether a market is predicted: the price of one of which too little is known would be a mere copy
 * of the day-ahead price.
 */
export function isPredicted({ realisedDays }: Pick<RecentDays, 'realisedDays'>): boolean {
  return realisedDays >= MIN_RECENT_DAYS;
}

/** Why a market is not predicted, as a sentence. */
export function whyNotPredicted({ market, realisedDays }: RecentDays): string {
  return `No prediction of ${market}: ${realisedDays} of the last ${RECENT_DAYS} days have realised prices, and ${MIN_RECENT_DAYS} are needed.`;
}

/** The newest whole day of the day-ahead market. Errors: `store_unavailable`. */
export async function newestWholeDate(
  prices: Pick<PriceReader, 'realised'>,
): Promise<string | undefined> {
  for await (const day of prices.realised(DAY_AHEAD.market, '0001-01-01', LAST_DATE)) {
    if (wholeDay(DAY_AHEAD, day)) return day.date;
  }
  return undefined;
}
