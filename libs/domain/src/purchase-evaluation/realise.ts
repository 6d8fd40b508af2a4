import { Gates, type Session } from '../markets/sessions.ts';
import { cheapestCapped } from '../models/cheapest-capped.ts';
import { dayAhead } from '../models/day-ahead.ts';
import type { LinearSolver } from '../models/linear-solver.ts';
import type { StrategyModel } from '../models/model.ts';
import { MODELS, runModel } from '../models/run-model.ts';
import { weigh } from '../prices/price-curve.ts';
import { FEE } from '../strategies/parameters.ts';
import type { SeriesItem } from '../strategies/split-inputs.ts';
import { costOfTrades, ExactTrades } from './cost.ts';
import { allInFirstSession } from './evaluate.ts';
import type { RealisedCosts, RealisedResult, RealisedTask } from './evaluation.ts';
import { type Fraction, fractionText, minus } from './fraction.ts';
import { type ItemTrade, type ModelTrades, tradesOfOutput, tradesOfRun } from './trades.ts';

/** What the outputs of a purchase have cost, as far as the prices that each needs have come. */
export async function realisedCosts(task: RealisedTask): Promise<RealisedResult> {
  const { items, curves, isLate } = task;
  const gates = new Gates(task.submittedAt);
  const open = items.map(({ period }) => gates.open(period));
  const models = task.outputs.map((json) => tradesOfOutput(json, items));
  const reference = models.find(({ idmodel }) => idmodel === dayAhead.idmodel)?.trades;
  const dayAheadCost = costOf(task, reference ?? allInFirstSession(open));
  const isPriced = (session: Session, i: number) => {
    const curve = curves.get(session);
    return curve !== undefined && weigh(curve, (items[i] as SeriesItem).period) !== undefined;
  };
  const known = open.map((sessions, i) => sessions.filter((session) => isPriced(session, i)));
  const isWaiting = !isLate && known.some(({ length }, i) => length < (open[i]?.length ?? 0));
  if (!dayAheadCost || isWaiting) return { realised: [], isComplete: false };
  const realised: RealisedCosts[] = [];
  for (const model of models) {
    const cost = costOf(task, model.trades);
    if (!cost) continue;
    const foresight = await foresightCost(task, known, model.idmodel);
    realised.push({
      idmodel: model.idmodel,
      cost: fractionText(cost),
      saved: fractionText(minus(dayAheadCost, cost)),
      foresightSaved: foresight ? fractionText(minus(dayAheadCost, foresight)) : null,
    });
  }
  return { realised, isComplete: realised.length === models.length };
}

/** Undefined if a price is missing. */
function costOf(
  { items, curves }: RealisedTask,
  trades: readonly ItemTrade[],
): Fraction | undefined {
  const exact = new ExactTrades(items, trades);
  const sum = costOfTrades(exact, trades, (session, item) => {
    const curve = curves.get(session as Session);
    return curve && weigh(curve, (items[item] as SeriesItem).period);
  });
  return sum === null ? undefined : exact.euros(sum);
}

/** Nothing that is known for certain needs one. */
const NO_SOLVER: LinearSolver = {
  optimum: () => Promise.reject(new Error('Prices that are known need no solver.')),
};

/** What the model's own limits would have cost at these prices; undefined if it has none. */
async function foresightCost(
  task: RealisedTask,
  open: readonly (readonly Session[])[],
  idmodel: number,
): Promise<Fraction | undefined> {
  const model = MODELS.find((each) => each.idmodel === idmodel);
  const setting = task.settings?.find((each) => each.idmodel === idmodel);
  if (!model || !setting) return undefined;
  const parameters = { ...setting.parameters, fee_eur_per_mwh: FEE.default };
  const foresightModel: StrategyModel = {
    ...cheapestCapped,
    allocate: (slots) =>
      model.allocateKnown
        ? model.allocateKnown(slots, parameters)
        : model.allocate(slots, parameters, NO_SOLVER),
  };
  const inputs = { ...task, settings: [], history: new Map() };
  const run = await runModel(foresightModel, parameters, { inputs, open, solver: NO_SOLVER });
  if ('gap' in run) return undefined;
  const { trades }: ModelTrades = tradesOfRun(idmodel, run.slots, run.allocations);
  return costOf(task, trades);
}
