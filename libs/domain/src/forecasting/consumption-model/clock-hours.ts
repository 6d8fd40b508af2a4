import { dateAfter, HOUR_MS, HOURS, startOfDate } from '@solano/domain/kernel';

/** The hour that spring leaves out and autumn repeats. */
const CHANGE_HOUR = 2;
const SPRING_HOURS = HOURS - 1;

/**
 * 24 values of a Madrid day by clock hours; the hour that spring leaves out is the mean of its neighbours, the one
 * that autumn repeats the mean of both.
 *
 * @param valueAt of the hour that starts at an instant (ms); NaN where it is unknown.
 */
export function dayValues(date: string, valueAt: (instant: number) => number): Float64Array {
  const begin = startOfDate(date);
  const sums = new Float64Array(HOURS);
  const counts = new Uint8Array(HOURS);
  clockHours(date).forEach((hour, i) => {
    sums[hour] = (sums[hour] as number) + valueAt(begin + i * HOUR_MS);
    counts[hour] = (counts[hour] as number) + 1;
  });
  return sums.map((sum, hour) => {
    const count = counts[hour] as number;
    if (count > 0) return sum / count;
    return ((sums[hour - 1] as number) + (sums[hour + 1] as number)) / 2;
  });
}

/** The clock hour, 0 to 23, of each hour of a Madrid day: the repeated one twice, the one left out never. */
export function clockHours(date: string): number[] {
  const begin = startOfDate(date);
  const length = (startOfDate(dateAfter(date, 1)) - begin) / HOUR_MS;
  return Array.from({ length }, (_, hour) => {
    if (length === SPRING_HOURS) return hour < CHANGE_HOUR ? hour : hour + 1;
    return length > HOURS && hour > CHANGE_HOUR ? hour - 1 : hour;
  });
}
