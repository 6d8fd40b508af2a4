import type { Market, SessionRules } from '../market/sessions.ts';
import { gateClosure, SESSIONS } from '../market/sessions.ts';
import { coveredQuarters } from '../prices/past-errors.ts';
import type { PricePrediction, PriceStore } from '../prices/prices.ts';
import { predictedCurve } from '../prices/prices.ts';
import type { History } from '../prices/realised-days.ts';
import { dateAfter, datesBetween, dayOf, QUARTER_MS } from '../time/madrid-day.ts';
import { hindcastTime, Predictor } from './predictor.ts';

const QUARTER_MINUTES = QUARTER_MS / 60_000;

/**
 * What would have been predicted for each of the days `first` to `last`, and for the days after it
 * up to `days` in all: as of {@link hindcastTime}, from nothing that was published later, in order
 * of time. Quarter hours that were really predicted before their gate are left out: those
 * predictions are not to be hidden. Errors: `store_unavailable`.
 */
export async function* hindcasts(
  prices: PriceStore,
  history: History,
  { first, last, days }: { first: string; last: string; days: number },
): AsyncGenerator<PricePrediction> {
  // Looked up before the first hindcast is stored: one does not hinder another.
  const wanted = new Map<Market, ReadonlySet<number>>();
  for (const rules of SESSIONS) {
    const dates = datesBetween(first, dateAfter(last, days - 1));
    wanted.set(rules.market, await unpredicted(prices, rules, dates));
  }
  for (const date of datesBetween(first, last)) {
    const at = hindcastTime(date);
    const predictor = new Predictor(history, at);
    if (!predictor.isReady) continue;
    const dates = datesBetween(date, dateAfter(date, days - 1));
    for (const rules of SESSIONS) {
      const prediction = predictionOf(predictor, rules, dates, at, wanted.get(rules.market));
      if (prediction.ends.length > 0 && (await isFree(prices, prediction))) yield prediction;
    }
  }
}

/**
 * A prediction of the quarter hours of some days that a session covers.
 *
 * @param wanted if given, only of quarters with these ends (ms).
 */
export function predictionOf(
  predictor: Predictor,
  rules: SessionRules,
  dates: readonly string[],
  generatedAt: number,
  wanted?: ReadonlySet<number>,
): PricePrediction {
  const rows = dates
    .flatMap((date) => [...predictor.predict(rules, date)])
    .filter(([end]) => wanted?.has(end) ?? true);
  return {
    market: rules.market,
    generatedAt: new Date(generatedAt),
    stepMinutes: QUARTER_MINUTES,
    ends: rows.map(([end]) => end),
    prices: rows.map(([, price]) => price),
  };
}

/** The quarter hours (ends, ms) of some days that no prediction made before their gate covers. */
async function unpredicted(
  prices: PriceStore,
  rules: SessionRules,
  dates: readonly string[],
): Promise<ReadonlySet<number>> {
  const left = new Set<number>();
  for (const date of dates) {
    const ends = coveredQuarters(rules, date);
    const periods = ends.map((end) => ({ end, minutes: QUARTER_MINUTES }));
    const gate = gateClosure(rules, dayOf(date));
    const predicted = await predictedCurve(prices, rules.market, periods, gate);
    for (const end of ends) if (!predicted.has(end)) left.add(end);
  }
  return left;
}

/** Whether a prediction can be stored without replacing another of the same generation time. */
async function isFree(
  prices: PriceStore,
  { market, generatedAt }: PricePrediction,
): Promise<boolean> {
  const before = generatedAt.getTime() + 1;
  const window = { from: -Infinity, to: Infinity, before };
  const [newest] = await prices.lastPredictions(market, [window]);
  return newest?.generatedAt.getTime() !== generatedAt.getTime();
}
