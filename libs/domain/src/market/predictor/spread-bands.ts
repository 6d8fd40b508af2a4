import { HOUR_QUARTERS, HOURS, ORDINARY_QUARTERS } from '@solano/domain/kernel';
import type { MilliEuro } from '../prices/milli-euro.ts';
import type { ClockDay } from '../prices/realised-days.ts';
import { LEVELS, valueAt } from './bands.ts';
import { spreadsOf } from './baseline.ts';

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
 * @param spreads predicted ones, by `clockQuarter`.
 */
export function spreadQuantiles(
  own: readonly ClockDay[],
  dayAhead: readonly ClockDay[],
  spreads: readonly MilliEuro[],
): readonly (readonly MilliEuro[])[] | undefined {
  const past = spreadsOf(own, dayAhead);
  if (past.length < MIN_DAYS) return undefined;
  return Array.from({ length: HOURS }, (_, hour) => {
    const first = Math.max(0, hour - HOURS_AWAY) * HOUR_QUARTERS;
    const end = Math.min(ORDINARY_QUARTERS, (hour + 1 + HOURS_AWAY) * HOUR_QUARTERS);
    const errors = past.flatMap((spread) => {
      const near = spread.slice(first, end).map((each, i) => each - (spreads[first + i] as number));
      return near.filter((error) => !Number.isNaN(error));
    });
    const sorted = Float64Array.from(errors).sort();
    // An hour that the session does not trade has none.
    return LEVELS.map((level) => (sorted.length === 0 ? 0 : valueAt(sorted, level)));
  });
}
