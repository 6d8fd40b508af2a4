import type { JsonText } from '@solano/domain/kernel';
import type { EvaluationText, StoredEvaluation } from './evaluation.ts';

/** An evaluation that lacks realised costs. */
export interface Unrealised {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly evaluatedAt: Date;
  /** When the last item was delivered. */
  readonly deliveredAt: Date;
  /** The argument of the last {@link EvaluationStore.realise}; empty at first. */
  readonly realisedFrom: string;
}

/**
 * Keeps what outputs are worth. An evaluation comes with its outputs
 * ({@link PurchaseStore.update}) and goes with them. Errors: `store_unavailable`.
 */
export interface EvaluationStore {
  /** The evaluation of a purchase's outputs; undefined if they have none. */
  get(purchaseId: string): Promise<StoredEvaluation | undefined>;
  /** The evaluations of some purchases, by purchase; none where there is none. */
  ofPurchases(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, StoredEvaluation>>;
  /** The JSON of the prices that it was made with. */
  prices(purchaseId: string): Promise<JsonText | undefined>;
  /** Adds the evaluation of a purchase that has none; one that is there stays. Errors: `not_found`. */
  add(purchaseId: string, evaluation: EvaluationText, at: Date): Promise<void>;
  /**
   * Up to `limit` evaluations without all realised costs that were delivered from an instant on and
   * before another, by delivery and id, after one of them.
   */
  unrealised(
    delivered: { readonly from: Date; readonly before: Date },
    after: Pick<Unrealised, 'deliveredAt' | 'purchaseId'> | undefined,
    limit: number,
  ): Promise<Unrealised[]>;
  /**
   * Stores the JSON of realised costs, unless the outputs have been evaluated again.
   *
   * @param from names the prices that were there; null: no more are to come.
   */
  realise(
    purchaseId: string,
    evaluatedAt: Date,
    realised: JsonText,
    from: string | null,
  ): Promise<void>;
}
