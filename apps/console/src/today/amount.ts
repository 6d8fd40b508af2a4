import type { GroupPeriod } from '../measurements/data.ts';
import { perGroup, sumOfGroups } from '../measurements/figure.ts';
import { addDays, HOUR_MS, MADRID, startOfDay } from '../time/zone.ts';

/** Energy of a day, and the hours in which every group was measured. */
export interface MeasuredDay {
  readonly mwh: number;
  readonly hours: number;
  /** Hours of the day: 23 to 25. */
  readonly all: number;
}

/** Returns the energy of a Madrid day from the hours of all groups. */
export function measuredDay(hours: readonly GroupPeriod[], day: string): MeasuredDay {
  const [from, to] = [startOfDay(day, MADRID), startOfDay(addDays(day, 1), MADRID)];
  const sum = sumOfGroups([...perGroup(hours).values()]);
  const own = [...sum].filter(([at]) => at >= from && at < to).map(([, mw]) => mw);
  return {
    mwh: own.reduce((total, mw) => total + mw, 0),
    hours: own.length,
    all: (to - from) / HOUR_MS,
  };
}
