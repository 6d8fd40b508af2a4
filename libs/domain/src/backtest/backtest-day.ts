import { SolanoError } from '../errors.ts';
import type { Session, SessionRules } from '../market/sessions.ts';
import { Gates, gateClosure, SESSIONS } from '../market/sessions.ts';
import { cheapestCapped } from '../models/cheapest-capped.ts';
import type { LinearSolver } from '../models/linear-solver.ts';
import type { Allocation, StrategyModel } from '../models/model.ts';
import type { LeftOut, ModelRun } from '../models/run-model.ts';
import { runModel } from '../models/run-model.ts';
import { WHOLE } from '../models/shares.ts';
import type { MilliEuro } from '../prices/milli-euro.ts';
import { wholeDay } from '../prices/past-errors.ts';
import type { PriceCurve, PriceReader } from '../prices/prices.ts';
import type { StrategySetting } from '../strategies/catalogue.ts';
import { MODELS } from '../strategies/catalogue.ts';
import type { Parameters } from '../strategies/parameters.ts';
import type { SeriesItem, SplitInputs } from '../strategies/split.ts';
import { labelOf } from '../time/label.ts';
import { dayOf, quartersOfDate } from '../time/madrid-day.ts';
import type { DailyInputs } from './backtest-inputs.ts';

const QUARTER_MINUTES = 15;
const [DAY_AHEAD, ...LATER] = SESSIONS as readonly [SessionRules, ...SessionRules[]];

/**
 * Money without rounding: thousandths of EUR/MWh × hundredths of a percent of 1 MW × quarter
 * hours. A day's stays a safe integer at any price; thousands of days do at the market's caps.
 */
export type ExactCost = number;
export const EXACT_PER_EURO = 1000 * WHOLE * (60 / QUARTER_MINUTES);

/** What all days of a backtest have in common. */
export interface BacktestRules {
  /** Asked for the days in their order. */
  readonly inputs: DailyInputs;
  readonly solver: LinearSolver;
  /** The models that run. */
  readonly settings: readonly StrategySetting[];
  /** The parameters of model 3, by which perfect foresight buys. */
  readonly foresight: Parameters;
  /** For each MWh bought or sold, whatever the model. */
  readonly fee: MilliEuro;
}

/** What the models would have paid for 1 MW throughout one day. */
export interface DayRun {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  /** 92, 96 or 100. */
  readonly quarters: number;
  /** The sessions with realised prices, in market order; the models use no others. */
  readonly sessions: readonly Session[];
  /** By idmodel; without the models that were left out. */
  readonly costs: ReadonlyMap<number, ExactCost>;
  /** Why models were left out, by idmodel. */
  readonly gaps: ReadonlyMap<number, string>;
  readonly foresight: ExactCost;
}

/**
 * Buys 1 MW in every quarter hour of a past day by each model, with what was known just before
 * its day-ahead gate closed, and values the trades at realised prices. Undefined where the day has
 * no realised day-ahead prices. Errors: `store_unavailable`, `computation_failed`.
 */
export async function runDay(
  prices: PriceReader,
  date: string,
  rules: BacktestRules,
): Promise<DayRun | undefined> {
  const realised = await realisedCurves(prices, date);
  if (!realised) return undefined;
  const gate = gateClosure(DAY_AHEAD, dayOf(date));
  const task = { items: flatItems(date), submittedAt: gate - 1, settings: rules.settings };
  const inputs = await rules.inputs.gather(task, gate);
  return {
    date,
    quarters: task.items.length,
    sessions: [...realised.keys()],
    ...(await runModels(inputs, realised, rules)),
  };
}

async function runModels(
  inputs: SplitInputs,
  realised: ReadonlyMap<Session, PriceCurve>,
  { fee, foresight, solver }: BacktestRules,
): Promise<Pick<DayRun, 'costs' | 'gaps' | 'foresight'>> {
  const gates = new Gates(inputs.submittedAt);
  const open = inputs.items.map(({ period }) => {
    return gates.open(period).filter((session) => realised.has(session));
  });
  const costs = new Map<number, ExactCost>();
  const gaps = new Map<number, string>();
  for (const { idmodel, parameters } of inputs.settings) {
    const model = MODELS.find((known) => known.idmodel === idmodel) as StrategyModel;
    const run = await runModel(model, parameters, { inputs, open, solver });
    if ('gap' in run) gaps.set(idmodel, run.gap);
    else costs.set(idmodel, costOf(run, realised, fee));
  }
  const known = { ...inputs, curves: realised };
  const seen = await runModel(cheapestCapped, foresight, { inputs: known, open, solver });
  return { costs, gaps, foresight: costOf(requireRun(seen), realised, fee) };
}

/** Perfect foresight has all prices and needs no solver: it is never left out. */
function requireRun(run: ModelRun | LeftOut): ModelRun {
  if (!('gap' in run)) return run;
  throw new SolanoError('computation_failed', `Perfect foresight left out: ${run.gap}.`);
}

/** The prices of the sessions whose realised prices are whole; undefined without the first. */
async function realisedCurves(
  prices: PriceReader,
  date: string,
): Promise<ReadonlyMap<Session, PriceCurve> | undefined> {
  const dayAhead = await realisedCurve(prices, DAY_AHEAD, date);
  if (!dayAhead) return undefined;
  const later = await Promise.all(LATER.map((rules) => realisedCurve(prices, rules, date)));
  const curves = new Map([[DAY_AHEAD.session, dayAhead]]);
  LATER.forEach(({ session }, i) => {
    const curve = later[i];
    if (curve) curves.set(session, curve);
  });
  return curves;
}

async function realisedCurve(
  prices: PriceReader,
  rules: SessionRules,
  date: string,
): Promise<PriceCurve | undefined> {
  for await (const realised of prices.realised(rules.market, date, date)) {
    return wholeDay(rules, realised);
  }
  return undefined;
}

function flatItems(date: string): SeriesItem[] {
  return quartersOfDate(date).map((end) => ({
    label: labelOf(end),
    period: { end, minutes: QUARTER_MINUTES },
    megawatts: 1,
  }));
}

/** Σ share × (price + fee) of what is bought, less Σ share × (price − fee) of what is sold. */
function costOf(
  { slots, allocations }: ModelRun,
  realised: ReadonlyMap<Session, PriceCurve>,
  fee: MilliEuro,
): ExactCost {
  let cost = 0;
  slots.forEach((slot, s) => {
    (allocations[s] as Allocation).forEach(({ bought, sold }, i) => {
      const session = slot.sessions[i] as Session;
      const price = realised.get(session)?.get(slot.period.end) as MilliEuro;
      cost += bought * (price + fee) - sold * (price - fee);
    });
  });
  return cost;
}
