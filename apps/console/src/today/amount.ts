import type { GroupPeriod } from '../measurements/data.ts';
import { perGroup, sumOfGroups } from '../measurements/figure.ts';
import type { Item } from '../purchases/data.ts';
import { labelInstants, stepOf } from '../time/labels.ts';
import { addDays, HOUR_MS, MADRID, startOfDay } from '../time/zone.ts';

interface Window {
  readonly from: number;
  readonly to: number;
}

function windowOf(day: string): Window {
  return { from: startOfDay(day, MADRID), to: startOfDay(addDays(day, 1), MADRID) };
}

/** The energy of an item of a purchase; `start` in milliseconds. */
export interface DayItem {
  readonly start: number;
  readonly mwh: number;
}

/** Returns the items of a purchase that are delivered on a Madrid day. */
export function itemsOfDay(items: readonly Item[], day: string): DayItem[] {
  const { from, to } = windowOf(day);
  const ends = labelInstants(items.map(({ datetime }) => datetime));
  const step = stepOf(ends);
  return items.flatMap(({ purchase }, index) => {
    const start = (ends[index] ?? Number.NaN) - step;
    const mwh = Number(purchase) * (step / HOUR_MS);
    return start >= from && start < to ? [{ start, mwh }] : [];
  });
}

/** Returns the MWh of a purchase's items that are delivered on a Madrid day. */
export function purchasedMwh(items: readonly Item[], day: string): number {
  return itemsOfDay(items, day).reduce((sum, { mwh }) => sum + mwh, 0);
}

/** Energy of a day, and the hours in which every group was measured. */
export interface MeasuredDay {
  readonly mwh: number;
  readonly hours: number;
  /** Hours of the day: 23 to 25. */
  readonly all: number;
}

/** Returns the energy of a Madrid day from the hours of all groups. */
export function measuredDay(hours: readonly GroupPeriod[], day: string): MeasuredDay {
  const { from, to } = windowOf(day);
  const sum = sumOfGroups([...perGroup(hours).values()]);
  const own = [...sum].filter(([at]) => at >= from && at < to).map(([, mw]) => mw);
  return {
    mwh: own.reduce((total, mw) => total + mw, 0),
    hours: own.length,
    all: (to - from) / HOUR_MS,
  };
}
