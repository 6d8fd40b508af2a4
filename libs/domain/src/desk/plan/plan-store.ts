import type { NewDelivery } from '@solano/domain/service';
import type { BidSet, PlanStage } from './plan.ts';

/** The stages of a purchase's plan as they were last saved. */
export interface StoredPlan {
  /** Counts what was saved: 1 for the first. */
  readonly revision: number;
  /** Names the inputs that it was last computed from. */
  readonly computedFrom: string;
  /** By day and session, in any order. */
  readonly stages: readonly PlanStage[];
}

/** What is saved of a plan at once. */
export interface PlanChange {
  /** The {@link StoredPlan.revision} that it was computed from; 0: there was none. */
  readonly after: number;
  readonly computedFrom: string;
  /** New and changed stages; each replaces the one of its day and session. */
  readonly stages: readonly PlanStage[];
  /** Sets of bids that new ones replaced. */
  readonly superseded: readonly BidSet[];
}

/** Keeps the plans of purchases. They go with their purchase. Errors: `store_unavailable`. */
export interface PlanStore {
  get(purchaseId: string): Promise<StoredPlan | undefined>;
  /** What the plans of some purchases were last computed from, by purchase; none where there is none. */
  computedFrom(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The sets of bids that others have taken the place of, by day, session and revision. */
  superseded(purchaseId: string): Promise<readonly BidSet[]>;
  /**
   * Saves a change with its messages and their jobs, all or none: nothing where another change was
   * saved since, or the purchase is not there. Returns whether it did.
   */
  save(
    purchaseId: string,
    change: PlanChange,
    deliveries: readonly NewDelivery[],
  ): Promise<boolean>;
}
