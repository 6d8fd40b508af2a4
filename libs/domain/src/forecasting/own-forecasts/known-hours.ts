import { type DeliveredRun, KnownPower, type SeriesWindow } from '@solano/domain/energy';
import { HOUR_MS, MICRO, QUARTER_MS } from '@solano/domain/kernel';

/** Mean power (MW) of each hour since `start` (ms), NaN where it is not known. */
export interface HourlyPower {
  readonly start: number;
  readonly mw: Float64Array;
}

/**
 * The production of each hour of a window as it was known at an instant (ms); NaN also where an
 * unavailability touches the hour: what a plant produces then says nothing of what it can.
 *
 * @param runs in order of delivery.
 * @param window of whole hours.
 * @param outages instants in ms.
 */
export function knownHours(
  runs: Iterable<DeliveredRun>,
  window: SeriesWindow,
  { at, knownAfter }: { readonly at: number; readonly knownAfter: number },
  outages: readonly { readonly start: number; readonly end: number }[],
): HourlyPower {
  const known = new KnownPower(runs, window, knownAfter);
  known.advance(at);
  const hours = Math.max(0, (window.to - window.from) / HOUR_MS);
  const mw = Float64Array.from({ length: hours }, (_, hour) => {
    const start = window.from + hour * HOUR_MS;
    let sum = 0;
    for (let from = start; from < start + HOUR_MS; from += QUARTER_MS) sum += known.quarter(from);
    return (sum * QUARTER_MS) / HOUR_MS / MICRO;
  });
  for (const { start, end } of outages) {
    const first = Math.max(0, Math.floor((start - window.from) / HOUR_MS));
    const after = Math.min(hours, Math.ceil((end - window.from) / HOUR_MS));
    if (first < after) mw.fill(Number.NaN, first, after);
  }
  return { start: window.from, mw };
}
