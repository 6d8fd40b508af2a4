import {
  dateAfter,
  dateAt,
  datesBetween,
  HOUR_MS,
  HOURS,
  type Region,
  startOfDate,
} from '@solano/domain/kernel';
import type { KnownTemperatures } from './known-temperatures.ts';

/** Consumption as it was known at an instant. */
export interface ConsumptionHistory {
  /** When (ms) it was known. */
  readonly at: number;
  /** Whose holidays count; null: all of Spain. */
  readonly region: Region | null;
  /** Start (ms) of the first hour. */
  readonly start: number;
  /** Mean MW of each hour, NaN where it is not known. */
  readonly mw: Float64Array;
  /** Where the consumers are; undefined: no temperature counts. */
  readonly temperatures?: KnownTemperatures | undefined;
}

/** The hour that spring leaves out and autumn repeats. */
const CHANGE_HOUR = 2;
const SPRING_HOURS = HOURS - 1;

/** Hours of Madrid’s clock by day: 24 a day. */
export interface ClockDays {
  /** The first day. */
  readonly first: string;
  /** MW, NaN where unknown; the last day is the one that is not known to its end. */
  readonly days: readonly Float64Array[];
  /** Hours of the last day up to its last known one, 0 to 23. */
  readonly hoursOfLast: number;
}

/**
 * A history by clock days, from the first day with a known hour on; undefined where no hour is known.
 */
export function clockDays({ start, mw }: ConsumptionHistory): ClockDays | undefined {
  const firstKnown = mw.findIndex((value) => !Number.isNaN(value));
  const lastKnown = mw.findLastIndex((value) => !Number.isNaN(value));
  if (firstKnown < 0) return undefined;
  const first = dateAt(start + firstKnown * HOUR_MS);
  const last = dateAt(start + lastKnown * HOUR_MS);
  const valueAt = (instant: number) => mw[(instant - start) / HOUR_MS] ?? Number.NaN;
  const days = datesBetween(first, last).map((date) => dayValues(date, valueAt));
  const hours = (days.at(-1) as Float64Array).findLastIndex((value) => !Number.isNaN(value)) + 1;
  if (hours < HOURS) return { first, days, hoursOfLast: hours };
  return { first, days: [...days, new Float64Array(HOURS).fill(Number.NaN)], hoursOfLast: 0 };
}

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
