import type { Session, SessionRules } from '../market/sessions.ts';
import { madridInstant, SESSIONS } from '../market/sessions.ts';
import type { MilliEuro } from '../prices/milli-euro.ts';
import { coveredQuarters } from '../prices/past-errors.ts';
import type { PriceCurve } from '../prices/prices.ts';
import type { History } from '../prices/realised-days.ts';
import { lastWholeDays } from '../prices/realised-days.ts';
import { clockQuarter, dateAfter, dayOf, startOfDate } from '../time/madrid-day.ts';
import type { ClockDay } from './baseline.ts';
import { baselineDay, meanSpread } from './baseline.ts';

const HINDCAST_HOUR = 9;

/**
 * The instant (ms) as of which a past day is predicted: 09:00 in Madrid the day before, while the
 * gates of all sessions are open.
 */
export function hindcastTime(date: string): number {
  return madridInstant(dayOf(date), HINDCAST_HOUR, 1);
}

/** Predicts prices from as much of a history as was known at an instant. */
export class Predictor {
  readonly #curves = new Map<Session, ReadonlyMap<string, PriceCurve>>();
  readonly #whole = new Map<Session, readonly ClockDay[]>();
  readonly #spreads = new Map<Session, readonly MilliEuro[]>();

  /** @param at the instant, in ms; by default all of the history is known. */
  constructor(history: History, at = Infinity) {
    for (const { session } of SESSIONS) {
      const known = (history.get(session) ?? []).filter(({ knownFrom }) => knownFrom <= at);
      this.#curves.set(session, new Map(known.map(({ date, curve }) => [date, curve])));
      this.#whole.set(session, lastWholeDays(known));
      this.#spreads.set(session, meanSpread(this.#days(session), this.#days('MD')));
    }
  }

  /** Whether anything can be predicted: it takes one whole day of the day-ahead market. */
  get isReady(): boolean {
    return this.#days('MD').length > 0;
  }

  /**
   * The instant (ms) at which the newest whole day ends that is known of the day-ahead market, from
   * which every prediction is made; -Infinity where there is none.
   */
  get inputsUntil(): number {
    const newest = this.lastDay('MD');
    return newest ? startOfDate(dateAfter(newest.date, 1)) : -Infinity;
  }

  /** The newest whole day of a session that is known. */
  lastDay(session: Session): ClockDay | undefined {
    return this.#days(session)[0];
  }

  /**
   * The prices of the quarter hours of a Madrid day that a session covers: the realised price where
   * it is known; else the day-ahead market's price, realised or by {@link baselineDay}, and the
   * session's {@link meanSpread}. An intraday price follows the day-ahead price of its own quarter
   * much more closely than its own past.
   */
  predict(rules: SessionRules, date: string): PriceCurve {
    const own = this.#curves.get(rules.session)?.get(date);
    const dayAhead = this.#curves.get('MD')?.get(date);
    const baseline = baselineDay(this.#days('MD'), date);
    const spreads = this.#spreads.get(rules.session) ?? [];
    const prices = new Map<number, MilliEuro>();
    for (const end of coveredQuarters(rules, date)) {
      const clock = clockQuarter(end);
      const ahead = (dayAhead?.get(end) ?? baseline[clock]) as number;
      prices.set(end, own?.get(end) ?? ahead + (spreads[clock] ?? 0));
    }
    return prices;
  }

  #days(session: Session): readonly ClockDay[] {
    return this.#whole.get(session) ?? [];
  }
}
