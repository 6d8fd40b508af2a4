import {
  type Clock,
  dateAt,
  invalidRequest,
  type Observe,
  SolanoError,
} from '@solano/domain/kernel';
import {
  PREDICTION_ORIGINS,
  type PredictionOrigin,
  type PriceReader,
  type PriceStore,
  SESSIONS,
  type Session,
  type SpreadCurveReader,
} from '@solano/domain/market';
import { cheapestCapped } from '../models/cheapest-capped.ts';
import { dayAhead } from '../models/day-ahead.ts';
import { hourlyMean, ruleCaps } from '../models/hourly-mean.ts';
import type { ConstantRule } from '../models/model.ts';
import type { StrategySetting } from '../models/parameters.ts';
import type { LinearSolver } from '../models/programs/linear-solver.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { StrategyDefinition } from '../strategies/catalogue.ts';
import { definitionsOf } from '../strategies/catalogue.ts';
import { type BacktestRules, type DayRun, runDay } from './backtest-day.ts';
import { DailyInputs } from './backtest-inputs.ts';
import { flatItems, itemsOfSeries } from './backtest-items.ts';
import { backtestDates, type DayRange } from './backtest-range.ts';
import { type BacktestTotals, type DayCost, totalsOf } from './backtest-totals.ts';
import { type ByHour, type ExactCost, euros, sumOfAll } from './exact-cost.ts';

const LABEL = / for \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;

/** The inputs of a backtest. */
export interface BacktestTask extends DayRange {
  /** The customer whose prices are read. */
  readonly customerId: string;
  /** Models that are not named keep their defaults. */
  readonly settings: readonly StrategySetting[];
  /** What is bought on each day; default: 1 MW in every quarter hour. */
  readonly series?: readonly SeriesItem[] | undefined;
}

/** What the models would have paid on past days; money in EUR, to cents. */
export interface Backtest extends DayRange {
  /** Whether 1 MW was bought throughout each day, and no series. */
  readonly isFlat: boolean;
  /** EUR for each MWh bought or sold, the same for all models. */
  readonly feePerMegawattHour: number;
  readonly models: readonly BacktestModel[];
  /** Model 3 with the realised prices as its predictions. */
  readonly foresight: BacktestTotals;
  /** Ways of buying that take no prediction, compared with the same foresight. */
  readonly benchmarks: Readonly<Record<ConstantRule, BacktestTotals>>;
  /** Days on which hours were compared, as prices of a session are means of the hour. */
  readonly datesByHour: readonly string[];
  /** On how many days predictions, or the history of models 4 and 5, had which origin. */
  readonly origins: Readonly<Record<'predictions' | 'history', readonly OriginDays[]>>;
  /** The days that have realised day-ahead prices. */
  readonly days: readonly BacktestDay[];
  /** Sessions without realised prices for the whole of some of those days: no model used them. */
  readonly sessionsLeftOut: readonly { readonly session: Session; readonly dates: string[] }[];
  readonly daysLeftOut: readonly string[];
  /** Days of which the series has no item, or only items of 0 MW. */
  readonly daysWithoutItems: readonly string[];
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
  /** The sessions that were used. */
  readonly sessions: readonly Session[];
  readonly foresight: DayFigures;
  readonly benchmarks: Readonly<Record<ConstantRule, DayFigures>>;
  /** Without the models that were left out. */
  readonly models: readonly ({ readonly idmodel: number } & DayFigures)[];
}

export interface DayFigures {
  readonly cost: number;
  /** Cost of model 1 less this one. */
  readonly saving: number;
}

export interface BacktestPorts {
  readonly prices: PriceStore;
  readonly solver: LinearSolver;
  readonly clock: Clock;
  /** Observes each model on each day. */
  readonly observeModel?: Observe | undefined;
  /** Where curves of expected spreads were learned; default: there are none. */
  readonly spreadCurves?: SpreadCurveReader;
}

/**
 * What the enabled models would have paid on past days against realised prices, beside model 1 and
 * perfect foresight. Each day is bought for with what was known just before its day-ahead gate
 * closed. Errors: `invalid_request` for a range that is none or a series without an item in it,
 * `not_found` where no day has realised day-ahead prices, `store_unavailable`, `computation_failed`.
 *
 * @param onDay called as each day begins, with its place among the `count` days.
 */
