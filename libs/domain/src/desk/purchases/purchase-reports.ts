import type { EvaluationText } from '../evaluation/evaluation.ts';
import type { Purchase, PurchaseStatus, StoredOutput } from './purchase.ts';
import { type UpdateDeps, updatePurchase } from './update-purchase.ts';

/** Receives what the workflow reports of purchases. */
export interface PurchaseUpdates {
  /**
   * Stores a report, unless the purchase was settled meanwhile. Errors: `purchase_not_found` (it was
   * removed), `store_unavailable`; and of an adapter that reports to another process: `report_unavailable`
   * (transient), `report_misconfigured` (a response that points to a configuration: its message
   * says what to check), `report_rejected` (final).
   */
  report(purchase: ReportedPurchase, report: PurchaseReport): Promise<void>;
}

/** The purchase that a report is about, and the request that its log lines are found by. */
export type ReportedPurchase = Pick<Purchase, 'id' | 'user' | 'requestId'>;

export interface PurchaseReport {
  readonly status: PurchaseStatus;
  readonly outputs: readonly StoredOutput[];
  readonly error?: string;
  /** Evaluation of the outputs. */
  readonly evaluation?: EvaluationText;
}

/** Updates purchases in this process, which has their database. */
export function directUpdates(deps: UpdateDeps): PurchaseUpdates {
  return {
    async report(purchase, report) {
      const { id, user, requestId } = purchase;
      const author = { actor: 'workflow', origin: '', requestId };
      const address = { id, user, known: purchase };
      await updatePurchase(deps, address, { ...report, source: 'workflow', author });
    },
  };
}
