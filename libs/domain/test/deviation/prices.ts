import { quartersOfDate } from '@solano/domain/kernel';
import {
  type NewImbalanceRevision,
  type RealisedPrices,
  rulesOfSession,
  type Session,
} from '@solano/domain/market';

/** Realised prices of a session's day, EUR/MWh by quarter hour; none: it is cancelled. */
export function pricesOf(
  session: Session,
  date: string,
  priceOf?: (quarter: number) => number,
): RealisedPrices {
  const { market } = rulesOfSession(session);
  const ends = priceOf ? quartersOfDate(date) : [];
  const prices = ends.map((_, i) => Math.round((priceOf?.(i) ?? 0) * 1000));
  return { market, date, stepMinutes: 15, ends, prices, source: 'omie', version: 1 };
}

/** Prices of deviations of a day, EUR/MWh by period. */
export function deviationPricesOf(
  date: string,
  stepMinutes: 15 | 60,
  priceOf: (period: number) => readonly [short: number, long: number],
): NewImbalanceRevision {
  const count = (quartersOfDate(date).length * 15) / stepMinutes;
  const both = Array.from({ length: count }, (_, i) => priceOf(i));
  const [short = [], long = []] = [0, 1].map((side) =>
    both.map((pair) => Math.round((pair[side] as number) * 1000)),
  );
  const known = { settlement: 'C1', source: 'csv', knownAt: new Date(0) } as const;
  return { date, stepMinutes, short, long, ...known };
}
