import type { Session } from '@solano/domain/market';
import type { AuditEntry, NewDelivery } from '@solano/domain/service';

/** The desk's choice of a model. */
export interface Decision {
  /** Null: an earlier decision is withdrawn. */
  readonly idmodel: number | null;
  readonly note: string;
  readonly decidedAt: Date;
  /** As the audit log names who makes changes. */
  readonly decidedBy: string;
  /**
   * The sessions whose gate had closed by then, of those in which the model trades; of a withdrawal,
   * those of the decision that it would have withdrawn. It counts in no sum; left out: in time.
   */
  readonly tooLate?: readonly Session[];
}

/** Keeps the decisions on purchases. Errors: `store_unavailable`. */
export interface DecisionStore {
  /**
   * Adds a decision with its entry in the audit log and its messages with a job each, all or none.
   * Errors: `not_found` for the purchase.
   */
  add(
    purchaseId: string,
    decision: Decision,
    along: { readonly entry: AuditEntry; readonly deliveries: readonly NewDelivery[] },
  ): Promise<void>;
  /** The decisions on a purchase in the order in which they were made. */
  list(purchaseId: string): Promise<Decision[]>;
  /** The newest decision on each of some purchases, by purchase; none where there is none. */
  newest(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, Decision>>;
  /** The newest decision on each of some purchases that was not too late, by which sums go. */
  newestInTime(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, Decision>>;
}
