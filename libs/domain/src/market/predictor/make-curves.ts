import {
  dateAfter,
  datesBetween,
  dayOf,
  HOUR_QUARTERS,
  hourAt,
  QUARTER_MS,
  quartersOfDate,
} from '@solano/domain/kernel';
import { gateClosure, SESSIONS } from '../markets/sessions.ts';
import type { PriceReader } from '../prices/prices.ts';
import type { History } from '../prices/realised-days.ts';
import type { DaySpreadCurves, SpreadCurve } from '../spread-curves/spread-curve.ts';
import { MAX_USED_DAYS, SpreadCurveLearner } from '../spread-curves/spread-curve-learner.ts';
import type { SpreadCurveStore } from '../spread-curves/spread-curve-store.ts';
import { type PredictDay, readSpreadDays, type SessionPair } from '../spread-curves/spread-days.ts';
import { dayAheadModel, hindcastTime, Predictor } from './predictor.ts';

/** The sessions of which there are curves: the day-ahead market and the first auction. */
const [EARLIER, LATER] = SESSIONS as unknown as [SessionPair['earlier'], SessionPair['later']];
const PAIR: SessionPair & { readonly asOf: typeof hindcastTime } = {
  earlier: EARLIER,
  later: LATER,
  asOf: hindcastTime,
};

export interface MakeCurvesDeps {
  readonly prices: PriceReader;
  readonly spreadCurves: SpreadCurveStore;
}

/**
 * Learns and keeps the curves of the first day (`YYYY-MM-DD`) from `target` on whose earlier session is
 * still open at `now` (ms), from the stored predictions. It computes for seconds in one piece. Errors:
 * `store_unavailable`.
 */
export async function makeCurves(
  { prices, spreadCurves }: MakeCurvesDeps,
  target: string,
  now: number,
): Promise<void> {
  let date = target;
  while (gateClosure(PAIR.earlier, dayOf(date)) <= now) date = dateAfter(date, 1);
  const first = dateAfter(date, -MAX_USED_DAYS);
  const days = await readSpreadDays(prices, { ...PAIR, first, last: date, at: now });
  await keep(spreadCurves, new SpreadCurveLearner(days), days.dates, date, now);
}

/**
 * Learns and keeps the curves of past days as of {@link hindcastTime}. Days of which there are curves
 * from before their gate are left as they are. Days of which no prediction was stored in time are
 * predicted for it, as of then. Errors: `store_unavailable`.
 *
 * @param history as far back as `first` can use it.
 */
export async function makePastCurves(
  { prices, spreadCurves }: MakeCurvesDeps,
  history: History,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<void> {
  const missing: string[] = [];
  for (const date of datesBetween(first, last)) {
    const gate = new Date(gateClosure(PAIR.earlier, dayOf(date)));
    const found = await spreadCurves.newest({ from: date, to: date }, gate);
    if (!found.some(isOfPair)) missing.push(date);
  }
  const [oldest] = missing;
  if (oldest === undefined) return;
  const range = { first: dateAfter(oldest, -MAX_USED_DAYS), last, predict: predicting(history) };
  const days = await readSpreadDays(prices, { ...PAIR, ...range });
  const learner = new SpreadCurveLearner(days);
  for (const date of missing) {
    await keep(spreadCurves, learner, days.dates, date, hindcastTime(date));
  }
}

function isOfPair({ earlier, later }: DaySpreadCurves): boolean {
  return earlier === EARLIER.session && later === LATER.session;
}

async function keep(
  store: SpreadCurveStore,
  learner: SpreadCurveLearner,
  dates: readonly string[],
  date: string,
  at: number,
): Promise<void> {
  const learned = learner.curvesOf(dates.indexOf(date));
  if (!learned) return;
  await store.add({
    date,
    earlier: EARLIER.session,
    later: LATER.session,
    generatedAt: new Date(at),
    learnedUntil: dates[learned.learnedUntil] as string,
    hours: inRealTime(date, learned.hours),
  });
}

/** The curves of a day's hours in real time: autumn's second pass of 02:00 has that of the first. */
function inRealTime(date: string, ofClock: readonly SpreadCurve[]): SpreadCurve[] {
  const firsts = quartersOfDate(date).filter((_, quarter) => quarter % HOUR_QUARTERS === 0);
  return firsts.map((end) => ofClock[hourAt(end - QUARTER_MS)] as SpreadCurve);
}

/** Predicts a past day as then, where enough was known for a model; it is built when first needed. */
function predicting(history: History): PredictDay {
  let model: ReturnType<typeof dayAheadModel>;
  return (date) => {
    model ??= dayAheadModel(history, 1);
    const predictor = new Predictor(history, model, hindcastTime(date));
    const isModelled = predictor.isReady && predictor.combined([date]).length > 0;
    return isModelled ? predictor.predict(PAIR.earlier, date) : undefined;
  };
}
