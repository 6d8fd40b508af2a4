import {
  byClock,
  CLOCK_QUARTERS,
  clockQuarter,
  type DayRange,
  dateAfter,
  datesBetween,
  HOUR_QUARTERS,
} from '@solano/domain/kernel';
import {
  DAY_AHEAD,
  MARKETS,
  SESSIONS,
  type Session,
  type SessionRules,
} from '../markets/sessions.ts';
import { realisedCurve } from './past-errors.ts';
import { PriceCache } from './price-cache.ts';
import type { PriceCurve } from './price-curve.ts';
import type { PriceReader } from './prices.ts';

/** Days over which the spreads of an hour are averaged: eight weeks. */
const MEAN_DAYS = 56;

/** Days before which the mean spreads are cached. */
const MAX_CACHED = 100;

/** Readers who see differently, of whose days the spreads are cached. */
const MAX_READERS = 8;
/** Days of all ranges together that are cached. */
const MAX_RANGE_DAYS = 1_000;

/** Caches {@link HourSpreads.before} for as long as no price changes. */
export class CachedSpreads {
  readonly #cache = new PriceCache<MeanSpreads>(MAX_CACHED);
  readonly #readers = new PriceCache<HourSpreads>(MAX_READERS);
  readonly #ranges = new PriceCache<ReadonlyMap<string, MeanSpreads>>(MAX_RANGE_DAYS);

  before(prices: PriceReader, date: string): Promise<MeanSpreads> {
    return this.#cache.get(prices, MARKETS, date, async () => {
      const reader = async () => new HourSpreads(prices);
      return (await this.#readers.get(prices, MARKETS, '', reader)).before(date);
    });
  }

  /** The mean spreads before each day from one to another. Errors: `store_unavailable`. */
  ofDays(prices: PriceReader, { from, to }: DayRange): Promise<ReadonlyMap<string, MeanSpreads>> {
    const dates = datesBetween(from, to);
    const read = async () => {
      const spreads = new HourSpreads(prices);
      await spreads.readFor(from, to);
      const days = new Map<string, MeanSpreads>();
      for (const date of dates) days.set(date, await spreads.before(date));
      return days;
    };
    return this.#ranges.get(prices, MARKETS, `${from} ${to}`, read, dates.length);
  }
}

/** Spreads of a day by the hour of the clock; NaN where there is no price. */
type ClockHours = readonly number[];

/**
 * The mean spread of each later session over the day-ahead price by the hour of the clock, in
 * thousandths of EUR/MWh; null where no day has one.
 */
export type MeanSpreads = Readonly<Partial<Record<Session, readonly (number | null)[]>>>;

/** The mean spread of a session in the hour of a quarter hour (its end, ms). */
export function spreadAt(spreads: MeanSpreads, session: Session, end: number): number | undefined {
  return spreadsAt(spreads, end)(session);
}

/** {@link spreadAt} of any session in the hour of a quarter hour (its end, ms). */
export function spreadsAt(
  spreads: MeanSpreads,
  end: number,
): (session: Session) => number | undefined {
  const hour = Math.floor(clockQuarter(end) / HOUR_QUARTERS);
  return (session) => spreads[session]?.[hour] ?? undefined;
}

/**
 * By how much intraday prices were above the day-ahead price, hour by hour, over the 56 days before
 * one: what a buyer without any prediction knows. Asked for days in their order, it reads each once.
 */
export class HourSpreads {
  readonly #prices: PriceReader;
  readonly #days = new Map<Session, Map<string, ClockHours>>();
  /** The days from the first to before the other one were read. */
  #first = '';
  #read: string | undefined;
  /** One read after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(prices: PriceReader) {
    this.#prices = prices;
  }

  /**
   * The mean spreads of the days before one. At the day-ahead gate of `date` the prices of all
   * sessions of the days before it are known. Errors: `store_unavailable`.
   */
  before(date: string): Promise<MeanSpreads> {
    return this.#inTurn(async () => {
      const first = dateAfter(date, -MEAN_DAYS);
      await this.#readBefore(date, first);
      return Object.fromEntries(
        [...this.#days].map(([session, days]) => {
          const known = [...days].filter(([day]) => day >= first && day < date);
          return [session, meansOf(known.map(([, hours]) => hours))];
        }),
      );
    });
  }

  /** Reads at once what {@link before} needs for the days from `first` to `last`. */
  readFor(first: string, last: string): Promise<void> {
    return this.#inTurn(() => this.#readBefore(last, dateAfter(first, -MEAN_DAYS)));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Reads the days before one that have not been read; those before `first` are not needed again. */
  async #readBefore(date: string, first: string): Promise<void> {
    if (first < this.#first) {
      this.#days.clear();
      this.#read = undefined;
    }
    this.#first = first;
    for (const days of this.#days.values()) {
      for (const day of days.keys()) if (day < first) days.delete(day);
    }
    if (this.#read !== undefined && this.#read >= date) return;
    const unread = this.#read === undefined || this.#read < first ? first : this.#read;
    const dayAhead = await this.#curves(DAY_AHEAD, unread, date);
    for (const rules of SESSIONS.slice(1)) {
      const days = this.#days.get(rules.session) ?? new Map<string, ClockHours>();
      this.#days.set(rules.session, days);
      for (const [day, curve] of await this.#curves(rules, unread, date)) {
        days.set(day, hourSpreads(curve, dayAhead.get(day) ?? new Map()));
      }
    }
    this.#read = date;
  }

  /** Realised prices of the days from `from` to before `to`. */
  async #curves(
    rules: SessionRules,
    from: string,
    to: string,
  ): Promise<ReadonlyMap<string, PriceCurve>> {
    const curves = new Map<string, PriceCurve>();
    for await (const day of this.#prices.realised(rules.market, from, dateAfter(to, -1))) {
      curves.set(day.date, realisedCurve(rules, day).curve);
    }
    return curves;
  }
}

function hourSpreads(own: PriceCurve, dayAhead: PriceCurve): ClockHours {
  const spreads = new Map<number, number>();
  for (const [end, price] of own) {
    const base = dayAhead.get(end);
    if (base !== undefined) spreads.set(end, price - base);
  }
  return hourMeans(byClock(spreads));
}

/** The means of the hours of quarter hours by the clock; NaN where one of the four is. */
export function hourMeans(quarters: readonly number[]): number[] {
  return Array.from({ length: quarters.length / HOUR_QUARTERS }, (_, hour) => {
    const four = quarters.slice(hour * HOUR_QUARTERS, (hour + 1) * HOUR_QUARTERS);
    return four.reduce((sum, value) => sum + value, 0) / HOUR_QUARTERS;
  });
}

function meansOf(days: readonly ClockHours[]): (number | null)[] {
  return Array.from({ length: CLOCK_QUARTERS / HOUR_QUARTERS }, (_, hour) => {
    let [sum, count] = [0, 0];
    for (const hours of days) {
      const spread = hours[hour] ?? Number.NaN;
      if (Number.isNaN(spread)) continue;
      sum += spread;
      count += 1;
    }
    return count === 0 ? null : sum / count;
  });
}
