import { type DeliveredRun, deliveredPower, type SeriesWindow } from '@solano/domain/energy';
import { HOUR_MS, MICRO, QUARTER_MINUTES, QUARTER_MS } from '@solano/domain/kernel';

/** Micro-MW by quarter of the window, NaN where nothing was produced or an outage leaves the quarter out. */
export interface Truth {
  readonly microMw: Float64Array;
  readonly isOut: Uint8Array;
  /** Null where nothing was measured. */
  readonly producedMwh: number | null;
}

/** @param outages instants in ms. */
export function truthOf({
  runs,
  outages,
  window,
}: {
  readonly runs: readonly DeliveredRun[];
  readonly outages: readonly { readonly start: number; readonly end: number }[];
  readonly window: SeriesWindow;
}): Truth {
  const length = Math.max(0, (window.to - window.from) / QUARTER_MS);
  const microMw = new Float64Array(length).fill(Number.NaN);
  let sum: number | null = null;
  for (const quarter of deliveredPower(runs, window).resampled(QUARTER_MINUTES)) {
    microMw[(quarter.start - window.from) / QUARTER_MS] = quarter.microMw;
    sum = (sum ?? 0) + quarter.microMw;
  }
  const isOut = new Uint8Array(length);
  for (const { start, end } of outages) {
    const first = Math.max(0, Math.floor((start - window.from) / QUARTER_MS));
    const after = Math.min(length, Math.ceil((end - window.from) / QUARTER_MS));
    if (first < after) isOut.fill(1, first, after);
  }
  return { microMw, isOut, producedMwh: sum === null ? null : megawattHours(sum) };
}

/** MWh of the power of quarters in micro-MW, summed. */
export function megawattHours(quarters: number): number {
  return (quarters * QUARTER_MS) / HOUR_MS / MICRO;
}
