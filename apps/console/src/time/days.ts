import { addDays, DAY_MS, startOfDay } from './zone.ts';

/** A range of Madrid days `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Returns the number of days of a range. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Returns the length of a day `YYYY-MM-DD` in the zone, in ms: 23 to 25 hours. */
export function lengthOfDay(day: string, zone: string): number {
  return startOfDay(addDays(day, 1), zone) - startOfDay(day, zone);
}
