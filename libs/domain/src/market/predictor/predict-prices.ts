import {
  type Clock,
  type Digest,
  dateAfter,
  dateAt,
  datesBetween,
  invalidRequest,
  type Observe,
  observed,
  QUARTER_MS,
  requireDate,
} from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { MarketDataStore } from '../market-data/market-day.ts';
import { type Market, SESSIONS } from '../markets/sessions.ts';
import type { PriceModelStore } from '../prices/price-model.ts';
import type { BandedPrediction, PriceStore } from '../prices/prices.ts';
import { type History, LAST_DATE, readHistory } from '../prices/realised-days.ts';
import { isPredicted, type RecentDays, whyNotPredicted } from '../prices/recent-days.ts';
import type { SpreadCurveStore } from '../spread-curves/spread-curve-store.ts';
import { exogenousAt, type FundamentalHistory, readFundamentals } from './fundamentals.ts';
import type { TracedPrediction } from './hindcast.ts';
import { hindcasts, isStale, MAX_INPUT_AGE_DAYS, predictionOf } from './hindcast.ts';
import { makeCurves, makePastCurves } from './make-curves.ts';
import { ModelArchive } from './model-archive.ts';
import { dayAheadModel, Predictor } from './predictor.ts';

export interface PredictPricesDeps {
  readonly prices: PriceStore;
  /** Store of the forecasts of demand, wind and sun. */
  readonly market: Pick<MarketDataStore, 'fundamentalVersions'>;
  /** Store of the coefficients of predictions. */
  readonly models: PriceModelStore;
  /** Store of the curves that are learned with predictions. */
  readonly spreadCurves: SpreadCurveStore;
  readonly clock: Clock;
  readonly digest: Digest;
  /** Observes the model of the day-ahead market, and that of each market that uses it. */
  readonly observeModel?: Observe | undefined;
}

export interface PredictPricesOptions {
  /** How many Madrid days are predicted, today being the first. */
  readonly days: number;
  /** First of the past days (`YYYY-MM-DD`) that are hindcast as well. */
  readonly since?: string | undefined;
  /** Last of them, by default yesterday; with it nothing else is predicted. */
  readonly until?: string | undefined;
  /** Whether prices may be predicted from inputs that {@link isStale}. */
  readonly allowStale?: boolean | undefined;
  /** Audit entry of each prediction; undefined if the service predicts by itself. */
  readonly entryOf?: (prediction: BandedPrediction) => AuditEntry;
}

/** A prediction that was stored. */
export interface StoredPrediction
  extends Pick<BandedPrediction, 'market' | 'generatedAt' | 'origin' | 'inputsUntil' | 'trace'> {
  /** Quarter hours that it holds. */
  readonly rows: number;
  /** Madrid day (`YYYY-MM-DD`) of the first of them. */
  readonly firstDay: string;
}

export interface PredictedPrices {
  /** The newest whole day (`YYYY-MM-DD`) of the day-ahead market that was predicted from. */
  readonly newestDay: string;
  /** The stored predictions, hindcasts first. */
  readonly stored: readonly StoredPrediction[];
  /** Days (`YYYY-MM-DD`) that were not hindcast, as what was known then {@link isStale}. */
  readonly staleDays: readonly string[];
  /** By market, the days that were not hindcast, as too few days were known of it then. */
  readonly shortDays: ReadonlyMap<Market, readonly string[]>;
  /** The markets that were not predicted for now. */
  readonly notPredicted: readonly RecentDays[];
}

/**
 * Predicts the quarter hours of all markets from the start of today (Madrid) on, from the realised
 * prices in the store and the forecasts of demand, wind and sun that were known in time, and stores
 * one prediction for each market, with its models. It computes for seconds in one piece. With `since` it also stores
 * {@link hindcasts} of the days from then to yesterday, of as many days each, first; with `until`
 * these alone. The curves of the days (`makeCurves`) are learned and kept after their predictions. A
 * market of which too few days are known is left out. Errors: `invalid_request` for days that are not
 * past or not in order, where no whole day of the day-ahead market is stored, where the newest
 * {@link isStale} for today, and where all markets would be left out for now; `store_unavailable`.
 * After an error only the predictions are stored that the store accepted before.
 */
