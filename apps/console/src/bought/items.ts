import type { Item } from '../purchases/data.ts';
import type { Days } from '../time/days.ts';
import { labelInstants, stepOf } from '../time/labels.ts';
import { addDays, HOUR_MS, MADRID, startOfDay } from '../time/zone.ts';

/** The energy of an item of a purchase; `start` in milliseconds. */
export interface BoughtItem {
  readonly start: number;
  readonly mwh: number;
}

/** Returns the items of a purchase that are delivered in some Madrid days. */
export function itemsOfDays(items: readonly Item[], { from, to }: Days): BoughtItem[] {
  const [first, end] = [startOfDay(from, MADRID), startOfDay(addDays(to, 1), MADRID)];
  const ends = labelInstants(items.map(({ datetime }) => datetime));
  const step = stepOf(ends);
  return items.flatMap(({ purchase }, index) => {
    const start = (ends[index] ?? Number.NaN) - step;
    const mwh = Number(purchase) * (step / HOUR_MS);
    return start >= first && start < end ? [{ start, mwh }] : [];
  });
}
