import { SolanoError } from '../errors.ts';
import type { Market } from '../market/sessions.ts';
import { SESSIONS } from '../market/sessions.ts';
import type { PricePrediction, PriceStore } from '../prices/prices.ts';
import type { History } from '../prices/realised-days.ts';
import { readHistory } from '../prices/realised-days.ts';
import type { Clock } from '../time/clock.ts';
import { parseWallTime } from '../time/label.ts';
import { dateAfter, dateAt, datesBetween, QUARTER_MS } from '../time/madrid-day.ts';
import { hindcasts, predictionOf } from './hindcast.ts';
import { Predictor } from './predictor.ts';

/** How many days ago the newest day may be: a weekend without an import is nothing to tell of. */
const FRESH_DAYS = 3;

export interface PredictPricesDeps {
  readonly prices: PriceStore;
  readonly clock: Clock;
}

export interface PredictPricesOptions {
  /** How many Madrid days are predicted, today being the first. */
  readonly days: number;
  /** First of the past days (`YYYY-MM-DD`) that are hindcast as well. */
  readonly since?: string | undefined;
}

/** A prediction that was stored. */
export interface StoredPrediction {
  readonly market: Market;
  readonly generatedAt: Date;
  /** Quarter hours that it holds. */
  readonly rows: number;
  /** Madrid day (`YYYY-MM-DD`) of the first of them. */
  readonly firstDay: string;
}

export interface PredictedPrices {
  /** The newest whole day (`YYYY-MM-DD`) of the day-ahead market that was predicted from. */
  readonly newestDay: string;
  /** Whether it is older than the three days before today. */
  readonly isStale: boolean;
  /** What was stored, hindcasts first. */
  readonly stored: readonly StoredPrediction[];
}

/**
 * Predicts the quarter hours of all markets from the start of today (Madrid) on, from the realised
 * prices in the store, and stores one prediction for each market. With `since` it also stores
 * {@link hindcasts} of the days from then to yesterday, of as many days each, first. Errors:
 * `invalid_request` for a `since` that is no past day, or where no whole day of the day-ahead
 * market is stored; `store_unavailable`.
 */
export async function predictPrices(
  { prices, clock }: PredictPricesDeps,
  { days, since }: PredictPricesOptions,
): Promise<PredictedPrices> {
  const now = clock().getTime();
  const today = dateAt(now);
  if (since !== undefined) requirePast(since, today);
  const dates = datesBetween(today, dateAfter(today, days - 1));
  const history = await readHistory(prices, since ?? today, dates.at(-1) ?? today);
  const predictor = new Predictor(history);
  const newest = predictor.lastDay('MD');
  if (!newest) {
    const reason = 'No realised prices to predict from: import OMIE files first.';
    throw new SolanoError('invalid_request', reason);
  }
  const stored: StoredPrediction[] = [];
  const store = async (prediction: PricePrediction) => {
    const { market, generatedAt, ends } = prediction;
    await prices.putPrediction(prediction);
    const firstDay = dateAt((ends[0] as number) - QUARTER_MS);
    stored.push({ market, generatedAt, rows: ends.length, firstDay });
  };
  if (since !== undefined) {
    const range = { first: firstOf(history, since), last: dateAfter(today, -1), days };
    for await (const hindcast of hindcasts(prices, history, range)) await store(hindcast);
  }
  for (const rules of SESSIONS) await store(predictionOf(predictor, rules, dates, now));
  const isStale = newest.date < dateAfter(today, -FRESH_DAYS);
  return { newestDay: newest.date, isStale, stored };
}

function requirePast(since: string, today: string): void {
  if (parseWallTime(`${since} 00:00`) === undefined) {
    throw new SolanoError('invalid_request', `"${since}" is no day, such as 2026-11-22.`);
  }
  if (since >= today) {
    throw new SolanoError('invalid_request', `The day ${since} is not before today, ${today}.`);
  }
}

/** The first day from `since` on that can be hindcast: no earlier than the first that is known. */
function firstOf(history: History, since: string): string {
  const oldest = history.get('MD')?.at(-1)?.date ?? since;
  return since > oldest ? since : oldest;
}
