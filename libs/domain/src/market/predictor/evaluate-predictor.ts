import { clockQuarter, dateAfter, QUARTER_MINUTES } from '@solano/domain/kernel';
import type { MarketDataStore } from '../market-data/market-day.ts';
import { type Market, SESSIONS, type SessionRules } from '../markets/sessions.ts';
import { MILLI } from '../prices/milli-euro.ts';
import { coveredQuarters } from '../prices/past-errors.ts';
import type { PriceReader } from '../prices/prices.ts';
import type { History, RealisedDay } from '../prices/realised-days.ts';
import { LAST_DATE, readHistory } from '../prices/realised-days.ts';
import { newestWholeDate } from '../prices/recent-days.ts';
import { exogenousAsOf, readFundamentals } from './fundamentals.ts';
import { dayAheadModel, hindcastTime, Predictor } from './predictor.ts';

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
  const dates: string[] = [];
  let [quarters, predictorSum, persistenceSum] = [0, 0, 0];
  for (const { date, curve, stepMinutes } of days) {
    const predictor = new Predictor(history, model, hindcastTime(date));
    const last = predictor.lastDay(rules.session);
    if (!last || !predictor.isReady) continue;
    dates.push(date);
    const predicted = predictor.predict(rules, date);
    for (const period of periodsOf(rules, date, stepMinutes)) {
      const errorFor = (price: (end: number) => number | undefined) => {
        const sum = period.reduce((total, end) => total + (price(end) as number), 0);
        return Math.abs(sum - period.reduce((total, end) => total + (curve.get(end) as number), 0));
      };
      quarters += period.length;
      predictorSum += errorFor((end) => predicted.get(end));
      persistenceSum += errorFor((end) => last.prices[clockQuarter(end)]);
    }
  }
  const mean = (sum: number) => (quarters === 0 ? null : sum / quarters / MILLI);
  return {
    market: rules.market,
    dates,
    mae: mean(predictorSum),
    maePersistence: mean(persistenceSum),
  };
}

/** The quarter hours (ends, ms) of each period of a day that a session covers. */
function periodsOf(rules: SessionRules, date: string, minutes: number): number[][] {
  const size = minutes / QUARTER_MINUTES;
  const periods = Map.groupBy(coveredQuarters(rules, date).entries(), ([i]) =>
    Math.floor(i / size),
  );
  return [...periods.values()].map((quarters) => quarters.map(([, end]) => end));
}
