import {
  dateAfter,
  dayOf,
  HOUR_MINUTES,
  MINUTE_MS,
  type Observe,
  SolanoError,
  startOfDate,
} from '@solano/domain/kernel';
import {
  DAY_AHEAD,
  Gates,
  gateClosure,
  MILLI,
  type MilliEuro,
  type PredictionOrigin,
  type PriceCurve,
  type PriceReader,
  priceMinutes,
  SESSIONS,
  type Session,
  type SessionRules,
  wholeDay,
} from '@solano/domain/market';
import { clearAnew } from '../bids/clearing.ts';
import type { BidCurves } from '../bids/curves.ts';
import { absolute } from '../evaluation/fraction.ts';
import { cheapestCapped } from '../models/cheapest-capped.ts';
import { buyByRule } from '../models/constant-rules.ts';
import type { Allocation, ConstantRule, Slot, StrategyModel } from '../models/model.ts';
import { MODELS } from '../models/models.ts';
import type { Parameters, StrategySetting } from '../models/parameters.ts';
import type { LinearSolver } from '../models/programs/linear-solver.ts';
import { type ModelRun, runModel } from '../models/run-model.ts';
import { WHOLE } from '../models/shares.ts';
import type { GatheredInputs, SeriesItem, SplitInputs } from '../models/split-inputs.ts';
import type { DailyInputs } from './backtest-inputs.ts';
import { itemsByHour } from './backtest-items.ts';
import type { ByHour, ExactCost, ExactEnergy } from './exact-cost.ts';
import { HourSums, sumOfAll, wattsOf } from './exact-cost.ts';

/** What all days of a backtest have in common. */
export interface BacktestRules {
  /** Asked for the days in their order. */
  readonly inputs: DailyInputs;
  readonly solver: LinearSolver;
  readonly observeModel?: Observe | undefined;
  /** The models that run. */
  readonly settings: readonly StrategySetting[];
  /** The parameters of model 3, by which perfect foresight buys. */
  readonly capped: Parameters<typeof cheapestCapped.parameters>;
  /** The caps of model 8, by which the benchmarks buy, in percent. */
  readonly caps: Readonly<Record<Session, number>>;
  /** For each MWh bought or sold, whatever the model. */
  readonly fee: MilliEuro;
}

/** What the models would have paid for the items of one day. */
export interface DayRun {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  /** How long the day is. */
  readonly minutes: number;
  /** Of the items, and of their sizes, whatever their signs; never 0. */
  readonly energy: ByHour<ExactEnergy>;
  readonly turnover: ExactEnergy;
  /** Whether hours were bought and compared, as prices of a session are means of the hour. */
  readonly byHour: boolean;
  /** The sessions with realised prices, in market order; the models use no others. */
  readonly sessions: readonly Session[];
  /** By idmodel; without the models that were left out. */
  readonly costs: ReadonlyMap<number, ByHour<ExactCost>>;
  /** What each of these models would have paid at the least: with the realised prices known. */
  readonly bounds: ReadonlyMap<number, ByHour<ExactCost>>;
  /** Why models were left out, by idmodel. */
  readonly gaps: ReadonlyMap<number, string>;
  /** Model 3 with the realised prices as its predictions. */
  readonly foresight: ByHour<ExactCost>;
  readonly benchmarks: Readonly<Record<ConstantRule, ByHour<ExactCost>>>;
  /** Where the predictions of the day came from, and those of the past days that models learnt from. */
  readonly origins: Readonly<Record<'predictions' | 'history', ReadonlySet<PredictionOrigin>>>;
}

/**
 * Buys the items of a past day by each model, with what was known just before its day-ahead gate
 * closed, and values the trades at realised prices; hours are bought where prices of a session are
 * means of the hour, as a mean beside quarter hours looks cheap in one and dear in another.
 * Undefined if the day has no realised day-ahead prices. Errors: `store_unavailable`,
 * `computation_failed`.
 *
 * @param bought not only of 0 MW.
 */
