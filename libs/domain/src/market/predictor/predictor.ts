import {
  CLOCK_QUARTERS,
  clockQuarter,
  dateAfter,
  dayOf,
  daysBetween,
  madridInstant,
  SECOND_PASS,
  startOfDate,
} from '@solano/domain/kernel';
import { WEIGHT_BLOCK_HOURS } from '@solano/domain/kernel/statistics';
import { SESSIONS, type Session, type SessionRules } from '../markets/sessions.ts';
import { MILLI, type MilliEuro } from '../prices/milli-euro.ts';
import { coveredQuarters } from '../prices/past-errors.ts';
import type { PriceCurve } from '../prices/price-curve.ts';
import type { PredictionTrace, TracedDay } from '../prices/prices.ts';
import { NO_QUANTILES, type PeriodQuantiles, QUANTILES, summed } from '../prices/quantiles.ts';
import type { ClockDay } from '../prices/realised-days.ts';
import { type History, lastWholeDays } from '../prices/realised-days.ts';
import { countRecent, type RecentDays } from '../prices/recent-days.ts';
import { baselineDay, meanSpread } from './baseline.ts';
import { Combination } from './combination.ts';
import { MIN_DAYS, type TracedFit } from './members.ts';
import type { ExogenousSeries } from './price-days.ts';
import { spreadQuantiles } from './spread-bands.ts';

const HINDCAST_HOUR = 9;
/** Autumn's second pass of 02:00 is predicted as the first. */
const PASS_DISTANCE = 88;
/** How far the quantiles lie from a price that is known. */
const CERTAIN: readonly MilliEuro[] = QUANTILES.map(() => 0);

/** A day with the fits that it was predicted with. */
export interface CombinedDay extends Omit<TracedDay, 'models'> {
  readonly fits: readonly TracedFit[];
}

/** How far the quantiles of a quarter hour lie from the predicted price. */
type DeviationsOf = (quarter: number) => readonly MilliEuro[];

/**
 * The instant (ms) as of which a past day is predicted: 09:00 in Madrid the day before, while the
 * gates of all sessions are open.
 */
export function hindcastTime(date: string): number {
  return madridInstant(dayOf(date), HINDCAST_HOUR, 1);
}

/**
 * Returns the model that learns day-ahead prices. It is the same for every instant, because it never
 * looks ahead. Undefined if there are too few days to learn from.
 *
 * @param days how many days ahead will be requested.
 * @param exogenous forecasts as they were known when each day was predicted.
 */
export function dayAheadModel(
  history: History,
  days: number,
  exogenous: ExogenousSeries = new Map(),
): Combination | undefined {
  const whole = (history.get('MD') ?? []).flatMap((day) => day.whole ?? []).toReversed();
  if (whole.length < MIN_DAYS) return undefined;
  const known = whole.map(({ date, prices }) => {
    return { date, quarters: prices.map((price) => price / MILLI) };
  });
  return new Combination(known, days, exogenous);
}

/** Predicts prices from as much of a history as was known at an instant. */
export class Predictor {
  readonly #model: Combination | undefined;
  readonly #curves = new Map<Session, ReadonlyMap<string, PriceCurve>>();
  readonly #whole = new Map<Session, readonly ClockDay[]>();
  readonly #spreads = new Map<Session, readonly MilliEuro[]>();
  readonly #deviations = new Map<string, DeviationsOf | undefined>();

  /**
   * @param model {@link dayAheadModel} of the same history.
   * @param at the instant, in ms; by default all of the history is known.
   */
  constructor(history: History, model: Combination | undefined, at = Infinity) {
    this.#model = model;
    for (const { session } of SESSIONS) {
      const known = (history.get(session) ?? []).filter(({ knownFrom }) => knownFrom <= at);
      this.#curves.set(session, new Map(known.map(({ date, curve }) => [date, curve])));
      this.#whole.set(session, lastWholeDays(known));
      this.#spreads.set(session, meanSpread(this.#days(session), this.#days('MD')));
    }
  }

  /** Whether anything can be predicted: that needs one whole day of the day-ahead market. */
  get isReady(): boolean {
    return this.#days('MD').length > 0;
  }

