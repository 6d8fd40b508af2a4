import { dateAfter, MINUTE_MS, ratioHalfUp, startOfDate } from '@solano/domain/kernel';
import { type DeliveredRun, type PowerPeriod, type PowerRun, SLOT_MS, STEPS } from './power-run.ts';

/** From (ms), to (ms, exclusive), both on the grid of {@link SLOT_MS}. */
export interface SeriesWindow {
  readonly from: number;
  readonly to: number;
}

/** The instants of Madrid days, both included. */
export function windowOfDays({ from, to }: { from: string; to: string }): SeriesWindow {
  return { from: startOfDate(from), to: startOfDate(dateAfter(to, 1)) };
}

/** The power that lists show at an instant (ms): what was delivered by then and not yet taken back. */
export function deliveredPower(
  runs: Iterable<DeliveredRun>,
  window: SeriesWindow,
  at = Number.POSITIVE_INFINITY,
): PowerSeries {
  const counting = Array.from(runs).filter(
    ({ deliveredAt, takenBackAt }) =>
      deliveredAt <= at && (takenBackAt === undefined || takenBackAt > at),
  );
  return new PowerSeries(counting, window);
}

/**
 * Mean power by slots of five minutes. Of several deliveries the latest that covers an instant holds: an
 * hour replaces its quarters, a quarter a part of its hour.
 */
export class PowerSeries {
  readonly window: SeriesWindow;
  /** Micro-MW by slot, NaN where nothing is known. */
  readonly slots: Float64Array;
  /** Number of the period that a slot is a part of, 0 where nothing is known. */
  readonly #periods: Int32Array;

  /** @param runs in order of delivery. */
  constructor(runs: Iterable<PowerRun>, window: SeriesWindow) {
    this.window = window;
    const length = Math.max(0, (window.to - window.from) / SLOT_MS);
    this.slots = new Float64Array(length).fill(Number.NaN);
    this.#periods = new Int32Array(length);
    let period = 0;
    for (const { start, step, microMw } of runs) {
      for (let i = 0; i < microMw.length; i += 1) {
        const end = start + (i + 1) * step * MINUTE_MS;
        period += 1;
        const last = Math.min(length, (end - window.from) / SLOT_MS);
        const first = (end - step * MINUTE_MS - window.from) / SLOT_MS;
        for (let slot = Math.max(0, first); slot < last; slot += 1) {
          this.slots[slot] = microMw[i] as number;
          this.#periods[slot] = period;
        }
      }
    }
  }

  /** The periods as delivered; of one that another replaces in part, what is left of it, in periods. */
  *delivered(): Generator<PowerPeriod> {
    const { from } = this.window;
    for (let first = 0; first < this.slots.length; ) {
      const period = this.#periods[first];
      let after = first + 1;
      while (after < this.slots.length && this.#periods[after] === period) after += 1;
      const end = from + after * SLOT_MS;
      const microMw = this.slots[first] as number;
      if (period) yield* partsOf({ start: from + first * SLOT_MS, end, microMw });
      first = after;
    }
  }

  /**
   * The periods of a resolution: the mean of finer ones, rounded half up to a micro-MW, none where a
   * part is missing; coarser ones are repeated.
   *
   * @param minutes the resolution; the window is a multiple of it.
   */
  *resampled(minutes: number): Generator<PowerPeriod> {
    const width = (minutes * MINUTE_MS) / SLOT_MS;
    for (let first = 0; first < this.slots.length; first += width) {
      const microMw = this.mean(first, first + width);
      const start = this.window.from + first * SLOT_MS;
      if (!Number.isNaN(microMw)) yield { start, end: start + minutes * MINUTE_MS, microMw };
    }
  }

  /** Whether any of the slots from `first` to before `after` has a value. */
  hasValue(first: number, after: number): boolean {
    for (let slot = first; slot < after; slot += 1) {
      if (!Number.isNaN(this.slots[slot])) return true;
    }
    return false;
  }

  /** Mean of the slots from `first` to before `after` in micro-MW, NaN where one is missing. */
  mean(first: number, after: number): number {
    let sum = 0;
    for (let slot = first; slot < after; slot += 1) sum += this.slots[slot] as number;
    return ratioHalfUp(sum, after - first);
  }
}

/** A period, or what is left of one in periods of the lengths that a value may have: 45 minutes are 15 and 30. */
function* partsOf(period: PowerPeriod): Generator<PowerPeriod> {
  const { start, end, microMw } = period;
  if (STEPS.some((step) => start + step * MINUTE_MS === end)) {
    yield period;
    return;
  }
  for (let at = start; at < end; ) {
    const fits = (step: number) => at % (step * MINUTE_MS) === 0 && at + step * MINUTE_MS <= end;
    const after = at + (STEPS.findLast(fits) ?? SLOT_MS / MINUTE_MS) * MINUTE_MS;
    yield { start: at, end: after, microMw };
    at = after;
  }
}

/** How many of the periods of runs cover an instant that a run before them covers. */
export function countReplaced(
  before: Iterable<DeliveredRun>,
  runs: Iterable<PowerRun>,
  window: SeriesWindow,
): number {
  const present = deliveredPower(before, window);
  let replaced = 0;
  for (const { start, step, microMw } of runs) {
    const width = (step * MINUTE_MS) / SLOT_MS;
    for (let i = 0; i < microMw.length; i += 1) {
      const first = (start - window.from) / SLOT_MS + i * width;
      if (present.hasValue(first, first + width)) replaced += 1;
    }
  }
  return replaced;
}
