import type { Session } from '@solano/domain/market';
import type { BidStep, Direction } from '../bids/bid.ts';
import type { FractionText } from '../evaluation/fraction.ts';

/** A set of bids of a session for the items of one Madrid day of delivery. */
export interface BidSet {
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly date: string;
  readonly session: Session;
  /** Counts the sets of bids that were made for it: 1 for the first, 0 where nothing was bid. */
  readonly revision: number;
  readonly madeAt: Date;
  readonly bids: readonly PlannedBid[];
}

/** The bids that stand, after the session's gate for good, and what came of them. */
export interface PlanStage extends BidSet {
  /** Names what the bids were made from: they are made anew when it is another. */
  readonly basis: string;
  /** Null until something is known of it. */
  readonly result: StageResult | null;
  /** What was executed: it counts instead of the result. Null where no trades were delivered. */
  readonly executed: readonly ExecutedPeriod[] | null;
}

/** The curve of one item in a session. */
export interface PlannedBid {
  /** Index of the item in the submitted series. */
  readonly item: number;
  /** 1, or −1 where the steps sell. */
  readonly direction: Direction;
  /** The price at which it counts while none is known, EUR/MWh; null: none was predicted. */
  readonly predicted: number | null;
  /** In the order in which they clear. */
  readonly steps: readonly BidStep[];
}

export interface StageResult {
  /** `late`: no price was known at the eve of the next gate, so that it counts as predicted. */
  readonly status: 'cleared' | 'cancelled' | 'late';
  /** When it became known. */
  readonly at: Date;
  /** One for each bid of the stage. */
  readonly periods: readonly ClearedPeriod[];
}

interface ClearedPeriod {
  readonly item: number;
  /** Bought; below zero: sold. */
  readonly watts: number;
  /**
   * Price × minutes of the item, in thousandths of EUR/MWh × minutes; null where the session was not
   * held or nothing was predicted.
   */
  readonly weighed: number | null;
}

/** What executed trades bought of an item; below zero: sold. */
export interface ExecutedPeriod {
  readonly item: number;
  readonly watts: number;
  /** EUR, fee included. */
  readonly cost: FractionText;
}
