import type { Market, SessionRules } from '../market/sessions.ts';
import { SESSIONS } from '../market/sessions.ts';
import type { PriceReader } from '../prices/prices.ts';
import type { History, RealisedDay } from '../prices/realised-days.ts';
import { LAST_DATE, readHistory, realisedDays } from '../prices/realised-days.ts';
import { clockQuarter } from '../time/madrid-day.ts';
import { dayAheadModel, hindcastTime, Predictor } from './predictor.ts';

const EVALUATED_DAYS = 30;
/** A day is predicted with the day before known, or with up to a weekend missing. */
const EVALUATED_LEADS = 4;
const MILLI = 1000;

/** How far predictions of one market would have been off, as mean absolute errors in EUR/MWh. */
export interface PredictorError {
  readonly market: Market;
  /** Days that were predicted; where there are none, there are no errors either. */
  readonly days: number;
  readonly mae: number | null;
  /** Of naive persistence: the same clock quarter of the last day that was known. */
  readonly maePersistence: number | null;
}

/**
 * The errors of the predictor on the last 30 whole days of each market, each day predicted as of
 * {@link hindcastTime} from what was known then. A day before which none of the market was known
 * does not count. Stores nothing. Errors: `store_unavailable`.
 */
export async function evaluatePredictor(prices: PriceReader): Promise<PredictorError[]> {
  const evaluated = new Map<SessionRules, readonly RealisedDay[]>();
  for (const rules of SESSIONS) evaluated.set(rules, await newestDays(prices, rules));
  const dates = [...evaluated.values()].flat().map(({ date }) => date);
  const first = dates.toSorted()[0] ?? LAST_DATE;
  const history = await readHistory(prices, first, LAST_DATE);
  const model = dayAheadModel(history, EVALUATED_LEADS);
  return [...evaluated].map(([rules, days]) => errorOf(rules, days, { history, model }));
}

async function newestDays(prices: PriceReader, rules: SessionRules): Promise<RealisedDay[]> {
  const days: RealisedDay[] = [];
  for await (const day of realisedDays(prices, rules, LAST_DATE)) {
    if (day.whole) days.push(day);
    if (days.length === EVALUATED_DAYS) break;
  }
  return days;
}

function errorOf(
  rules: SessionRules,
  days: readonly RealisedDay[],
  { history, model }: { history: History; model: ReturnType<typeof dayAheadModel> },
): PredictorError {
  let [counted, quarters, own, persistence] = [0, 0, 0, 0];
  for (const { date, curve } of days) {
    const predictor = new Predictor(history, model, hindcastTime(date));
    const last = predictor.lastDay(rules.session);
    if (!last || !predictor.isReady) continue;
    counted += 1;
    const predicted = predictor.predict(rules, date);
    for (const [end, price] of curve) {
      quarters += 1;
      own += Math.abs((predicted.get(end) as number) - price);
      persistence += Math.abs((last.prices[clockQuarter(end)] as number) - price);
    }
  }
  const mean = (sum: number) => (quarters === 0 ? null : sum / quarters / MILLI);
  return {
    market: rules.market,
    days: counted,
    mae: mean(own),
    maePersistence: mean(persistence),
  };
}
