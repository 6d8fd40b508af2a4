import type { MilliEuro } from '../prices/milli-euro.ts';
import { HOUR_QUARTERS, HOURS, ORDINARY_QUARTERS } from '../time/madrid-day.ts';
import { LEVELS } from './bands.ts';
import type { ClockDay } from './baseline.ts';

/** Errors of the hours so far away are pooled with an hour's own. */
const HOURS_AWAY = 1;
/** Fewer days of errors make no quantiles. */
const MIN_DAYS = 28;

/**
 * How far an intraday price may lie from the day-ahead price and the mean spread: for each hour of
 * the clock the quantiles at `LEVELS` of past spreads minus the mean that is predicted now, of the
 * hours around. Undefined if fewer than 28 days have both prices.
 *
 * @param own the session's days; @param dayAhead the day-ahead market's.
 * @param spreads what is predicted, by `clockQuarter`.
 */
export function spreadQuantiles(
  own: readonly ClockDay[],
  dayAhead: readonly ClockDay[],
  spreads: readonly MilliEuro[],
): readonly (readonly MilliEuro[])[] | undefined {
  const byDate = new Map(dayAhead.map((day) => [day.date, day.prices]));
  const pairs = own.flatMap(({ date, prices }) => {
    const others = byDate.get(date);
    return others ? [prices.map((price, i) => price - (others[i] as number))] : [];
  });
  if (pairs.length < MIN_DAYS) return undefined;
  return Array.from({ length: HOURS }, (_, hour) => {
    const first = Math.max(0, hour - HOURS_AWAY) * HOUR_QUARTERS;
    const end = Math.min(ORDINARY_QUARTERS, (hour + 1 + HOURS_AWAY) * HOUR_QUARTERS);
    const errors = pairs.flatMap((spread) => {
      const near = spread.slice(first, end).map((each, i) => each - (spreads[first + i] as number));
      return near.filter((error) => !Number.isNaN(error));
    });
    return quantilesOf(Float64Array.from(errors).sort());
  });
}

/**
 * How far the sum of two independent prices may lie from its prediction, given how far each may at
 * one level: the root of the sum of squares, of signed squares where they lie on different sides.
 * It grows with both, so that sums of quantiles never cross.
 */
export function summed(a: number, b: number): number {
  const square = a * Math.abs(a) + b * Math.abs(b);
  return Math.sign(square) * Math.sqrt(Math.abs(square));
}

function quantilesOf(sorted: Float64Array): MilliEuro[] {
  return LEVELS.map((level) => {
    const place = Math.min(sorted.length - 1, Math.max(0, level * (sorted.length + 1) - 1));
    const below = Math.floor(place);
    const low = sorted[below] ?? 0;
    const high = sorted[Math.min(sorted.length - 1, below + 1)] ?? 0;
    return low + (place - below) * (high - low);
  });
}
