import { type Clock, SolanoError } from '@solano/domain/kernel';
import {
  type PurchaseEvaluation,
  parseEvaluation,
  placeBy,
  type StoredEvaluation,
} from '../evaluation/evaluation.ts';
import type { EvaluationStore } from '../evaluation/evaluation-store.ts';
import { figuresOf, type ModelFigures } from '../evaluation/figures.ts';
import { bestRule, type RuleFigures, ruleFigures } from '../evaluation/rule-figures.ts';
import { withExecuted } from '../executed-worth/with-executed.ts';
import type { ExecutedWorth } from '../executed-worth/worth-sum.ts';
import type { PurchaseInputs } from '../purchases/inputs.ts';
import type { Purchase, PurchaseStore, PurchaseWithOutputs } from '../purchases/purchase.ts';
import type { PurchaseSplitter } from '../purchases/purchase-splitter.ts';
import { findPurchase, type PurchaseAddress, readPurchase } from '../purchases/update-purchase.ts';

export interface ReadEvaluationDeps {
  readonly purchases: PurchaseStore;
  readonly evaluations: EvaluationStore;
  readonly inputs: PurchaseInputs;
  readonly splitter: Pick<PurchaseSplitter, 'evaluate'>;
  readonly clock: Clock;
}

/** An evaluation as callers receive it. */
export interface EvaluationView extends Omit<PurchaseEvaluation, 'models' | 'gates' | 'rules'> {
  readonly models: readonly ModelFigures[];
  readonly constantRules: readonly RuleFigures[];
  readonly bestConstantRule: ReturnType<typeof bestRule>;
  readonly placeBy: ReturnType<typeof placeBy>;
}

/**
 * A stored evaluation with each figure rounded once; gates that have closed by `now` are left out.
 *
 * @param worth by executed trades; left out, all rests on the decision.
 */
export function evaluationView(
  stored: StoredEvaluation,
  now: Date,
  worth?: ExecutedWorth,
): EvaluationView {
  const { outputs, gates, rules, ...rest } = withExecuted(parseEvaluation(stored), worth);
  return {
    ...rest,
    models: outputs.map(({ model, realised }) => figuresOf(model, realised)),
    constantRules: rules.map(ruleFigures),
    bestConstantRule: bestRule(rules),
    placeBy: placeBy(gates, now.getTime()),
  };
}

/**
 * A purchase with the evaluation of its outputs. Errors: `purchase_not_found` (as for {@link readPurchase}),
 * `no_outputs`, `store_unavailable`.
 */
export async function storedEvaluation(
  deps: ReadEvaluationDeps,
  address: PurchaseAddress,
): Promise<{ readonly purchase: Purchase; readonly stored: StoredEvaluation }> {
  const purchase = await findPurchase(deps.purchases, address);
  const stored = await deps.evaluations.get(address.id);
  return {
    purchase,
    stored: stored ?? (await evaluateLater(deps, await readOutputs(deps, address))),
  };
}

/** A purchase that has outputs. Errors: as {@link storedEvaluation}. */
export async function readOutputs(
  { purchases }: ReadEvaluationDeps,
  address: PurchaseAddress,
): Promise<PurchaseWithOutputs> {
  const found = await readPurchase(purchases, address);
  if (found.outputs.length > 0) return found;
  throw new SolanoError('no_outputs', 'The purchase has no outputs yet.');
}

/** Outputs of an earlier release come without: they are evaluated by what was predicted then. */
async function evaluateLater(
  { purchases, evaluations, inputs, splitter }: ReadEvaluationDeps,
  { purchase, outputs }: PurchaseWithOutputs,
): Promise<StoredEvaluation> {
  const { updatedAt } = purchase;
  const series = (await purchases.series(purchase.id)) ?? '[]';
  const task = await inputs.of({ purchase, series }, knownAt(purchase));
  const provenance = { ...task.provenance, settings: null };
  const texts = outputs.map(({ json }) => json);
  const evaluation = await splitter.evaluate({ ...task, provenance }, texts);
  await evaluations.add(purchase.id, evaluation, updatedAt);
  return { figures: evaluation.figures, realised: '[]', evaluatedAt: updatedAt };
}

function knownAt({ updatedAt }: Purchase): number {
  return updatedAt.getTime() + 1;
}
