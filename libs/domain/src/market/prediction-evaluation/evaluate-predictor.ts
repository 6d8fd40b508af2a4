import { dateAfter } from '@solano/domain/kernel';
import type { MarketDataStore } from '../market-data/market-day.ts';
import { type Market, SESSIONS, type SessionRules } from '../markets/sessions.ts';
import { exogenousAsOf, readFundamentals } from '../predictor/fundamentals.ts';
import { dayAheadModel, hindcastTime, Predictor } from '../predictor/predictor.ts';
import type { PriceReader } from '../prices/prices.ts';
import { NO_QUANTILES } from '../prices/quantiles.ts';
import type { History, RealisedDay } from '../prices/realised-days.ts';
import { LAST_DATE, readHistory } from '../prices/realised-days.ts';
import { newestWholeDate } from '../prices/recent-days.ts';
import { scoreDay } from './day-scores.ts';
import { RealisedSeries } from './realised-series.ts';
import { scoredDay } from './score-prediction.ts';
import { meanOf, type ScoredDay } from './scored-day.ts';

const EVALUATED_DAYS = 30;
/** A day is predicted with the day before known, or with up to a weekend missing. */
const EVALUATED_LEADS = 4;

/** How far predictions of one market would have been off, as mean absolute errors in EUR/MWh. */
export interface PredictorError {
  readonly market: Market;
  /** Madrid days (`YYYY-MM-DD`) that were predicted; where there are none, nor are there errors. */
  readonly dates: readonly string[];
  readonly mae: number | null;
  /** Error of naive persistence: the same clock quarter of the last day that was known. */
  readonly maePersistence: number | null;
}

export interface EvaluatePredictorDeps {
  readonly prices: PriceReader;
  readonly market: Pick<MarketDataStore, 'fundamentalVersions'>;
}

/**
 * The errors of the predictor on the whole days of each market among the last 30 days of the
 * day-ahead market, the same 30 days for all, each day predicted as of {@link hindcastTime} from
 * what was known then. Means of the hour are compared with means of the hour. A day before which
 * none of the market was known does not count. Stores nothing. Errors: `store_unavailable`.
 */
export async function evaluatePredictor({
  prices,
  market,
}: EvaluatePredictorDeps): Promise<PredictorError[]> {
  const last = await newestWholeDate(prices);
  const first = dateAfter(last ?? LAST_DATE, 1 - EVALUATED_DAYS);
  const history = await readHistory(prices, first, LAST_DATE);
  const oldest = history.get('MD')?.at(-1)?.date ?? first;
  const fundamentals = await readFundamentals(market, oldest, last ?? first);
  const exogenous = exogenousAsOf(fundamentals, hindcastTime);
  const model = dayAheadModel(history, EVALUATED_LEADS, exogenous);
  return SESSIONS.map((rules) => {
    const days = (history.get(rules.session) ?? []).filter(({ date, whole }) => {
      return whole && last !== undefined && first <= date && date <= last;
    });
    return errorOf(rules, days.reverse(), { history, model });
  });
}

function errorOf(
  rules: SessionRules,
  days: readonly RealisedDay[],
  { history, model }: { history: History; model: ReturnType<typeof dayAheadModel> },
): PredictorError {
  const realised = new RealisedSeries(history.get(rules.session) ?? []);
  const scores = days.flatMap(({ date }) => {
    const generatedAt = hindcastTime(date);
    const predictor = new Predictor(history, model, generatedAt);
    if (!predictor.lastDay(rules.session) || !predictor.isReady) return [];
    const quarters = Array.from(predictor.predict(rules, date), ([end, price]) => {
      return [end, { price, quantiles: NO_QUANTILES, generatedAt }] as const;
    });
    const predicted = { date, quarters: new Map(quarters), origins: new Set<never>() };
    return scoreDay(scoredDay(realised, predicted) as ScoredDay);
  });
  return {
    market: rules.market,
    dates: scores.map(({ date }) => date),
    mae: meanOf(scores.map(({ own }) => own)),
    maePersistence: meanOf(scores.flatMap(({ references }) => references.persistence ?? [])),
  };
}
