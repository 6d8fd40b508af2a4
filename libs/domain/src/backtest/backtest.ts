import { SolanoError } from '../errors.ts';
import type { Session } from '../market/sessions.ts';
import { SESSIONS } from '../market/sessions.ts';
import { cheapestCapped } from '../models/cheapest-capped.ts';
import { dayAhead } from '../models/day-ahead.ts';
import type { LinearSolver } from '../models/linear-solver.ts';
import type { PredictionOrigin, PriceReader, PriceStore } from '../prices/prices.ts';
import { PREDICTION_ORIGINS } from '../prices/prices.ts';
import type { StrategyDefinition, StrategyOwner, StrategyStore } from '../strategies/catalogue.ts';
import { listStrategies } from '../strategies/catalogue.ts';
import type { Clock } from '../time/clock.ts';
import { parseWallTime } from '../time/label.ts';
import { dateAfter, dateAt, datesBetween } from '../time/madrid-day.ts';
import type { BacktestRules, DayRun, ExactCost } from './backtest-day.ts';
import { runDay } from './backtest-day.ts';
import { DailyInputs } from './backtest-inputs.ts';
import type { BacktestTotals, DayCost } from './backtest-totals.ts';
import { euros, totalsOf } from './backtest-totals.ts';
import type { Benchmark } from './benchmarks.ts';
import { HourSpreads } from './hour-spreads.ts';

/** Days that are tested at once at the most: the sums of ten years are still exact. */
const MAX_DAYS = 3660;
const LABEL = / for \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;

/** Madrid days of delivery, `YYYY-MM-DD`, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** What the models would have paid for 1 MW throughout past days; money in EUR, to cents. */
export interface Backtest extends DayRange {
  /** For each MWh bought or sold, of all models alike. */
  readonly feePerMegawattHour: number;
  readonly models: readonly BacktestModel[];
  /** Model 3 with the realised prices as its predictions. */
  readonly foresight: BacktestTotals;
  /** Ways of buying that take no prediction, compared with the same foresight. */
  readonly benchmarks: Readonly<Record<Benchmark, BacktestTotals>>;
  /** Days on which hours were compared, as prices of a session are means of the hour. */
  readonly datesByHour: readonly string[];
  /** On how many days predictions, or the history of models 4 and 5, had which origin. */
  readonly origins: Readonly<Record<'predictions' | 'history', readonly OriginDays[]>>;
  /** The days that have realised day-ahead prices. */
  readonly days: readonly BacktestDay[];
  /** Sessions without realised prices for the whole of some of those days: nobody used them. */
  readonly sessionsLeftOut: readonly { readonly session: Session; readonly dates: string[] }[];
  readonly daysLeftOut: readonly string[];
}

export interface OriginDays {
  readonly origin: PredictionOrigin;
  readonly days: number;
}

export interface BacktestModel {
  readonly idmodel: number;
  readonly name: string;
  /** Over the days on which the model ran; null where there are none. */
  readonly totals: BacktestTotals | null;
  /** Why it did not run on the other days. */
  readonly leftOut: readonly { readonly reason: string; readonly days: number }[];
}

export interface BacktestDay {
  readonly date: string;
  /** The sessions that took part. */
  readonly sessions: readonly Session[];
  readonly foresight: DayFigures;
  /** Without the models that were left out. */
  readonly models: readonly ({ readonly idmodel: number } & DayFigures)[];
}

export interface DayFigures {
  readonly cost: number;
  /** Cost of model 1 less this one. */
  readonly saving: number;
}

/**
 * What the owner's enabled models would have paid on past days against realised prices, beside
 * model 1 and perfect foresight. On each day 1 MW is bought in every quarter hour, with what was
 * known just before its day-ahead gate closed. Errors: `invalid_request` for a range that is none,
 * `not_found` where no day has realised day-ahead prices, `store_unavailable`,
 * `computation_failed`.
 *
 * @param onDay called as each day begins, with its place among the `count` days.
 */
export async function backtest(
  deps: { prices: PriceStore; strategies: StrategyStore; solver: LinearSolver; clock: Clock },
  owner: StrategyOwner,
  range: DayRange,
  onDay: (date: string, place: number, count: number) => void = () => {},
): Promise<Backtest> {
  const dates = datesOf(range, dateAt(deps.clock().getTime()));
  const { models: strategies } = await listStrategies(deps.strategies, owner);
  const running = strategies.filter((each) => each.enabled || each.idmodel === dayAhead.idmodel);
  const prices = deps.prices.seenBy(owner.customerId);
  const rules = { ...rulesOf(prices, strategies, running), solver: deps.solver };
  const runs: DayRun[] = [];
  const daysLeftOut: string[] = [];
  for (const [i, date] of dates.entries()) {
    onDay(date, i + 1, dates.length);
    const run = await runDay(prices, date, rules);
    if (run) runs.push(run);
    else daysLeftOut.push(date);
  }
  return { ...resultOf(range, running, rules, runs), daysLeftOut };
}

