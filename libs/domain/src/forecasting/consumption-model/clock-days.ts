import { dateAt, datesBetween, HOUR_MS, HOURS, type Region } from '@solano/domain/kernel';
import { dayValues } from './clock-hours.ts';
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
