import type { DayRange } from '@solano/domain/kernel';
import type { Session } from '../markets/sessions.ts';

/**
 * How much more a later session is expected to cost than an earlier one, given how far the earlier
 * one clears above its prediction.
 */
export interface SpreadCurve {
  /** Cleared less predicted price of the earlier session, in EUR/MWh, ascending; at least one. */
  readonly surprises: readonly number[];
  /**
   * Expected price of the later session less the earlier one's, in EUR/MWh, at each of them; it never
   * rises. On a line between two, and constant beyond the ends.
   */
  readonly spreads: readonly number[];
}

/** Which of a day's curves these are. */
export interface CurveVersion {
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly date: string;
  readonly earlier: Session;
  readonly later: Session;
  readonly generatedAt: Date;
}

/** The curves of a day of delivery, as learned from what was known at an instant. */
export interface DaySpreadCurves extends CurveVersion {
  /** The last day of delivery that they were learned from, `YYYY-MM-DD`. */
  readonly learnedUntil: string;
  /** One for each hour of the day in real time: 23, 24 or 25. */
  readonly hours: readonly SpreadCurve[];
}

/** Reads the curves that were learned. Errors: `store_unavailable`. */
export interface SpreadCurveReader {
  /** The newest of each of the days and each two sessions that were generated before an instant, by day. */
  newest(days: DayRange, before: Date): Promise<readonly DaySpreadCurves[]>;
}
