import {
  batchesOf,
  byClock,
  dateAfter,
  datesBetween,
  dayOf,
  HOURS,
  startOfDate,
} from '@solano/domain/kernel';
import { publication, type SessionRules } from '../markets/sessions.ts';
import { hourMeans } from '../prices/hour-spreads.ts';
import { MILLI } from '../prices/milli-euro.ts';
import { coveredQuarters, realisedCurve } from '../prices/past-errors.ts';
import { CurveBuilder, type PriceCurve } from '../prices/price-curve.ts';
import type { PriceReader } from '../prices/prices.ts';

/** Days whose predictions are read in one go. */
const DAYS_PER_BATCH = 60;

/** EUR/MWh of the 24 hours of the Madrid clock; NaN where a part of the hour has no price. */
export type Hours = Float64Array;

/** A session, and a later one that its curves compare it with. */
export interface SessionPair {
  readonly earlier: SessionRules;
  readonly later: SessionRules;
}

/** Consecutive days from which curves are learned, and the days that they are of. */
export interface SpreadDays {
  /** Madrid days, `YYYY-MM-DD`. */
  readonly dates: readonly string[];
  /** The earlier session's prices as they were predicted at 09:00 the day before. */
  readonly predicted: readonly Hours[];
  readonly earlier: readonly Hours[];
  readonly later: readonly Hours[];
  /** How many days before a day the last one lies whose prices are known at 09:00 the day before it. */
  readonly lag: number;
}

/** A prediction of a day's prices by the end (ms) of the quarter hour. */
export type PredictDay = (date: string) => PriceCurve | undefined;

export interface SpreadDaysQuery extends SessionPair {
  readonly first: string;
  readonly last: string;
  /** The instant (ms) as of which a day is predicted: 09:00 the day before. */
  readonly asOf: (date: string) => number;
  /** The instant (ms) as of which the last day is predicted, where that is after 09:00 the day before. */
  readonly at?: number | undefined;
  /** Predicts the days of which no prediction is stored. */
  readonly predict?: PredictDay | undefined;
}

/**
 * The days from `first` to `last` with the prices of both sessions and what was predicted of the
 * earlier one. Errors: `store_unavailable`.
 */
export async function readSpreadDays(
  prices: PriceReader,
  query: SpreadDaysQuery,
): Promise<SpreadDays> {
  const { earlier, later, first, last, asOf } = query;
  const dates = datesBetween(first, last);
  const realised = async (rules: SessionRules) => {
    const days = new Map<string, Hours>();
    for await (const day of prices.realised(rules.market, first, last)) {
      days.set(day.date, clockHours(realisedCurve(rules, day).curve));
    }
    return dates.map((date) => days.get(date) ?? clockHours(new Map()));
  };
  let lag = 1;
  while (publication(later, dayOf(dateAfter(last, -lag))) > asOf(last)) lag += 1;
  const predicted = await predictedHours(prices, dates, query);
  return { dates, predicted, earlier: await realised(earlier), later: await realised(later), lag };
}

async function predictedHours(
  prices: PriceReader,
  dates: readonly string[],
  { earlier, last, asOf, at = -Infinity, predict = () => undefined }: SpreadDaysQuery,
): Promise<Hours[]> {
  const windows = dates.map((date) => {
    const before = Math.max(asOf(date), date === last ? at : -Infinity) + 1;
    return { date, from: startOfDate(date), to: startOfDate(dateAfter(date, 1)), before };
  });
  const predicted: Hours[] = [];
  for (const batch of batchesOf(windows, DAYS_PER_BATCH)) {
    const stored = await prices.lastPredictions(earlier.market, batch);
    for (const [j, { date }] of batch.entries()) {
      const builder = new CurveBuilder(coveredQuarters(earlier, date));
      const newest = stored[j];
      if (newest) builder.addOlder(newest);
      const curve = builder.complete ? builder.curve : (predict(date) ?? builder.curve);
      predicted.push(clockHours(curve));
    }
  }
  return predicted;
}

function clockHours(curve: PriceCurve): Hours {
  const means = hourMeans(byClock(curve)).slice(0, HOURS);
  return Float64Array.from(means, (price) => price / MILLI);
}
