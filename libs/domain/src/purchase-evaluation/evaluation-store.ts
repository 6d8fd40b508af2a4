import type { JsonText } from '../values/text.ts';
import type { EvaluationText, StoredEvaluation } from './evaluation.ts';

/**
 * Keeps what outputs are worth. An evaluation comes with its outputs
 * ({@link PurchaseStore.update}) and goes with them. Errors: `store_unavailable`.
 */
export interface EvaluationStore {
  /** The evaluation of a purchase's outputs; undefined where they have none. */
  get(purchaseId: string): Promise<StoredEvaluation | undefined>;
  /** The JSON of the prices that it was made with. */
  prices(purchaseId: string): Promise<JsonText | undefined>;
  /** Adds the evaluation of a purchase that has none; one that is there stays. */
  add(purchaseId: string, evaluation: EvaluationText, at: Date): Promise<void>;
}
