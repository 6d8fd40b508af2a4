import type { CurveVersion, DaySpreadCurves, SpreadCurveReader } from './spread-curve.ts';

/** Keeps the curves of days, every version of them. Errors: `store_unavailable`. */
export interface SpreadCurveStore extends SpreadCurveReader {
  /** Keeps curves; those of the same sessions, day and instant that are there stay. */
  add(curves: DaySpreadCurves): Promise<void>;
  /**
   * The newest version of each day from a Madrid day (`YYYY-MM-DD`) on and each two sessions that was
   * generated before an instant, in any order.
   */
  versions(from: string, before: Date): Promise<readonly CurveVersion[]>;
}
