import { byClock, dateAfter, dayOf } from '@solano/domain/kernel';
import type { FundamentalVersion, MarketDataStore } from '../market-data/market-day.ts';
import { FUNDAMENTALS, type Fundamental } from '../market-data/series.ts';
import { DAY_AHEAD, gateClosure } from '../markets/sessions.ts';
import { MILLI } from '../prices/milli-euro.ts';
import { quartersOf } from '../prices/price-curve.ts';
import { MIN_DAYS } from './members.ts';
import { type ExogenousSeries, hoursOf } from './price-days.ts';

/** Every version of the forecasts of demand, wind and sun, as {@link MarketDataStore} gives them. */
export type FundamentalHistory = ReadonlyMap<Fundamental, readonly FundamentalVersion[]>;

/**
 * The forecasts of the days `from` to `to` (`YYYY-MM-DD`), and of the day before them. Errors:
 * `store_unavailable`.
 */
export async function readFundamentals(
  market: Pick<MarketDataStore, 'fundamentalVersions'>,
  from: string,
  to: string,
): Promise<FundamentalHistory> {
  const history = new Map<Fundamental, readonly FundamentalVersion[]>();
  for (const name of FUNDAMENTALS) {
    history.set(name, await market.fundamentalVersions(name, dateAfter(from, -1), to));
  }
  return history;
}

/**
 * The versions to use when days are predicted, each as of an instant of its own: of each day the
 * version that was the newest then. A prediction that is made for a day before it learned from all
 * the days before as they were at instants before its own.
 *
 * @param instantOf the instant (ms) as of which a day is predicted.
 */
export function exogenousAsOf(
  history: FundamentalHistory,
  instantOf: (date: string) => number,
): ExogenousSeries {
  return exogenousBy(history, (versions, date) => {
    return versions.findLast(({ knownAt }) => knownAt.getTime() <= instantOf(date));
  });
}

/**
 * The versions to use when `target`, the next day that is not priced, is predicted at an instant
 * (ms): nothing that was known later. Learning uses the versions of earlier days that were known at
 * the gate of the day-ahead market; if a day's forecast was fetched afterwards, its first version.
 * Series that do not have the target are left out.
 */
export function exogenousAt(
  history: FundamentalHistory,
  at: number,
  target: string,
): ExogenousSeries {
  const all = exogenousBy(history, (versions, date) => {
    const known = versions.filter(({ knownAt }) => knownAt.getTime() <= at);
    const gate = gateClosure(DAY_AHEAD, dayOf(date));
    return known.findLast(({ knownAt }) => knownAt.getTime() < gate) ?? known[0];
  });
  const dates = [target, dateAfter(target, -1)];
  return new Map([...all].filter(([, days]) => dates.every((date) => days.has(date))));
}

/** Series of too few days to learn from are left out. */
function exogenousBy(
  history: FundamentalHistory,
  choose: (versions: readonly FundamentalVersion[], date: string) => FundamentalVersion | undefined,
): ExogenousSeries {
  const series = new Map<string, ReadonlyMap<string, Float64Array>>();
  for (const [name, versions] of history) {
    const days = new Map<string, Float64Array>();
    for (const [date, own] of Map.groupBy(versions, (version) => version.date)) {
      const chosen = choose(own, date);
      if (chosen) days.set(date, clockHours(chosen));
    }
    if (days.size >= MIN_DAYS) series.set(name, days);
  }
  return series;
}

/** The mean MW of the 24 hours of the Madrid clock. */
function clockHours({ stepMinutes, ends, values }: FundamentalVersion): Float64Array {
  const quarters = new Map<number, number>();
  ends.forEach((end, i) => {
    for (const quarter of quartersOf({ end, minutes: stepMinutes })) {
      quarters.set(quarter, (values[i] as number) / MILLI);
    }
  });
  return hoursOf(byClock(quarters));
}
