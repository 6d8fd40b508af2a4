import type { EvaluatedOutput, RealisedCosts, StoredEvaluation } from '../evaluation/evaluation.ts';
import { fractionText, minus, plus, readFraction } from '../evaluation/fraction.ts';
import type { ExecutedFigures, ExecutedWorth } from './worth-sum.ts';

/** Whether executed trades could change a figure of an evaluation: not before one is realised. */
export function hasRealised(stored: StoredEvaluation | undefined): boolean {
  return stored !== undefined && stored.realised !== '[]';
}

/** An evaluation with what the model that counts has cost by executed trades, where it has a cost. */
export function withExecuted<Evaluation extends { readonly outputs: readonly EvaluatedOutput[] }>(
  evaluation: Evaluation,
  worth: ExecutedWorth | undefined,
): Evaluation {
  const { figures } = worth ?? {};
  if (!worth || !figures) return evaluation;
  const outputs = evaluation.outputs.map((output) => {
    const { model, realised } = output;
    if (model.idmodel !== worth.idmodel || !realised) return output;
    return { ...output, realised: executedCosts(realised, worth.restsOn, figures) };
  });
  return { ...evaluation, outputs };
}

/**
 * The saving is what model 1 would have cost, with the difference to the requested energy day-ahead, less the
 * cost.
 */
function executedCosts(
  { idmodel, foresightSaved, ...decided }: RealisedCosts,
  restsOn: ExecutedWorth['restsOn'],
  { cost, energy, dayAhead, ...unheld }: ExecutedFigures,
): RealisedCosts {
  const reference = plus(readFraction(decided.cost), readFraction(decided.saved));
  return {
    idmodel,
    foresightSaved,
    cost: fractionText(cost),
    saved: fractionText(minus(plus(reference, dayAhead), cost)),
    ...unheld,
    executed: { restsOn, energy: fractionText(energy), decided },
  };
}