export async function predictPrices(
  { prices, market, models, spreadCurves, clock, digest, observeModel }: PredictPricesDeps,
  { days, since, until, allowStale = false, entryOf }: PredictPricesOptions,
): Promise<PredictedPrices> {
  const now = clock().getTime();
  const today = dateAt(now);
  requireRange(since, until, today);
  const dates = datesBetween(today, dateAfter(today, days - 1));
  const history = await readHistory(prices, since ?? today, dates.at(-1) ?? today);
  const known = new Predictor(history, undefined);
  const newest = known.lastDay('MD');
  if (!newest) {
    throw invalidRequest('No realised prices to predict from: import OMIE files first.');
  }
  const isLive = until === undefined;
  if (isLive && !allowStale) requireFresh(known, newest.date, today);
  const notPredicted = isLive ? notPredictedFrom(known) : [];
  requireAny(notPredicted);
  const fundamentals = await readFundamentals(market, oldestOf(history), dates.at(-1) ?? today);
  const stored: StoredPrediction[] = [];
  const staleDays: string[] = [];
  const shortDays = new Map<Market, string[]>();
  const archive = new ModelArchive(models, digest);
  const store = async (made: TracedPrediction) => {
    const prediction = await archive.traced(made);
    await prices.putPredictions([prediction], entryOf?.(prediction));
    stored.push(summaryOf(prediction));
  };
  if (since !== undefined) {
    const last = until ?? dateAfter(today, -1);
    const first = since > oldestOf(history) ? since : oldestOf(history);
    const range = { first, last, days, allowStale, fundamentals };
    for await (const hindcast of hindcasts(prices, history, range)) {
      if (hindcast.isStale) staleDays.push(hindcast.date);
      for (const market of hindcast.tooShort) {
        shortDays.set(market, [...(shortDays.get(market) ?? []), hindcast.date]);
      }
      for (const prediction of hindcast.predictions) await store(prediction);
    }
    await makePastCurves({ prices, spreadCurves }, history, { first, last });
  }
  if (isLive) {
    for (const made of livePredictions(history, fundamentals, { dates, now, observeModel }))
      await store(made);
    await makeCurves({ prices, spreadCurves }, dateAt(known.inputsUntil), now);
  }
  return { newestDay: newest.date, stored, staleDays, shortDays, notPredicted };
}

interface LiveOptions {
  readonly dates: readonly string[];
  readonly now: number;
  readonly observeModel: Observe | undefined;
}

/** One prediction of each market that can be predicted, from all that is known. */
function* livePredictions(
  history: History,
  fundamentals: FundamentalHistory,
  { dates, now, observeModel }: LiveOptions,
): Generator<TracedPrediction> {
  const known = new Predictor(history, undefined);
  const target = dateAt(known.inputsUntil);
  const exogenous = exogenousAt(fundamentals, now, target);
  // No more days ahead than requested: each costs time.
  const ahead = dates.filter((date) => date >= target).length;
  const missing = datesBetween(target, dateAfter(dates[0] as string, -1)).length;
  const leads = Math.min(missing, MAX_INPUT_AGE_DAYS) + ahead;
  const model = observed(observeModel, ['prices-learning'], () =>
    dayAheadModel(history, leads, exogenous),
  );
  const predictor = new Predictor(history, model);
  for (const rules of SESSIONS.filter((each) => isPredicted(known.recentDays(each)))) {
    yield observed(observeModel, [`prices-${rules.session}`], () =>
      predictionOf(predictor, rules, dates, { generatedAt: now, origin: 'live' }),
    );
  }
}

function notPredictedFrom(known: Predictor): RecentDays[] {
  return SESSIONS.map((rules) => known.recentDays(rules)).filter((each) => !isPredicted(each));
}

function requireAny(notPredicted: readonly RecentDays[]): void {
  const [first] = notPredicted;
  if (!first || notPredicted.length < SESSIONS.length) return;
  throw invalidRequest(`${whyNotPredicted(first)} Import more prices. Nothing was stored.`);
}

function requireRange(since: string | undefined, until: string | undefined, today: string): void {
  if (since !== undefined) requirePast(since, today);
  if (until === undefined) return;
  requirePast(until, today);
  if (since === undefined || until < since) {
    const what = `The last day to hindcast, ${until}, is before the first, ${since ?? 'not given'}.`;
    throw invalidRequest(what);
  }
}

function requirePast(date: string, today: string): void {
  requireDate(date);
  if (date >= today) {
    throw invalidRequest(`The day ${date} is not before today, ${today}.`);
  }
}

function requireFresh(predictor: Predictor, newestDay: string, today: string): void {
  if (!isStale(predictor.inputsUntil, today)) return;
  throw invalidRequest(
    `The newest day-ahead prices are of ${newestDay} and end more than 3 days before ${today}, the first day to predict: import newer ones, or allow stale ones with --allow-stale. Nothing was stored.`,
  );
}

function summaryOf(prediction: BandedPrediction): StoredPrediction {
  const { market, generatedAt, origin, inputsUntil, ends, trace } = prediction;
  const firstDay = dateAt((ends[0] as number) - QUARTER_MS);
  return { market, generatedAt, origin, inputsUntil, rows: ends.length, firstDay, trace };
}

/** The first day of the day-ahead market that is known: nothing before it can be predicted. */
function oldestOf(history: History): string {
  return history.get('MD')?.at(-1)?.date ?? LAST_DATE;
}
