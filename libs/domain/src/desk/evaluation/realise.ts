import { Gates, type Session } from '@solano/domain/market';
import { cheapestCapped } from '../models/cheapest-capped.ts';
import { dayAhead } from '../models/day-ahead.ts';
import type { StrategyModel } from '../models/model.ts';
import { MODELS } from '../models/models.ts';
import { FEE } from '../models/parameters.ts';
import type { LinearSolver } from '../models/programs/linear-solver.ts';
import { runModel } from '../models/run-model.ts';
import { clearedTrades } from './cleared-bids.ts';
import { costOfTrades, ExactTrades } from './cost.ts';
import { allInFirstSession } from './evaluate.ts';
import type { RealisedCosts, RealisedResult, RealisedTask, RealisedTrades } from './evaluation.ts';
import { type Fraction, fractionText, minus } from './fraction.ts';
import { HeldSessions, unheldShares } from './held-sessions.ts';
import { tradesOfRules } from './rule-trades.ts';
import { tradesAndBids } from './stored-bids.ts';
import { type ItemTrade, type ModelTrades, tradesOfRun } from './trades.ts';

/**
 * Realised costs of a purchase's outputs and of the constant rules, as far as the prices that each
 * needs have come; bids are cleared as they were made. Shares of a session that was not held count in the next one that was.
 */
export async function realisedCosts(task: RealisedTask): Promise<RealisedResult> {
  const { items } = task;
  const held = new HeldSessions(task);
  const gates = new Gates(task.submittedAt);
  const open = items.map(({ period }) => gates.open(period));
  const models = task.outputs.map((json) => tradesAndBids(json, items));
  const reference = models.find(({ idmodel }) => idmodel === dayAhead.idmodel)?.trades;
  const dayAheadCost = costOf(task, held, reference ?? allInFirstSession(open))?.cost;
  const isWaiting = open.some((all, i) => all.some((session) => held.isExpected(session, i)));
  if (!dayAheadCost || isWaiting) return { realised: [], isComplete: false };
  const rules = task.rules ? tradesOfRules(items, task.submittedAt, task.rules) : [];
  const realisedRules = rules.flatMap(({ rule, trades }) => {
    const realised = realisedTrades(task, held, trades, dayAheadCost);
    return realised ? [{ rule, ...realised }] : [];
  });
  const known = open.map((all, i) => all.filter((each) => held.price(each, i) !== undefined));
  const realised: RealisedCosts[] = [];
  for (const { idmodel, trades: expected, bids } of models) {
    const trades = bids ? clearedTrades(bids, items, held) : expected;
    const costs = trades && realisedTrades(task, held, trades, dayAheadCost);
    if (!costs) continue;
    const foresight = await foresightCost(task, held, known, idmodel);
    const foresightSaved = foresight ? fractionText(minus(dayAheadCost, foresight)) : null;
    realised.push({ idmodel, ...costs, foresightSaved });
  }
  const isComplete = realised.length === models.length && realisedRules.length === rules.length;
  return { realised: [...realised, ...realisedRules], isComplete };
}

function realisedTrades(
  task: RealisedTask,
  held: HeldSessions,
  trades: readonly ItemTrade[],
  dayAheadCost: Fraction,
): RealisedTrades | undefined {
  const found = costOf(task, held, trades);
  if (!found) return undefined;
  const { exact, settled, cost } = found;
  return {
    cost: fractionText(cost),
    saved: fractionText(minus(dayAheadCost, cost)),
    ...unheldShares(exact, task.items, settled),
  };
}

/** Undefined if a price is missing. */
function costOf({ items }: RealisedTask, held: HeldSessions, trades: readonly ItemTrade[]) {
  const settled = held.settle(trades);
  if (!settled) return undefined;
  const exact = new ExactTrades(items, trades);
  const sum = costOfTrades(exact, settled.trades, (session, item) => held.price(session, item));
  return sum === null ? undefined : { exact, settled, cost: exact.euros(sum) };
}

/** For what needs none: models of known prices, and those that only sort. */
export const NO_SOLVER: LinearSolver = {
  optimum: () => Promise.reject(new Error('There is no solver here.')),
};

/** Cost within the model's own limits at these prices; undefined if it has none. */
async function foresightCost(
  task: RealisedTask,
  held: HeldSessions,
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
  return costOf(task, held, trades)?.cost;
}
