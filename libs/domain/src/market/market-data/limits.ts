import type { Market } from '../markets/sessions.ts';
import { formatMilli, MILLI, type MilliEuro } from '../prices/milli-euro.ts';

/** The prices that a market takes, in EUR/MWh, both included. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

/** The prices that a market can have from a delivery day on. */
export interface PriceLimits extends PriceRange {
  readonly auction: 'day-ahead' | 'intraday';
  /** First delivery day, `YYYY-MM-DD`. */
  readonly since: string;
}

/** The harmonised limits of the coupled markets, as of 2026-11-22. */
export const PRICE_LIMITS: readonly PriceLimits[] = [
  { auction: 'day-ahead', since: '0001-01-01', min: -500, max: 4_000 },
  { auction: 'day-ahead', since: '2026-05-29', min: -600, max: 4_000 },
  { auction: 'intraday', since: '0001-01-01', min: -9_999, max: 9_999 },
];

/** The prices that a market takes on a delivery day (`YYYY-MM-DD`). */
export function priceRange(
  limits: readonly PriceLimits[],
  market: Market,
  date: string,
): PriceRange {
  const auction = market === 'md_pdbc_spain' ? 'day-ahead' : 'intraday';
  return limits
    .filter((each) => each.auction === auction && each.since <= date)
    .reduce((newest, each) => (each.since >= newest.since ? each : newest));
}

/** Names the first price outside the limits of its day, if there is one. */
export function limitProblem(
  limits: readonly PriceLimits[],
  market: Market,
  date: string,
  prices: readonly MilliEuro[],
): string | undefined {
  const { min, max } = priceRange(limits, market, date);
  const outside = prices.find((price) => price < min * MILLI || price > max * MILLI);
  if (outside === undefined) return undefined;
  return `the price ${formatMilli(outside)} EUR/MWh is outside the limits of ${min} to ${max}`;
}
