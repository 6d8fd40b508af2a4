import { capParameters, cheapestOf, fillAll, liftedCaps, simpleSplits } from './capped.ts';
import { purchasesOf, type Slot, type StrategyModel } from './model.ts';
import type { Parameters } from './parameters.ts';
import type { LinearSolver } from './programs/linear-solver.ts';
import { tailCost } from './programs/tail-cost.ts';
import { splitFrom, tailProgram } from './programs/tail-program.ts';
import { budgetParameters, byDate, withinBudget } from './risk-budget.ts';
import type { Share } from './shares.ts';
import { spreadsOf } from './spreads.ts';

const parameters = {
  ...capParameters,
  ...budgetParameters,
  confidence: { kind: 'number', default: 0.9, min: 0, max: 0.99, decimals: 4 },
  tail_weight: { kind: 'number', default: 0.5, min: 0, max: 1, decimals: 4 },
} as const;

/**
 * For each delivery day, minimises (1−β)·E[c] + β·CVaR_α(c) subject to 0 ≤ n ≤ C and Σn = 1 in
 * every slot. c is what the day costs more than in the reference sessions, Σ MWh·Σ x·n, with x off
 * by as much as on one of the past days, each as likely. Errors: `computation_failed`.
 */
export const cvarDay = {
  idmodel: 5,
  name: 'CVAR_DAY',
  description:
    'The sessions, each up to its cap, that keep down what a day costs on average and in the worst cases, going by how far past predictions were off.',
  inputs: ['price_predictions', 'price_history'],
  enabledByDefault: true,
  parameters,
  allocate: async (slots, settings, solver) => {
    const splits: (readonly Share[])[] = [];
    for (const indices of byDate(slots).values()) {
      const split = await minRisky(
        indices.map((i) => slots[i] as Slot),
        settings,
        solver,
      );
      indices.forEach((slot, i) => {
        splits[slot] = split[i] as Share[];
      });
    }
    return withinBudget(slots, splits, settings.worst_decile_loss).map(purchasesOf);
  },
  allocateKnown: (slots, { caps_percent: caps }) => fillAll(slots, caps),
} satisfies StrategyModel<typeof parameters>;

/** The best of the optimum, rounded, and of {@link simpleSplits}. */
async function minRisky(
  slots: readonly Slot[],
  settings: Parameters<typeof parameters>,
  solver: LinearSolver,
): Promise<readonly Share[][]> {
  const caps = slots.map((slot) => liftedCaps(slot, settings.caps_percent));
  const day = slots.map((slot, i) => ({ costs: costsOf(slot), caps: caps[i] as Share[] }));
  const optimum = splitFrom(await solver.optimum(tailProgram(day, settings)), day);
  const splits = [optimum, ...simpleSplits(slots, caps)] as const;
  return cheapestOf(splits, (split) => tailCost(day, split, settings));
}

function costsOf(slot: Slot): Float64Array[] {
  const { predicted, errors } = spreadsOf(slot);
  return predicted.map((spread, i) => {
    const own = errors[i] as Float64Array;
    const costs = new Float64Array(own.length);
    for (let k = 0; k < own.length; k += 1) {
      costs[k] = slot.megawattHours * (spread + (own[k] as number));
    }
    return costs;
  });
}
