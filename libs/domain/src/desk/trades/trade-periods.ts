import { because, inferStep, MINUTE_MS, type Reason } from '@solano/domain/kernel';
import { changeOfPeriod } from '@solano/domain/kernel/tables';
import { MARKET_PERIODS, type MarketPeriod, type TradeSession } from './trade.ts';

/** An end of a row's period, or both (ms). */
export type PeriodEnds =
  | { readonly start: number; readonly end: number }
  | { readonly instant: number };

/** The period of a trade. */
interface Period {
  readonly start: number;
  readonly minutes: MarketPeriod;
}

/** What the times of a session show. */
interface Shown {
  readonly step: number;
  /** The session has too few times to show its own period beside a shorter one of the file. */
  readonly isUnclear: boolean;
  readonly change: { readonly at: number; readonly minutes: number } | undefined;
}

/** Distances in a row that show a period which is longer than the file's shortest. */
const REGULAR = 3;

/** Finds the periods of a file's trades: by start and end, or by the shortest distance of a session's times. */
export class SessionPeriods {
  readonly #instants = new Map<TradeSession, Set<number>>();
  readonly #shown = new Map<TradeSession, Shown>();
  #isEnd = true;
  #shortest = 60;

  /** Looks at the time of a row, before any period is asked for. */
  see(session: TradeSession, ends: PeriodEnds): void {
    if ('start' in ends) return;
    const known = this.#instants.get(session) ?? new Set<number>();
    this.#instants.set(session, known);
    known.add(ends.instant);
  }

  /**
   * Finds what the times show, once all were seen.
   *
   * @param counted minutes of periods that have numbers.
   * @param isEnd whether a time is the end of its period.
   */
  settle(counted: number | undefined, isEnd: boolean): void {
    this.#isEnd = isEnd;
    const all = Array.from(this.#instants, ([session, times]) => [session, [...times]] as const);
    const steps = all.map(([, times]) => inferStep(times));
    this.#shortest = counted ?? Math.min(60, ...steps);
    for (const [session, times] of all) {
      const step = counted ?? inferStep(times);
      const isUnclear = step > this.#shortest && !isRegular(times, step);
      const change = counted ? undefined : changeOfPeriod(times, step, MARKET_PERIODS);
      this.#shown.set(session, { step, isUnclear, change });
    }
  }

  /** The period of a row, or what is wrong with its time. */
  of(session: TradeSession, ends: PeriodEnds): Period | Reason {
    if ('start' in ends) return marketPeriod(ends.start, (ends.end - ends.start) / MINUTE_MS);
    const { step, isUnclear, change } = this.#shown.get(session) as Shown;
    if (isUnclear) return because('no_period_shown', { session, step: this.#shortest });
    const { instant } = ends;
    if (instant === change?.at) return because('other_period', { minutes: change.minutes, step });
    return marketPeriod(this.#isEnd ? instant - step * MINUTE_MS : instant, step);
  }
}

/** The years of trades: the market opened in 1998, and a later one than 2099 is a slip. */
const YEARS = { first: 1998, last: 2099 };

/** A period of the market, or why it is none. */
export function marketPeriod(start: number, length: number): Period | Reason {
  const year = new Date(start).getUTCFullYear();
  if (year < YEARS.first || year > YEARS.last) return because('no_market_year', { year });
  const minutes = MARKET_PERIODS.find((each) => each === length);
  if (minutes === undefined) return because('no_market_period', { minutes: length });
  return start % (minutes * MINUTE_MS) === 0
    ? { start, minutes }
    : because('off_period', { minutes });
}

/** Whether several times follow each other at the step. */
function isRegular(instants: readonly number[], step: number): boolean {
  const sorted = Float64Array.from(instants).sort();
  let count = 0;
  for (let i = 1; i < sorted.length && count < REGULAR; i += 1) {
    const distance = (sorted[i] as number) - (sorted[i - 1] as number);
    count = distance === step * MINUTE_MS ? count + 1 : 0;
  }
  return count === REGULAR;
}
