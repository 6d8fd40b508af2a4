import type { DaySpreadCurves, SpreadCurveReader } from './spread-curve.ts';

/** Keeps the curves of days, every version of them. Errors: `store_unavailable`. */
export interface SpreadCurveStore extends SpreadCurveReader {
  /** Keeps curves; those of the same sessions, day and instant that are there stay. */
  add(curves: DaySpreadCurves): Promise<void>;
}
