import { HOURS, ORDINARY_QUARTERS } from '@solano/domain/kernel';
import type { PriceDays } from './price-days.ts';

const SHAPE_DAYS = 28;
/** Days without a shape that are added to the average, so that few days have little effect. */
const PRIOR_DAYS = 3;
/** Weight of the straight line between the neighbouring hours; the days' mean has the rest. */
const SLOPE_SHARE = 0.5;
/** Middle of each quarter from the middle of its hour, in hours. */
const PLACES = [-0.375, -0.125, 0.125, 0.375];

/**
 * Splits predicted hours into quarter hours: half of the line through the hours around, and what
 * the last four weeks had beyond that, on average. Hours stay flat while the market is hourly, as
 * on the last day known. The mean of an hour's quarters stays the hour's.
 *
 * @param count days that are known.
 */
export function shapedQuarters(hours: Float64Array, days: PriceDays, count: number): Float64Array {
  const shape = shapeAt(days, count);
  return Float64Array.from({ length: ORDINARY_QUARTERS }, (_, quarter) => {
    const hour = hours[Math.floor(quarter / 4)] as number;
    return shape ? hour + line(hours, quarter) + (shape[quarter] as number) : hour;
  });
}

const shapes = new WeakMap<PriceDays, Map<number, Float64Array | undefined>>();

/** What the last four weeks had beyond the line, once for a count; undefined while the market is hourly. */
function shapeAt(days: PriceDays, count: number): Float64Array | undefined {
  const ofDays = shapes.get(days) ?? new Map<number, Float64Array | undefined>();
  shapes.set(days, ofDays);
  if (!ofDays.has(count)) ofDays.set(count, meanShape(days, count));
  return ofDays.get(count);
}

function meanShape(days: PriceDays, count: number): Float64Array | undefined {
  const last = days.quarters[count - 1];
  if (!last || !isQuarterHourly(last)) return undefined;
  const recent: Float64Array[] = [];
  for (let day = Math.max(0, count - SHAPE_DAYS); day < count; day += 1) {
    const quarters = days.quarters[day] as Float64Array;
    if (days.isKnown[day] && isQuarterHourly(quarters)) {
      recent.push(beyondLine(quarters, days.hours[day] as Float64Array));
    }
  }
  if (recent.length === 0) return undefined;
  return Float64Array.from({ length: ORDINARY_QUARTERS }, (_, quarter) => {
    const sum = recent.reduce((total, day) => total + (day[quarter] as number), 0);
    return sum / (recent.length + PRIOR_DAYS);
  });
}

/**
 * By how much a day's realised prices lay above predicted ones, EUR/MWh: of one quarter of each hour,
 * another from day to day and hour to hour.
 *
 * @param count days that were known; @param day the index of the day.
 */
export function quarterErrors(
  hours: Float64Array,
  days: PriceDays,
  count: number,
  day: number,
): Float64Array {
  const quarters = shapedQuarters(hours, days, count);
  const realised = days.quarters[day] as Float64Array;
  return Float64Array.from({ length: HOURS }, (_, hour) => {
    const quarter = hour * 4 + ((day + hour) % 4);
    return (realised[quarter] as number) - (quarters[quarter] as number);
  });
}

function isQuarterHourly(quarters: Float64Array): boolean {
  return quarters.some((price, i) => price !== quarters[i - (i % 4)]);
}

function beyondLine(quarters: Float64Array, hours: Float64Array): Float64Array {
  return quarters.map((price, i) => price - (hours[Math.floor(i / 4)] as number) - line(hours, i));
}

function line(hours: Float64Array, quarter: number): number {
  const hour = Math.floor(quarter / 4);
  const before = hours[Math.max(0, hour - 1)] as number;
  const after = hours[Math.min(HOURS - 1, hour + 1)] as number;
  return (SLOPE_SHARE * (PLACES[quarter % 4] as number) * (after - before)) / 2;
}
