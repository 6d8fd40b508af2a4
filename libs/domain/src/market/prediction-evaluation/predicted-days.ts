import { dateAfter, type Pause, QUARTER_MS, startOfDate } from '@solano/domain/kernel';
import type { SessionRules } from '../markets/sessions.ts';
import { coveredQuarters } from '../prices/past-errors.ts';
import { quartersOf } from '../prices/price-curve.ts';
import type { BandedPrediction, PredictionOrigin, PriceReader } from '../prices/prices.ts';
import { NO_QUANTILES, type PeriodQuantiles } from '../prices/quantiles.ts';

/** Days ahead that stored predictions are scored at; those of an auction of the day itself at 0. */
const LEADS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Prediction of a quarter hour, in thousandths of EUR/MWh, and its time (ms). */
export interface PredictedQuarter {
  readonly price: number;
  readonly quantiles: PeriodQuantiles;
  readonly generatedAt: number;
}

/** Predictions of a Madrid day, by the end (ms) of its quarter hours. */
export interface PredictedDay {
  readonly date: string;
  readonly quarters: ReadonlyMap<number, PredictedQuarter>;
  readonly origins: ReadonlySet<PredictionOrigin>;
}

/** A day with the instant (ms) before which predictions of it count. */
export interface DayWithGate {
  readonly date: string;
  readonly gate: number;
}

/** For each day the last prediction of its quarter hours before the gate. */
export function lastPredicted(
  prices: PriceReader,
  sessions: readonly SessionRules[],
  days: readonly DayWithGate[],
  origin: PredictionOrigin | undefined,
): Promise<PredictedDay[]> {
  return minusOther(sessions.map((rules) => newestOf(prices, rules, days, origin)));
}

/** For each day and lead the newest prediction that was made that many days before it. */
export function predictedAtLeads(
  prices: PriceReader,
  sessions: readonly SessionRules[],
  days: readonly DayWithGate[],
  origin: PredictionOrigin | undefined,
  pause: Pause,
): Promise<PredictedDay[]> {
  return minusOther(sessions.map((rules) => atLeads(prices, rules, days, origin, pause)));
}

/** The days of the first session, minus those of the second if there is one. */
async function minusOther(ofSessions: readonly Promise<PredictedDay[]>[]): Promise<PredictedDay[]> {
  const [own = [], other] = await Promise.all(ofSessions);
  return other ? own.map((day, i) => difference(day, other[i] as PredictedDay)) : own;
}

async function newestOf(
  prices: PriceReader,
  rules: SessionRules,
  days: readonly DayWithGate[],
  origin: PredictionOrigin | undefined,
): Promise<PredictedDay[]> {
  const found = days.map(
    ({ date, gate }) => new Gathering(coveredQuarters(rules, date), date, gate),
  );
  for (let open = found; open.length > 0; ) {
    const windows = open.map(({ window }) => window);
    const newest = await prices.lastBanded(rules.market, windows, origin);
    // Where the newest leaves gaps, older ones fill them.
    open = open.filter((day, i) => {
      const prediction = newest[i];
      if (prediction) day.add(prediction);
      return prediction && !day.isComplete;
    });
  }
  return found;
}

async function atLeads(
  prices: PriceReader,
  rules: SessionRules,
  days: readonly DayWithGate[],
  origin: PredictionOrigin | undefined,
  pause: Pause,
): Promise<PredictedDay[]> {
  const asked = days.flatMap(({ date, gate }) => {
    const ends = coveredQuarters(rules, date);
    return LEADS.map((lead) => {
      const before = Math.min(gate, startOfDate(dateAfter(date, 1 - lead)));
      return { day: new Gathering(ends, date, before), from: startOfDate(dateAfter(date, -lead)) };
    });
  });
  const windows = asked.map(({ day }) => day.window);
  const newest = await prices.lastPredictions(rules.market, windows, origin);
  for (const [i, { day, from }] of asked.entries()) {
    if (i % LEADS.length === 0) await pause();
    const prediction = newest[i];
    if (prediction && +prediction.generatedAt >= from) day.add({ ...prediction, bands: null });
  }
  return asked.map(({ day }) => day);
}

/** The quarter hours of a day that predictions are gathered for, from the newest to the oldest. */
class Gathering implements PredictedDay {
  readonly date: string;
  readonly quarters = new Map<number, PredictedQuarter>();
  readonly origins = new Set<PredictionOrigin>();
  readonly #missing: Set<number>;
  readonly #span: { readonly from: number; readonly to: number };
  #before: number;

  /** @param ends those of the day's quarter hours (ms), ascending. */
  constructor(ends: readonly number[], date: string, before: number) {
    this.date = date;
    this.#missing = new Set(ends);
    this.#span = { from: (ends[0] as number) - QUARTER_MS, to: ends.at(-1) as number };
    this.#before = before;
  }

  /** The next window to search. */
  get window() {
    return { ...this.#span, before: this.#before };
  }

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  add({ ends, prices, bands, stepMinutes, generatedAt, origin }: BandedPrediction): void {
    this.#before = +generatedAt;
    ends.forEach((end, i) => {
      for (const quarter of quartersOf({ end, minutes: stepMinutes })) {
        if (!this.#missing.delete(quarter)) continue;
        const quantiles = bands?.map((band) => band[i] ?? null) ?? NO_QUANTILES;
        this.quarters.set(quarter, {
          price: prices[i] as number,
          quantiles,
          generatedAt: this.#before,
        });
        this.origins.add(origin);
      }
    });
  }
}

/** Predicted difference of the first to the second; a spread has no quantiles. */
function difference(own: PredictedDay, other: PredictedDay): PredictedDay {
  const quarters = new Map<number, PredictedQuarter>();
  for (const [end, { price, generatedAt }] of own.quarters) {
    const base = other.quarters.get(end);
    if (!base) continue;
    quarters.set(end, {
      price: price - base.price,
      quantiles: NO_QUANTILES,
      generatedAt: Math.min(generatedAt, base.generatedAt),
    });
  }
  return { date: own.date, quarters, origins: new Set([...own.origins, ...other.origins]) };
}
