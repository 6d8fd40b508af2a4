import type { RealisedFigures } from '../evaluation/figures.ts';
import type { FractionText } from '../evaluation/fraction.ts';
import type { ExecutedWorth } from '../executed-worth/worth-sum.ts';
import type { ConstantRule } from '../models/model.ts';
import type { Purchase } from '../purchases/purchase.ts';

/** The name of the realised figures of the model that counts, by executed trades. */
export const EXECUTED = 'executed';

/** A model by its number, a constant rule, or {@link EXECUTED}. */
export type FigureName = `${number}` | ConstantRule | typeof EXECUTED;

/** Energy in MWh and money in EUR. */
export interface SummaryFigures {
  readonly name: FigureName;
  /** Bought less sold. */
  readonly mwh: FractionText;
  readonly cost: FractionText;
  /** Cost of model 1 less this one. */
  readonly saved: FractionText;
}

/** What purchases have in common whose figures can be added up. */
export interface SummaryShape {
  readonly isEvaluated: boolean;
  /** The models that it has outputs of, and those with figures, each in ascending order. */
  readonly outputs: readonly number[];
  readonly expected: readonly number[];
  readonly realised: readonly number[];
  /** The model by which sums go; null where nothing was decided in time. */
  readonly decided: number | null;
  /** What its realised figures rest on. */
  readonly restsOn: RealisedFigures['restsOn'];
}

/** What a purchase adds to summaries. */
export interface SummaryPart {
  readonly purchaseId: string;
  readonly shape: SummaryShape;
  readonly expected: readonly SummaryFigures[];
  readonly realised: readonly SummaryFigures[];
  /** What executed trades say of it; undefined: nothing. */
  readonly executed: ExecutedWorth | undefined;
  /** When time alone will have changed it; null: never. */
  readonly recheckAt: Date | null;
}

/** Sums over some purchases. */
export interface SummedFigures extends SummaryFigures {
  /** Those that have such figures. */
  readonly purchases: number;
}

/** The sums of purchases of one shape. */
export interface SummaryGroup {
  readonly shape: SummaryShape;
  readonly purchases: number;
  readonly expected: readonly SummedFigures[];
  readonly realised: readonly SummedFigures[];
}

/** Sums over purchases. Several groups may have one shape; there are none where parts are stale. */
export interface SummaryGroups {
  /** All of the purchases, those too that are in no group as they have neither evaluation nor decision. */
  readonly purchases: number;
  /** The ids of those whose parts are stale, some hundreds of many. */
  readonly stale: readonly string[];
  readonly groups: readonly SummaryGroup[];
}

/** The purchases of a summary. */
export interface SummaryQuery {
  readonly customerId: string;
  readonly user: string;
  readonly retailer?: string;
  /** Created at this instant or later. */
  readonly from?: Date;
  /** Created before this instant. */
  readonly to?: Date;
}

/** A purchase whose part is to be computed, and the changes since it last was. */
export interface StalePurchase {
  readonly purchase: Purchase;
  readonly changes: readonly string[];
}

/** Of all purchases where nothing is named. */
export interface StaleFilter {
  readonly customerId?: string;
  readonly purchaseIds?: readonly string[];
}

/**
 * Keeps what purchases add to summaries. A part is stale from the commit of any change on of what it is
 * computed from: evaluation, decision, executed trades of its user and retailer and what else was decided
 * for their days, realised prices. Errors: `store_unavailable`.
 */
export interface SummaryStore {
  /** Up to `limit` purchases whose parts are stale or not there, the first change first. May name more than have changed. */
  stale(filter: StaleFilter, limit: number): Promise<StalePurchase[]>;
  /** Makes up to `limit` parts stale whose time has come. Returns how many. */
  recheck(now: Date, limit: number): Promise<number>;
  /**
   * Stores parts that were computed after {@link stale} named them. Returns false, with nothing stored, where
   * somebody else has stored one of them since.
   */
  put(parts: readonly SummaryPart[], stale: readonly StalePurchase[]): Promise<boolean>;
  /** What executed trades say of some purchases by their parts, by purchase; none where they say nothing. */
  executed(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, ExecutedWorth>>;
  /** Undefined where there are more than `limit` purchases: then no part is read. */
  groups(query: SummaryQuery, limit: number): Promise<SummaryGroups | undefined>;
}