export async function runDay(
  prices: PriceReader,
  date: string,
  bought: readonly SeriesItem[],
  rules: BacktestRules,
): Promise<DayRun | undefined> {
  const realised = await realisedCurves(prices, date);
  if (!realised) return undefined;
  const { curves, byHour } = realised;
  const gate = gateClosure(DAY_AHEAD, dayOf(date));
  const items = byHour ? itemsByHour(bought) : bought;
  const inputs = await rules.inputs.gather(
    { items, submittedAt: gate - 1, settings: rules.settings },
    gate,
  );
  return {
    date,
    minutes: (startOfDate(dateAfter(date, 1)) - startOfDate(date)) / MINUTE_MS,
    energy: energyOf(items),
    turnover: turnoverOf(bought),
    byHour,
    sessions: [...curves.keys()],
    ...(await runModels(inputs, curves, rules)),
    ...(await runYardsticks(inputs, curves, rules)),
    origins: { predictions: predictionOrigins(inputs), history: historyOrigins(inputs) },
  };
}

type Curves = ReadonlyMap<Session, PriceCurve>;

/** The sessions with realised prices in which each item can be bought. */
function openIn({ items, submittedAt }: SplitInputs, curves: Curves): Session[][] {
  const gates = new Gates(submittedAt);
  return items.map(({ period }) => gates.open(period).filter((session) => curves.has(session)));
}

async function runModels(
  inputs: SplitInputs,
  curves: Curves,
  { fee, solver, observeModel }: BacktestRules,
): Promise<Pick<DayRun, 'costs' | 'bounds' | 'gaps'>> {
  const open = openIn(inputs, curves);
  const costs = new Map<number, ByHour<ExactCost>>();
  const bounds = new Map<number, ByHour<ExactCost>>();
  const gaps = new Map<number, string>();
  for (const { idmodel, parameters } of inputs.settings) {
    const model = MODELS.find((each) => each.idmodel === idmodel) as StrategyModel;
    const run = await runModel(model, parameters, { inputs, open, solver, observeModel });
    if ('gap' in run) {
      gaps.set(idmodel, run.gap);
      continue;
    }
    costs.set(idmodel, costOf(run, inputs.items, curves, fee));
    const atFee = { ...parameters, fee_eur_per_mwh: fee / MILLI };
    const allocate: Allocate = (slots) => {
      return model.allocateKnown
        ? model.allocateKnown(slots, atFee)
        : model.allocate(slots, atFee, solver);
    };
    const known = await runWithForesight(inputs, curves, solver, allocate);
    bounds.set(idmodel, costOf(known, inputs.items, curves, fee));
  }
  return { costs, bounds, gaps };
}

/** What is bought without any model: with the realised prices known, or by past spreads. */
async function runYardsticks(
  inputs: SplitInputs,
  curves: Curves,
  { capped, caps, fee, solver }: BacktestRules,
): Promise<Pick<DayRun, 'foresight' | 'benchmarks'>> {
  const known = await runWithForesight(inputs, curves, solver, (slots) => {
    return cheapestCapped.allocate(slots, capped);
  });
  const { items, spreads = {} } = inputs;
  const open = openIn(inputs, curves);
  const byRule = (rule: ConstantRule) => {
    return costOf(buyByRule(rule, items, open, { caps, spreads }), items, curves, fee);
  };
  return {
    foresight: costOf(known, items, curves, fee),
    benchmarks: {
      cap_first_auction: byRule('cap_first_auction'),
      mean_spread_56_days: byRule('mean_spread_56_days'),
    },
  };
}

type Allocate = (slots: readonly Slot[]) => ReturnType<StrategyModel['allocate']>;

/** Allocates as one who knows the realised prices could. Errors: `computation_failed`. */
async function runWithForesight(
  inputs: SplitInputs,
  curves: Curves,
  solver: LinearSolver,
  allocate: Allocate,
): Promise<ModelRun> {
  const foresightModel: StrategyModel = { ...cheapestCapped, allocate };
  const known = { inputs: { ...inputs, curves }, open: openIn(inputs, curves), solver };
  const run = await runModel(foresightModel, {}, known);
  if (!('gap' in run)) return run;
  // It has all prices and needs no solver.
  throw new SolanoError('computation_failed', `The foresight model was skipped: ${run.gap}.`);
}

