import {
  dateAfter,
  datesBetween,
  dayOf,
  QUARTER_MINUTES,
  startOfDate,
} from '@solano/domain/kernel';
import { gateClosure, type Market, SESSIONS, type SessionRules } from '../markets/sessions.ts';
import { coveredQuarters } from '../prices/past-errors.ts';
import { predictedCurve } from '../prices/price-curve.ts';
import type { BandedPrediction, PredictionOrigin, PriceReader } from '../prices/prices.ts';
import { toBands } from '../prices/quantiles.ts';
import type { History } from '../prices/realised-days.ts';
import { isPredicted } from '../prices/recent-days.ts';
import { exogenousAsOf, type FundamentalHistory } from './fundamentals.ts';
import { type CombinedDay, dayAheadModel, hindcastTime, Predictor } from './predictor.ts';

/** Allows for a weekend without an import. */
export const MAX_INPUT_AGE_DAYS = 3;

export interface HindcastRange {
  /** First and last of the days (`YYYY-MM-DD`) that are hindcast. */
  readonly first: string;
  readonly last: string;
  /** How many days each hindcast covers. */
  readonly days: number;
  /** Whether inputs that {@link isStale} may be predicted from. */
  readonly allowStale?: boolean | undefined;
  /** Forecasts; each day sees those that were known when it is predicted. */
  readonly fundamentals?: FundamentalHistory | undefined;
}

/** A prediction, and how its day-ahead prices were combined. */
export interface TracedPrediction extends BandedPrediction {
  readonly combined: readonly CombinedDay[];
}

/** Hindcast of a day; nothing if the inputs known then were too old. */
export interface Hindcast {
  readonly date: string;
  readonly predictions: readonly TracedPrediction[];
  readonly isStale: boolean;
  /** The markets that too few days were known of then. */
  readonly tooShort: readonly Market[];
}

/**
 * Hindcasts of each of the days `first` to `last`, and of the days after it up to `days` in all: as
 * of {@link hindcastTime}, from nothing that was published later, in order of time. Quarter hours
 * that were really predicted before their gate are left out: those predictions are not to be
 * hidden. Errors: `store_unavailable`.
 */
export async function* hindcasts(
  prices: PriceReader,
  history: History,
  { first, last, days, allowStale = false, fundamentals = new Map() }: HindcastRange,
): AsyncGenerator<Hindcast> {
  // Looked up before the first hindcast is stored: one does not hinder another.
  const requested = new Map<Market, ReadonlySet<number>>();
  for (const rules of SESSIONS) {
    const dates = datesBetween(first, dateAfter(last, days - 1));
    requested.set(rules.market, await unpredicted(prices, rules, dates));
  }
  const exogenous = exogenousAsOf(fundamentals, hindcastTime);
  const model = dayAheadModel(history, days + MAX_INPUT_AGE_DAYS, exogenous);
  for (const date of datesBetween(first, last)) {
    const generatedAt = hindcastTime(date);
    const predictor = new Predictor(history, model, generatedAt);
    if (!predictor.isReady) continue;
    const stale = !allowStale && isStale(predictor.inputsUntil, date);
    const predictions: TracedPrediction[] = [];
    const dates = datesBetween(date, dateAfter(date, days - 1));
    const tooShort: Market[] = [];
    for (const rules of stale ? [] : SESSIONS) {
      if (!isPredicted(predictor.recentDays(rules))) {
        tooShort.push(rules.market);
        continue;
      }
      const made = {
        generatedAt,
        origin: 'hindcast',
        requested: requested.get(rules.market),
      } as const;
      const prediction = predictionOf(predictor, rules, dates, made);
      if (prediction.ends.length > 0 && (await isFree(prices, prediction))) {
        predictions.push(prediction);
      }
    }
    yield { date, predictions, isStale: stale, tooShort };
  }
}

/** Whether inputs end more than three days before the first day (`YYYY-MM-DD`) predicted. */
export function isStale(inputsUntil: number, firstDay: string): boolean {
  return inputsUntil < startOfDate(dateAfter(firstDay, -MAX_INPUT_AGE_DAYS));
}

export interface PredictionOptions {
  /** In ms. */
  readonly generatedAt: number;
  readonly origin: PredictionOrigin;
  /** If set, only quarters with these ends (ms) are predicted. */
  readonly requested?: ReadonlySet<number> | undefined;
}

/** A prediction of the quarter hours of some days that a session covers. */
export function predictionOf(
  predictor: Predictor,
  rules: SessionRules,
  dates: readonly string[],
  { generatedAt, origin, requested }: PredictionOptions,
): TracedPrediction {
  const rows = dates.flatMap((date) => {
    const quantilesOf = predictor.quantiles(rules, date);
    return [...predictor.predict(rules, date)].flatMap(([end, price]) => {
      return (requested?.has(end) ?? true)
        ? { end, price, quantiles: quantilesOf(end, price) }
        : [];
    });
  });
  const trace = predictor.trace(dates);
  return {
    market: rules.market,
    generatedAt: new Date(generatedAt),
    origin,
    inputsUntil: new Date(predictor.inputsUntil),
    stepMinutes: QUARTER_MINUTES,
    ends: rows.map(({ end }) => end),
    prices: rows.map(({ price }) => price),
    bands: toBands(rows.map(({ quantiles }) => quantiles)),
    ...(trace && { trace }),
    combined: rules.session === 'MD' ? predictor.combined(dates) : [],
  };
}

/** The quarter hours (ends, ms) of some days that no prediction made before their gate covers. */
async function unpredicted(
  prices: PriceReader,
  rules: SessionRules,
  dates: readonly string[],
): Promise<ReadonlySet<number>> {
  const left = new Set<number>();
  for (const date of dates) {
    const ends = coveredQuarters(rules, date);
    const periods = ends.map((end) => ({ end, minutes: QUARTER_MINUTES }));
    const gate = gateClosure(rules, dayOf(date));
    const { curve } = await predictedCurve(prices, rules.market, periods, gate);
    for (const end of ends) if (!curve.has(end)) left.add(end);
  }
  return left;
}

/** Whether a prediction can be stored without replacing another of the same generation time. */
async function isFree(
  prices: PriceReader,
  { market, generatedAt }: BandedPrediction,
): Promise<boolean> {
  const before = generatedAt.getTime() + 1;
  const window = { from: -Infinity, to: Infinity, before };
  const [newest] = await prices.lastPredictions(market, [window]);
  return newest?.generatedAt.getTime() !== generatedAt.getTime();
}
