import { DAY_AHEAD, SESSIONS, type Session, type SessionRules } from '../markets/sessions.ts';
import { realisedCurve } from '../prices/past-errors.ts';
import type { PriceCurve } from '../prices/price-curve.ts';
import type { PriceReader } from '../prices/prices.ts';
import { byClock, clockQuarter, dateAfter, HOUR_QUARTERS } from '../time/madrid-day.ts';

/** Days over which the spreads of an hour are averaged: eight weeks. */
const MEAN_DAYS = 56;

/** Spreads of a day by the hour of the clock; NaN where there is no price. */
type ClockHours = readonly number[];

/**
 * By how much intraday prices were above the day-ahead price, hour by hour, over the 56 days before
 * one: what a buyer without any prediction knows. Asked for days in their order.
 */
export class HourSpreads {
  readonly #prices: PriceReader;
  readonly #days = new Map<Session, Map<string, ClockHours>>();
  #read: string | undefined;

  constructor(prices: PriceReader) {
    this.#prices = prices;
  }

  /**
   * The mean spread of a session in the hour of a quarter hour (its end, ms), in thousandths of
   * EUR/MWh; undefined if no day has one. At the day-ahead gate of `date` the prices of all
   * sessions of the days before it are known. Errors: `store_unavailable`.
   */
  async before(date: string): Promise<(session: Session, end: number) => number | undefined> {
    const first = dateAfter(date, -MEAN_DAYS);
    const unread = this.#read === undefined || this.#read < first ? first : this.#read;
    const dayAhead = await this.#curves(DAY_AHEAD, unread, date);
    for (const rules of SESSIONS.slice(1)) {
      const days = this.#days.get(rules.session) ?? new Map<string, ClockHours>();
      this.#days.set(rules.session, days);
      for (const [day, curve] of await this.#curves(rules, unread, date)) {
        days.set(day, hourSpreads(curve, dayAhead.get(day) ?? new Map()));
      }
      for (const day of days.keys()) if (day < first) days.delete(day);
    }
    this.#read = date;
    return (session, end) => meanOf(this.#days.get(session), hourOf(end));
  }

  /** What is realised of the days from `from` to before `to`. */
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
  const quarters = byClock(spreads);
  return Array.from({ length: quarters.length / HOUR_QUARTERS }, (_, hour) => {
    const four = quarters.slice(hour * HOUR_QUARTERS, (hour + 1) * HOUR_QUARTERS);
    return four.reduce((sum, spread) => sum + spread, 0) / HOUR_QUARTERS;
  });
}

function hourOf(end: number): number {
  return Math.floor(clockQuarter(end) / HOUR_QUARTERS);
}

function meanOf(days: ReadonlyMap<string, ClockHours> | undefined, hour: number) {
  const spreads = [...(days?.values() ?? [])].flatMap((hours) => {
    const spread = hours[hour] ?? Number.NaN;
    return Number.isNaN(spread) ? [] : [spread];
  });
  if (spreads.length === 0) return undefined;
  return spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length;
}