  /** How many of the last days are known of a session, by which it is predicted or not. */
  recentDays({ session, market }: SessionRules): RecentDays {
    const dates = this.#days(session).map(({ date }) => date);
    return { market, realisedDays: countRecent(dates, this.lastDay('MD')?.date) };
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
   * it is known; else the day-ahead market's price, realised or predicted, and the session's
   * {@link meanSpread}. An intraday price follows the day-ahead price of its own quarter much more
   * closely than its own past. The day-ahead price is predicted by the model, or by
   * {@link baselineDay} while too little is known for one, or for days beyond its reach.
   */
  predict(rules: SessionRules, date: string): PriceCurve {
    const own = this.#curves.get(rules.session)?.get(date);
    const dayAhead = this.#curves.get('MD')?.get(date);
    const expected = this.#modelDay(date) ?? baselineDay(this.#days('MD'), date);
    const spreads = this.#spreads.get(rules.session) ?? [];
    const prices = new Map<number, MilliEuro>();
    for (const end of coveredQuarters(rules, date)) {
      const clock = clockQuarter(end);
      const ahead = (dayAhead?.get(end) ?? expected[clock]) as number;
      prices.set(end, own?.get(end) ?? ahead + (spreads[clock] ?? 0));
    }
    return prices;
  }

  /**
   * The quantiles of what {@link predict} gives: the price itself where it is realised; else those
   * of the day-ahead price, where that is predicted, and of the session's spread, which are taken
   * as independent. All are null where either has too short a past.
   *
   * @returns the quantiles of a quarter hour (end, ms) that is predicted to cost `price`.
   */
  quantiles(rules: SessionRules, date: string): (end: number, price: MilliEuro) => PeriodQuantiles {
    const own = this.#curves.get(rules.session)?.get(date);
    const dayAhead = this.#curves.get('MD')?.get(date);
    const spreads = this.#spreadDeviations(rules.session);
    return (end, price) => {
      if (own?.has(end)) return QUANTILES.map(() => price);
      const quarter = ordinaryQuarter(clockQuarter(end));
      const ahead = dayAhead?.has(end) ? CERTAIN : this.#dayDeviations(date)?.(quarter);
      const spread = spreads?.(quarter);
      if (!ahead || !spread) return NO_QUANTILES;
      return ahead.map((each, i) => Math.round(price + summed(each, spread[i] as MilliEuro)));
    };
  }

  /**
   * Inputs and model of the first of some days that is not realised; undefined if all of them are
   * realised.
   */
  trace(dates: readonly string[]): PredictionTrace | undefined {
    const [date] = this.#unrealised(dates);
    if (date === undefined) return undefined;
    const position = this.#positionOf(date);
    if (!position) {
      return { inputs: ['prices'], members: [{ name: 'baseline', weight: 1 }], fits: [] };
    }
    const { inputs, members } = position.model.predict(position.count, position.lead);
    const weights = [...members].map(([name, { weight }]) => ({ name, weight }));
    const fits = position.model.fits(position.count, position.lead);
    return {
      inputs,
      members: weights.sort((a, b) => b.weight - a.weight),
      fits: fits.map(({ member, until }) => ({ member, until })),
    };
  }

  /** How the model combined each of some days that is not realised. */
  combined(dates: readonly string[]): CombinedDay[] {
    return this.#unrealised(dates).flatMap((date) => {
      const position = this.#positionOf(date);
      if (!position) return [];
      const { inputs, members, correction } = position.model.predict(position.count, position.lead);
      const weights = [...members].map(([name, share]) => [name, ofBlocks(share.weights)] as const);
      const fits = position.model.fits(position.count, position.lead);
      return {
        date,
        inputs,
        weights: Object.fromEntries(weights),
        correction: Array.from(correction),
        fits,
      };
    });
  }

  #unrealised(dates: readonly string[]): string[] {
    const realised = new Set(this.#days('MD').map(({ date }) => date));
    return dates.filter((date) => !realised.has(date));
  }

  /** The model's expected prices by `clockQuarter`; undefined if it has none for the day. */
  #modelDay(date: string): MilliEuro[] | undefined {
    const position = this.#positionOf(date);
    if (!position) return undefined;
    const { quarters } = position.model.predict(position.count, position.lead);
    return Array.from({ length: CLOCK_QUARTERS }, (_, clock) => {
      return Math.round((quarters[ordinaryQuarter(clock)] as number) * MILLI);
    });
  }

  /** How far the day-ahead price may lie from {@link #modelDay}; cached, as all sessions ask. */
  #dayDeviations(date: string): DeviationsOf | undefined {
    if (!this.#deviations.has(date)) this.#deviations.set(date, this.#computeDeviations(date));
    return this.#deviations.get(date);
  }

  #computeDeviations(date: string): DeviationsOf | undefined {
    const position = this.#positionOf(date);
    const bands = position?.model.bands(position.count, position.lead);
    if (!position || !bands) return undefined;
    const { quarters } = position.model.predict(position.count, position.lead);
    return (quarter) => {
      return bands.map((band) => {
        return ((band[quarter] as number) - (quarters[quarter] as number)) * MILLI;
      });
    };
  }

  #spreadDeviations(session: Session): DeviationsOf | undefined {
    if (session === 'MD') return () => CERTAIN;
    const spreads = this.#spreads.get(session) ?? [];
    const quantiles = spreadQuantiles(this.#days(session), this.#days('MD'), spreads);
    return quantiles && ((quarter) => quantiles[hourOf(quarter)] as readonly MilliEuro[]);
  }

  /** How many days the model may know, and how far ahead a day is; undefined if too far. */
  #positionOf(date: string): { model: Combination; count: number; lead: number } | undefined {
    const last = this.lastDay('MD');
    if (!this.#model || !last) return undefined;
    const count = this.#model.countAt(last.date);
    const lead = daysBetween(last.date, date) - 1;
    if (count < MIN_DAYS || lead < 0 || lead >= this.#model.maxLeads) return undefined;
    return { model: this.#model, count, lead };
  }

  #days(session: Session): readonly ClockDay[] {
    return this.#whole.get(session) ?? [];
  }
}

/** Weights are the same within a block of hours. */
function ofBlocks(hours: Float64Array): number[] {
  return Array.from(hours.filter((_, hour) => hour % WEIGHT_BLOCK_HOURS === 0));
}

function ordinaryQuarter(clock: number): number {
  return clock < SECOND_PASS ? clock : clock - PASS_DISTANCE;
}

function hourOf(quarter: number): number {
  return Math.floor(quarter / 4);
}
