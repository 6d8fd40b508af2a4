import type { AuditEntry } from '../audit/audit.ts';
import type { NewDelivery } from '../webhooks/webhook.ts';

/** Which model the desk goes with. */
export interface Decision {
  /** Null: an earlier decision is withdrawn. */
  readonly idmodel: number | null;
  readonly note: string;
  readonly decidedAt: Date;
  /** As the audit log names who makes changes. */
  readonly decidedBy: string;
}

/** Keeps the decisions on purchases; the newest counts. Errors: `store_unavailable`. */
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
}