function predictionOrigins({ used }: GatheredInputs): ReadonlySet<PredictionOrigin> {
  return new Set([...used.values()].flatMap((all) => all.map(({ origin }) => origin)));
}

function historyOrigins({ history }: SplitInputs): ReadonlySet<PredictionOrigin> {
  const days = [...history.values()].flatMap((sessions) => {
    return [...sessions.values()].flatMap((past) => [...past.values()]);
  });
  return new Set(days.flatMap(({ origins }) => origins));
}

/** The prices of the sessions whose realised prices are whole; undefined without the first. */
async function realisedCurves(
  prices: PriceReader,
  date: string,
): Promise<{ readonly curves: Curves; readonly byHour: boolean } | undefined> {
  const days = await Promise.all(SESSIONS.map((rules) => realisedDay(prices, rules, date)));
  if (!days[0]) return undefined;
  const curves = new Map<Session, PriceCurve>();
  SESSIONS.forEach(({ session }, i) => {
    const day = days[i];
    if (day) curves.set(session, day.curve);
  });
  return { curves, byHour: days.some((day) => day?.stepMinutes === HOUR_MINUTES) };
}

async function realisedDay(
  prices: PriceReader,
  rules: SessionRules,
  date: string,
): Promise<{ readonly curve: PriceCurve; readonly stepMinutes: number } | undefined> {
  for await (const realised of prices.realised(rules.market, date, date)) {
    const curve = wholeDay(rules, realised);
    return curve && { curve, stepMinutes: realised.stepMinutes };
  }
  return undefined;
}

function energyOf(items: readonly SeriesItem[]): ByHour<ExactEnergy> {
  const energy = new HourSums();
  for (const item of items) energy.add(item, wattsOf(item) * BigInt(item.period.minutes));
  return energy.sums;
}

function turnoverOf(items: readonly SeriesItem[]): ExactEnergy {
  return sumOfAll(items.map((item) => absolute(wattsOf(item)) * BigInt(item.period.minutes)));
}

/**
 * Σ MW × share × (price + fee) of what is bought, less Σ MW × share × (price − fee) of what is
 * sold; fees are paid for both. Bids are cleared, and what is left is bid anew after each session.
 *
 * @param items of the slots, in their order.
 */
function costOf(
  { slots, allocations, curves: bids }: ModelRun,
  items: readonly SeriesItem[],
  curves: Curves,
  fee: MilliEuro,
): ByHour<ExactCost> {
  const costs = new HourSums();
  slots.forEach((slot, s) => {
    const item = items[s] as SeriesItem;
    const weighed = (session: Session) => {
      return priceMinutes(curves.get(session) as PriceCurve, slot.period) as number;
    };
    if (bids) {
      costs.add(item, clearedCost(bids[s] as BidCurves, item, weighed, fee));
      return;
    }
    let [price, turnover] = [0, 0];
    (allocations[s] as Allocation).forEach(({ bought, sold }, i) => {
      price += (bought - sold) * weighed(slot.sessions[i] as Session);
      turnover += bought + sold;
    });
    const watts = wattsOf(item);
    const fees = absolute(watts) * BigInt(turnover * fee * slot.period.minutes);
    costs.add(item, watts * BigInt(price) + fees);
  });
  return costs.sums;
}

/** What the bids of an item cost; whole watts are bought. */
function clearedCost(
  bids: BidCurves,
  item: SeriesItem,
  weighed: (session: Session) => number,
  fee: MilliEuro,
): ExactCost {
  const { minutes } = item.period;
  const prices = bids.sessions.map(({ session }) => weighed(session));
  const bought = clearAnew(bids, (place) => (prices[place] as number) / minutes / MILLI);
  const cost = bought.map((watts, place) => {
    const own = bids.direction * (prices[place] as number) + fee * minutes;
    return BigInt(watts) * BigInt(own);
  });
  return sumOfAll(cost) * BigInt(WHOLE);
}
