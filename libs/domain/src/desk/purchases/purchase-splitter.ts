import type { JsonText } from '@solano/domain/kernel';
import type {
  EvaluationText,
  Provenance,
  RealisedResult,
  RealisedTask,
} from '../evaluation/evaluation.ts';
import type { RunResult } from '../models/run-model.ts';
import type { GatheredInputs } from '../models/split-inputs.ts';

/** Why a purchase failed whose models could not even be begun. */
export const NOT_COMPUTED = 'The strategies could not be computed for this purchase.';

/** The JSON of each model object, with what they are expected to be worth. */
export interface SplitText extends RunResult {
  readonly outputs: readonly { readonly idmodel: number; readonly json: JsonText }[];
  readonly evaluation: EvaluationText;
}

/**
 * Splits and evaluates purchases off the main thread. Errors: `computation_failed`;
 * `engine_unavailable` once it is closed.
 */
export interface PurchaseSplitter {
  split(task: SplitterTask): Promise<SplitText>;
  /** Evaluates outputs that were made elsewhere, each the JSON of a model object. */
  evaluate(task: SplitterTask, outputs: readonly JsonText[]): Promise<EvaluationText>;
  /** Realised costs of outputs. */
  realise(task: RealisedTask): Promise<RealisedResult>;
}

/** The input of a splitter; plain data, so that it can be sent to another thread. */
export interface SplitterTask {
  readonly inputs: GatheredInputs;
  readonly provenance: Provenance;
}
