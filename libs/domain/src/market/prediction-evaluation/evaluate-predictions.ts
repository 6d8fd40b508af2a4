import {
  batchesOf,
  datesBetween,
  dayOf,
  invalidRequest,
  NO_PAUSE,
  type Pause,
  requireDate,
  requireDayOrder,
} from '@solano/domain/kernel';
import type { Market, SessionRules } from '../markets/sessions.ts';
import { DAY_AHEAD, gateClosure, rulesOf } from '../markets/sessions.ts';
import type { PredictionOrigin, PriceReader } from '../prices/prices.ts';
import { type DayScores, scoreDay } from './day-scores.ts';
import { type Evaluation, evaluate, evaluateLeads, type LeadError } from './evaluation.ts';
import {
  type DayWithGate,
  lastPredicted,
  type PredictedDay,
  predictedAtLeads,
} from './predicted-days.ts';
import { RealisedSeries } from './realised-series.ts';
import { scoredDay } from './score-prediction.ts';

/** Days that are read in one go: the longest turn of decoding them is some milliseconds. */
const DAYS_PER_BATCH = 45;

export interface EvaluationQuery {
  readonly market: Market;
  /** First and last Madrid day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** If set, only predictions of this origin count. */
  readonly origin?: PredictionOrigin | undefined;
  /** Whether the difference to the day-ahead price is scored in place of the price. */
  readonly spread?: boolean | undefined;
}

export interface EvaluationProgress {
  /** Called with each day before it is scored. */
  readonly onDay?: (date: string) => void;
  readonly pause?: Pause;
}

export interface PredictionEvaluation extends Evaluation {
  readonly leads: readonly LeadError[];
  /** The scored days, oldest first. */
  readonly scores: readonly DayScores[];
  /** How many days the predictions of each origin had a part in. */
  readonly origins: ReadonlyMap<PredictionOrigin, number>;
  readonly daysLeftOut: readonly LeftOutDay[];
}

/** A day that could not be scored. */
export interface LeftOutDay {
  readonly date: string;
  readonly reason: 'not realised' | 'not predicted';
}

/**
 * How far the stored predictions of a market were off. Each period is scored with the newest that
 * was generated before its market's gate, for a spread before that of the day-ahead market; by lead
 * with the newest of each day before. Simple rules are given what was known when the prediction was
 * generated. Errors: `invalid_request` for days that are none or not in order, and for the spread
 * of the day-ahead market; `store_unavailable`.
 */
export async function evaluatePredictions(
  prices: PriceReader,
  query: EvaluationQuery,
  { onDay = () => {}, pause = NO_PAUSE }: EvaluationProgress = {},
): Promise<PredictionEvaluation> {
  const { from, to, origin } = query;
  for (const date of [from, to]) requireDate(date);
  requireDayOrder(from, to);
  const sessions = sessionsOf(query);
  const realised = await RealisedSeries.read(prices, sessions, from, to, pause);
  const [scores, leads, left]: [DayScores[], DayScores[], LeftOutDay[]] = [[], [], []];
  const origins = new Map<PredictionOrigin, number>();
  const days: DayWithGate[] = [];
  for (const date of datesBetween(from, to)) {
    if (realised.dayOf(date)) days.push({ date, gate: firstGate(sessions, date) });
    else left.push({ date, reason: 'not realised' });
  }
  for (const batch of batchesOf(days, DAYS_PER_BATCH)) {
    for (const day of await lastPredicted(prices, sessions, batch, origin)) {
      await pause();
      onDay(day.date);
      const scored = scoredDay(realised, day);
      if (scored) scores.push(scoreDay(scored));
      else left.push({ date: day.date, reason: 'not predicted' });
      if (scored) countOrigins(origins, day);
    }
    for (const day of await predictedAtLeads(prices, sessions, batch, origin, pause)) {
      await pause();
      const scored = scoredDay(realised, day);
      if (scored) leads.push(scoreDay(scored));
    }
  }
  return {
    ...evaluate(scores),
    leads: evaluateLeads(leads),
    scores,
    origins,
    daysLeftOut: left.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

/** The session that is scored, and the one whose price is taken off for a spread. */
function sessionsOf({ market, spread }: EvaluationQuery): readonly SessionRules[] {
  const rules = rulesOf(market);
  if (spread !== true) return [rules];
  if (rules === DAY_AHEAD) throw invalidRequest(`${market} has no spread over itself.`);
  return [rules, DAY_AHEAD];
}

function firstGate(sessions: readonly SessionRules[], date: string): number {
  return Math.min(...sessions.map((rules) => gateClosure(rules, dayOf(date))));
}

function countOrigins(origins: Map<PredictionOrigin, number>, day: PredictedDay): void {
  for (const origin of day.origins) origins.set(origin, (origins.get(origin) ?? 0) + 1);
}