export async function backtest(
  deps: BacktestPorts,
  { customerId, settings, series, ...range }: BacktestTask,
  onDay: (date: string, place: number, count: number) => void = () => {},
): Promise<Backtest> {
  const dates = backtestDates(range, { today: dateAt(deps.clock().getTime()) });
  const itemsOf = series ? itemsOfSeries(series) : flatItems;
  const strategies = definitionsOf(settings);
  const running = strategies.filter((each) => each.enabled || each.idmodel === dayAhead.idmodel);
  const prices = deps.prices.seenBy(customerId);
  const { solver, observeModel } = deps;
  const rules = { ...rulesOf(prices, deps, strategies, running), solver, observeModel };
  const runs: DayRun[] = [];
  const leftOut = { daysLeftOut: [] as string[], daysWithoutItems: [] as string[] };
  for (const [i, date] of dates.entries()) {
    onDay(date, i + 1, dates.length);
    const items = itemsOf(date);
    const run = items.length > 0 ? await runDay(prices, date, items, rules) : 'nothing to buy';
    if (run === 'nothing to buy') leftOut.daysWithoutItems.push(date);
    else if (run) runs.push(run);
    else leftOut.daysLeftOut.push(date);
  }
  if (leftOut.daysWithoutItems.length === dates.length) {
    throw invalidRequest(`No item of the series is in a day from ${range.from} to ${range.to}.`);
  }
  return { ...resultOf(range, running, rules, runs), isFlat: !series, ...leftOut };
}

function rulesOf(
  prices: PriceReader,
  { spreadCurves }: Pick<BacktestPorts, 'spreadCurves'>,
  all: readonly StrategyDefinition[],
  settings: readonly StrategyDefinition[],
): Omit<BacktestRules, 'solver' | 'observeModel'> {
  const capped = all.find(({ idmodel }) => idmodel === cheapestCapped.idmodel);
  const parameters = (capped as StrategyDefinition).parameters as BacktestRules['capped'];
  return {
    inputs: new DailyInputs(prices, spreadCurves),
    settings,
    capped: parameters,
    caps: ruleCaps(all),
    fee: Math.round(parameters.fee_eur_per_mwh * 1000),
  };
}

function resultOf(
  range: DayRange,
  models: readonly StrategyDefinition[],
  { fee }: BacktestRules,
  runs: readonly DayRun[],
): Omit<Backtest, 'isFlat' | 'daysLeftOut' | 'daysWithoutItems'> {
  const foresight = totalsOf(runs.map((run) => dayCost(run, run.foresight)));
  const benchmark = (name: ConstantRule) => {
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
      mean_spread_56_days: alone(benchmark('mean_spread_56_days')),
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
  const totals = totalsOf(days);
  const isRule = idmodel === hourlyMean.idmodel;
  return { idmodel, name, totals: totals && isRule ? alone(totals) : totals, leftOut };
}

/** The totals of the rule, which is not compared with itself. */
function alone(totals: BacktestTotals): BacktestTotals {
  const { againstRule: _, ...own } = totals;
  return own;
}

function dayResult(run: DayRun): BacktestDay {
  return {
    date: run.date,
    sessions: run.sessions,
    foresight: figuresOf(dayCost(run, run.foresight)),
    benchmarks: {
      cap_first_auction: figuresOf(dayCost(run, run.benchmarks.cap_first_auction)),
      mean_spread_56_days: figuresOf(dayCost(run, run.benchmarks.mean_spread_56_days)),
    },
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

function dayCost(
  run: DayRun,
  cost: ByHour<ExactCost>,
  bound: ByHour<ExactCost> = run.foresight,
): DayCost {
  return {
    run,
    cost,
    bound,
    dayAhead: run.costs.get(dayAhead.idmodel) as ByHour<ExactCost>,
    rule: run.benchmarks.mean_spread_56_days,
  };
}

function figuresOf({ cost, dayAhead: reference }: DayCost): DayFigures {
  const own = sumOfAll(cost);
  return { cost: euros(own), saving: euros(sumOfAll(reference) - own) };
}
