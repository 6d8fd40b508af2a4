import { byClock, type DayKind, dayKind, dayOf } from '@solano/domain/kernel';
import { publication, SESSIONS, type Session, type SessionRules } from '../markets/sessions.ts';
import type { MilliEuro } from './milli-euro.ts';
import { realisedCurve } from './past-errors.ts';
import type { PriceCurve } from './price-curve.ts';
import type { PriceReader, RealisedPrices } from './prices.ts';

/** How many whole days are looked at: enough for several of each kind, holidays included. */
const LEARNED_DAYS = 60;
/**
 * How many whole days of the day-ahead market are: three years for a model, and the months whose
 * predictions by earlier models set weights. Older ones change nothing.
 */
const MODEL_DAYS = 1500;
/** Later than any day that OMIE has published. */
export const LAST_DATE = '9999-12-31';

/** A whole day's prices by `clockQuarter`; NaN where its session does not cover the quarter. */
export interface ClockDay {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly kind: DayKind;
  readonly prices: readonly MilliEuro[];
}

/** The realised prices of one session's day. */
export interface RealisedDay {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  /** The instant (ms) from which it was known. */
  readonly knownFrom: number;
  /** Length of the periods that were priced: 60 also where prices are means of the hour. */
  readonly stepMinutes: number;
  readonly curve: PriceCurve;
  /** Undefined unless every quarter hour that the session covers has its price. */
  readonly whole: ClockDay | undefined;
}

/** The days of each session, newest first. */
export type History = ReadonlyMap<Session, readonly RealisedDay[]>;

/**
 * The realised prices of all sessions up to the day `to`, as far back as a prediction made on the
 * day `from` or later can use them. Errors: `store_unavailable`.
 */
export async function readHistory(prices: PriceReader, from: string, to: string): Promise<History> {
  const history = new Map<Session, RealisedDay[]>();
  for (const rules of SESSIONS) {
    const days: RealisedDay[] = [];
    let earlier = 0;
    for await (const day of realisedDays(prices, rules, to)) {
      days.push(day);
      if (day.whole && day.date < from) earlier += 1;
      if (earlier === (rules.session === 'MD' ? MODEL_DAYS : LEARNED_DAYS)) break;
    }
    history.set(rules.session, days);
  }
  return history;
}

/** The days `from` (default: ever) to `to` of one session, newest first. Errors: `store_unavailable`. */
export async function* realisedDays(
  prices: PriceReader,
  rules: SessionRules,
  to: string,
  from = '0001-01-01',
): AsyncGenerator<RealisedDay> {
  for await (const realised of prices.realised(rules.market, from, to)) {
    yield readDay(rules, realised);
  }
}

/** The last {@link LEARNED_DAYS} whole days among days that are known, newest first. */
export function lastWholeDays(days: readonly RealisedDay[]): ClockDay[] {
  return days.flatMap(({ whole }) => whole ?? []).slice(0, LEARNED_DAYS);
}

function readDay(rules: SessionRules, realised: RealisedPrices): RealisedDay {
  const { date } = realised;
  const { curve, complete } = realisedCurve(rules, realised);
  return {
    date,
    knownFrom: publication(rules, dayOf(date)),
    stepMinutes: realised.stepMinutes,
    curve,
    whole: complete ? { date, kind: dayKind(date), prices: byClock(curve) } : undefined,
  };
}