/** The days of a range. Errors: `invalid_request` naming everything that is wrong with it. */
function datesOf({ from, to }: DayRange, today: string): string[] {
  const problems = [from, to]
    .filter((date) => parseWallTime(`${date} 00:00`) === undefined)
    .map((date) => `"${date}" is no day, such as 2026-11-22.`);
  if (problems.length === 0) {
    if (to < from) problems.push(`The last day, ${to}, is before the first, ${from}.`);
    if (to >= today) problems.push(`The last day, ${to}, is not before today, ${today}.`);
    else if (to > dateAfter(from, MAX_DAYS - 1)) problems.push(`More than ${MAX_DAYS} days.`);
  }
  if (problems.length > 0) {
    throw new SolanoError('invalid_request', problems.join(' '), { problems });
  }
  return datesBetween(from, to);
}

function rulesOf(
  prices: PriceReader,
  all: readonly StrategyDefinition[],
  settings: readonly StrategyDefinition[],
): Omit<BacktestRules, 'solver'> {
  const capped = all.find(({ idmodel }) => idmodel === cheapestCapped.idmodel);
  const parameters = (capped as StrategyDefinition).parameters as BacktestRules['capped'];
  return {
    inputs: new DailyInputs(prices),
    spreads: new HourSpreads(prices),
    settings,
    capped: parameters,
    fee: Math.round(parameters.fee_eur_per_mwh * 1000),
  };
}

function resultOf(
  range: DayRange,
  models: readonly StrategyDefinition[],
  { fee }: BacktestRules,
  runs: readonly DayRun[],
): Omit<Backtest, 'daysLeftOut'> {
  const foresight = totalsOf(runs.map((run) => dayCost(run, run.foresight)));
  const benchmark = (name: Benchmark) => {
    return totalsOf(runs.map((run) => dayCost(run, run.benchmarks[name]))) as BacktestTotals;
  };
  if (!foresight) {
    const what = `There are no realised day-ahead prices from ${range.from} to ${range.to}.`;
    throw new SolanoError('not_found', what);
  }
  return {
    ...range,
    feePerMegawattHour: fee / 1000,
    models: models.map(({ idmodel, name }) => modelOf(idmodel, name, runs)),
    foresight,
    benchmarks: {
      cap_first_auction: benchmark('cap_first_auction'),
      mean_spread_56_days: benchmark('mean_spread_56_days'),
    },
    datesByHour: runs.filter(({ byHour }) => byHour).map(({ date }) => date),
    origins: {
      predictions: originsOf(runs.map(({ origins }) => origins.predictions)),
      history: originsOf(runs.map(({ origins }) => origins.history)),
    },
    days: runs.map(dayResult),
    sessionsLeftOut: SESSIONS.map(({ session }) => ({
      session,
      dates: runs.filter((run) => !run.sessions.includes(session)).map(({ date }) => date),
    })).filter(({ dates }) => dates.length > 0),
  };
}

function modelOf(idmodel: number, name: string, runs: readonly DayRun[]): BacktestModel {
  const days = runs.flatMap((run) => {
    const cost = run.costs.get(idmodel);
    return cost === undefined ? [] : [dayCost(run, cost, run.bounds.get(idmodel))];
  });
  const reasons = new Map<string, number>();
  for (const { gaps } of runs) {
    const reason = gaps.get(idmodel)?.replace(LABEL, '');
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const leftOut = [...reasons].map(([reason, count]) => ({ reason, days: count }));
  return { idmodel, name, totals: totalsOf(days), leftOut };
}

function dayResult(run: DayRun): BacktestDay {
  return {
    date: run.date,
    sessions: run.sessions,
    foresight: figuresOf(dayCost(run, run.foresight)),
    models: [...run.costs].map(([idmodel, cost]) => ({
      idmodel,
      ...figuresOf(dayCost(run, cost)),
    })),
  };
}

function originsOf(days: readonly ReadonlySet<PredictionOrigin>[]): OriginDays[] {
  return PREDICTION_ORIGINS.map((origin) => {
    return { origin, days: days.filter((origins) => origins.has(origin)).length };
  }).filter((each) => each.days > 0);
}

function dayCost(run: DayRun, cost: ExactCost, bound: ExactCost = run.foresight): DayCost {
  return { run, cost, bound, dayAhead: run.costs.get(dayAhead.idmodel) as ExactCost };
}

function figuresOf(day: DayCost): DayFigures {
  return { cost: euros(day.cost), saving: euros(day.dayAhead - day.cost) };
}
