import {
  byClock,
  dateAfter,
  dayOf,
  madridInstant,
  QUARTER_MS,
  quartersOfDate,
} from '@solano/domain/kernel';
import { gateClosure, type SessionRules } from '../markets/sessions.ts';
import type { MilliEuro } from './milli-euro.ts';
import type { PriceCurve } from './price-curve.ts';
import { CurveBuilder } from './price-curve.ts';
import type { PredictionOrigin, PriceReader, RealisedPrices } from './prices.ts';

/** Maximum of days of a history. */
export const MAX_DAYS = 200;
/** The days of history with which a session is of use to the models that learn from it. */
export const MIN_DAYS = 60;
/** Prefix of the names of days that are drawn from bands when too few are known. */
export const DRAWN_DAY = 'drawn';
/** Days whose errors are computed in one go: a few milliseconds, in which no other request is served. */
const DAYS_PER_BATCH = 10;

/**
 * The prediction errors of one day's quarter hours in thousandths of EUR/MWh, as {@link byClock}
 * gives them; NaN where the session does not cover the quarter.
 */
export type DayErrors = readonly MilliEuro[];

/** A past day: its errors, and the origin of the predictions. */
export interface PastDay {
  readonly errors: DayErrors;
  readonly origins: readonly PredictionOrigin[];
}

/** One session's past days by date (`YYYY-MM-DD`), newest first; drawn days come last. */
export type PastErrors = ReadonlyMap<string, PastDay>;

/** Selects errors and days. */
export interface PastErrorsQuery {
  readonly session: SessionRules;
  /** The session before whose gate the predictions were made: {@link session}, or an earlier one. */
  readonly vintage: SessionRules;
  /** First Madrid day (`YYYY-MM-DD`) to read; default: the first with prices. */
  readonly since?: string | undefined;
  /** Madrid day: only earlier ones are read. */
  readonly before: string;
  /** Of the newest; default: {@link MAX_DAYS}. */
  readonly maxDays?: number;
}

/**
 * How far the predictions of a session have been off: for each past day realised price minus the
 * price last predicted before the gate of the vintage's session closed. A day counts when every
 * quarter hour that the session covers has both; the newest that count are returned.
 * Errors: `store_unavailable`.
 */
export async function pastErrors(
  prices: PriceReader,
  { session, vintage, since = '0001-01-01', before, maxDays = MAX_DAYS }: PastErrorsQuery,
): Promise<PastErrors> {
  const errors = new Map<string, PastDay>();
  const realised = prices.realised(session.market, since, dateAfter(before, -1));
  for await (const days of inGroups(wholeDays(session, realised), DAYS_PER_BATCH)) {
    const predicted = await predictedDays(prices, session, vintage, days);
    days.forEach(({ date, curve }, i) => {
      const { builder, origins } = predicted[i] as PredictedDay;
      const day = errorsOf(curve, builder.curve);
      if (day && errors.size < maxDays) errors.set(date, { errors: day, origins: [...origins] });
    });
    if (errors.size >= maxDays) break;
  }
  return errors;
}

/** A day with the realised price of every quarter hour that a session covers. */
interface WholeDay {
  readonly date: string;
  readonly curve: PriceCurve;
}

async function* wholeDays(
  session: SessionRules,
  days: AsyncIterable<RealisedPrices>,
): AsyncGenerator<WholeDay> {
  for await (const realised of days) {
    const curve = wholeDay(session, realised);
    if (curve) yield { date: realised.date, curve };
  }
}

/** The realised prices of a day, undefined unless they reach over all that the session covers. */
export function wholeDay(session: SessionRules, realised: RealisedPrices): PriceCurve | undefined {
  const { curve, complete } = realisedCurve(session, realised);
  return complete ? curve : undefined;
}

/** Realised prices of a day in the session's periods, and whether they are complete. */
export function realisedCurve(
  session: SessionRules,
  realised: RealisedPrices,
): { readonly curve: PriceCurve; readonly complete: boolean } {
  const builder = new CurveBuilder(coveredQuarters(session, realised.date));
  builder.addOlder(realised);
  return builder;
}

/** The ends (ms) of the quarter hours of a Madrid day that a session covers. */
export function coveredQuarters({ coversFromHour }: SessionRules, date: string): number[] {
  const from = madridInstant(dayOf(date), coversFromHour);
  return quartersOfDate(date).filter((end) => end > from);
}

interface PredictedDay {
  readonly builder: CurveBuilder;
  readonly origins: Set<PredictionOrigin>;
}

/** The last predictions of each day before the vintage's gate, as far as there were any. */
async function predictedDays(
  prices: PriceReader,
  session: SessionRules,
  vintage: SessionRules,
  days: readonly WholeDay[],
): Promise<PredictedDay[]> {
  const pending = days.map(({ date, curve }) => {
    const before = gateClosure(vintage, dayOf(date));
    const builder = new CurveBuilder(curve.keys());
    return { builder, origins: new Set<PredictionOrigin>(), window: { ...spanOf(curve), before } };
  });
  for (let open = pending; open.length > 0; ) {
    const windows = open.map(({ window }) => window);
    const newest = await prices.lastPredictions(session.market, windows);
    // Where the newest leaves gaps, older ones fill them.
    open = open.flatMap(({ builder, origins, window }, i) => {
      const last = newest[i];
      if (!last) return [];
      if (builder.addOlder(last)) origins.add(last.origin);
      const before = +last.generatedAt;
      return builder.complete ? [] : [{ builder, origins, window: { ...window, before } }];
    });
  }
  return pending;
}

/** The time that the quarter hours of a curve span. */
function spanOf(curve: PriceCurve): { from: number; to: number } {
  const ends = [...curve.keys()];
  return { from: Math.min(...ends) - QUARTER_MS, to: Math.max(...ends) };
}

function errorsOf(realised: PriceCurve, predicted: PriceCurve): DayErrors | undefined {
  const errors = new Map<number, MilliEuro>();
  for (const [end, price] of realised) {
    const prediction = predicted.get(end);
    if (prediction === undefined) return undefined;
    errors.set(end, price - prediction);
  }
  return byClock(errors);
}

async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    if (group.push(item) < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
