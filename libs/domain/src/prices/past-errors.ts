import type { SessionRules } from '../market/sessions.ts';
import { gateClosure, madridInstant } from '../market/sessions.ts';
import { byClock, dateAfter, dayOf, QUARTER_MS, quartersOfDate } from '../time/madrid-day.ts';
import type { MilliEuro } from './milli-euro.ts';
import type { PriceCurve, PriceStore, RealisedPrices } from './prices.ts';
import { CurveBuilder } from './prices.ts';

/** The days that a history goes back at the most. */
export const MOST_DAYS = 200;
/** Days whose errors are computed in one go: a few milliseconds, for which nobody else is served. */
const DAYS_AT_ONCE = 10;

/**
 * The prediction errors of one day's quarter hours in thousandths of EUR/MWh, as {@link byClock}
 * gives them; NaN where the session does not cover the quarter.
 */
export type DayErrors = readonly MilliEuro[];

/** The errors of one session's past days by date (`YYYY-MM-DD`), newest first. */
export type PastErrors = ReadonlyMap<string, DayErrors>;

/**
 * How far the predictions of a session have been off: for each past day realised price minus the
 * price last predicted before the session's gate closed. A day counts when every quarter hour that
 * the session covers has both; the newest {@link MOST_DAYS} that count are given. Errors:
 * `store_unavailable`.
 *
 * @param before Madrid day, `YYYY-MM-DD`: only earlier ones are looked at.
 */
export async function pastErrors(
  prices: PriceStore,
  session: SessionRules,
  before: string,
): Promise<PastErrors> {
  const errors = new Map<string, DayErrors>();
  for await (const days of inGroups(wholeDays(prices, session, before), DAYS_AT_ONCE)) {
    const curves = await predictedDays(prices, session, days);
    days.forEach(({ date, curve }, i) => {
      const day = errorsOf(curve, curves[i] as PriceCurve);
      if (day && errors.size < MOST_DAYS) errors.set(date, day);
    });
    if (errors.size === MOST_DAYS) break;
  }
  return errors;
}

/** A day with the realised price of every quarter hour that a session covers. */
interface WholeDay {
  readonly date: string;
  readonly curve: PriceCurve;
}

async function* wholeDays(
  prices: PriceStore,
  session: SessionRules,
  before: string,
): AsyncGenerator<WholeDay> {
  const last = dateAfter(before, -1);
  for await (const realised of prices.realised(session.market, '0001-01-01', last)) {
    const curve = wholeDay(session, realised);
    if (curve) yield { date: realised.date, curve };
  }
}

/** The realised prices of a day, undefined unless they reach over all that the session covers. */
export function wholeDay(session: SessionRules, realised: RealisedPrices): PriceCurve | undefined {
  const { curve, complete } = realisedCurve(session, realised);
  return complete ? curve : undefined;
}

/** What a day brought of all that the session covers, and whether nothing of that is missing. */
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

/** What was last predicted of each day before its gate, as far as it was. */
async function predictedDays(
  prices: PriceStore,
  session: SessionRules,
  days: readonly WholeDay[],
): Promise<PriceCurve[]> {
  const asked = days.map(({ date, curve }) => {
    const before = gateClosure(session, dayOf(date));
    return { builder: new CurveBuilder(curve.keys()), window: { ...spanOf(curve), before } };
  });
  for (let open = asked; open.length > 0; ) {
    const windows = open.map(({ window }) => window);
    const newest = await prices.lastPredictions(session.market, windows);
    // Where the newest leaves gaps, older ones fill them.
    open = open.flatMap(({ builder, window }, i) => {
      const last = newest[i];
      if (!last) return [];
      builder.addOlder(last);
      return builder.complete
        ? []
        : [{ builder, window: { ...window, before: +last.generatedAt } }];
    });
  }
  return asked.map(({ builder }) => builder.curve);
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
