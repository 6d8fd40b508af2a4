import { clockQuarter, QUARTER_MS } from './clock-day.ts';
import { coveredQuarters } from './past-errors.ts';
import type { PredictionWindow, PricePrediction, PriceStore, RealisedPrices } from './prices.ts';
import type { Session, SessionRules } from './sessions.ts';
import { SESSIONS } from './sessions.ts';

/** Thousandths of EUR/MWh: one price for all quarter hours, or one for each `clockQuarter`. */
export type DayPrices = number | ((clock: number) => number);

/** Holds prices in memory as the port promises them, and what was put. */
export class PricesInMemory implements PriceStore {
  readonly put: PricePrediction[] = [];
  readonly #realised = new Map<string, RealisedPrices>();

  /** Keeps the prices of the quarter hours that the session covers, or of those wanted. */
  realise(
    session: Session,
    date: string,
    prices: DayPrices,
    wanted?: (i: number) => boolean,
  ): this {
    const rules = rulesOf(session);
    const ends = coveredQuarters(rules, date).filter((_, i) => wanted?.(i) ?? true);
    const priceOf = typeof prices === 'number' ? () => prices : prices;
    const series = { stepMinutes: 15, ends, prices: ends.map((end) => priceOf(clockQuarter(end))) };
    return this.keep({ market: rules.market, date, version: 1, ...series });
  }

  keep(day: RealisedPrices): this {
    this.#realised.set(`${day.market} ${day.date}`, day);
    return this;
  }

  async putPrediction(prediction: PricePrediction) {
    const same = this.put.findIndex(({ market, generatedAt }) => {
      return market === prediction.market && +generatedAt === +prediction.generatedAt;
    });
    if (same >= 0) this.put.splice(same, 1);
    this.put.push(prediction);
  }

  async removeRealised(version: number) {
    for (const [key, day] of this.#realised)
      if (day.version === version) this.#realised.delete(key);
  }

  async putRealised(days: readonly RealisedPrices[]) {
    for (const day of days) this.keep(day);
  }

  async *predictions(market: string, from: number, to: number, before = Infinity) {
    yield* this.#touching(market, { from, to, before });
  }

  async lastPredictions(market: string, windows: readonly PredictionWindow[]) {
    return windows.map((window) => this.#touching(market, window)[0]);
  }

  async *realised(market: string, from: string, to: string) {
    const days = [...this.#realised.values()].filter((day) => day.market === market);
    const found = days.filter(({ date }) => from <= date && date <= to);
    yield* found.sort((a, b) => (a.date < b.date ? 1 : -1));
  }

  #touching(market: string, { from, to, before }: PredictionWindow): PricePrediction[] {
    const found = this.put.filter((each) => {
      const start = (each.ends[0] ?? Number.NaN) - QUARTER_MS;
      const overlaps = start < to && (each.ends.at(-1) ?? Number.NaN) > from;
      return each.market === market && overlaps && +each.generatedAt < before;
    });
    return found.sort((a, b) => +b.generatedAt - +a.generatedAt);
  }
}

export function rulesOf(session: Session): SessionRules {
  return SESSIONS.find((rules) => rules.session === session) as SessionRules;
}
