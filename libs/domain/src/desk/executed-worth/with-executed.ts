import type { EvaluatedOutput, RealisedCosts } from '../evaluation/evaluation.ts';
import { fractionText, minus, plus, readFraction } from '../evaluation/fraction.ts';
import type { ExecutedFigures, ExecutedWorth } from './worth-sum.ts';

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
    cost,
    saved: fractionText(minus(plus(reference, readFraction(dayAhead)), readFraction(cost))),
    ...unheld,
    executed: { restsOn, energy, decided },
  };
}
