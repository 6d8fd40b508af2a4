import { dateAt, HOUR_MS, hourAt, weekdayOf } from '@solano/domain/kernel';
import type { ComparedPeriod } from './compared-period.ts';
import { DeviationSum } from './deviation-figures.ts';

/** How periods are put together: in order of time, or by the clock, so that one sees where a forecast fails. */
export const DEVIATION_GROUPS = [
  'period',
  'hour',
  'day',
  'month',
  'hour_of_day',
  'weekday',
] as const;
export type DeviationGroup = (typeof DEVIATION_GROUPS)[number];

/** What some periods have in common. */
type GroupKey =
  | { readonly by: 'time'; readonly start: number; readonly end: number }
  | { readonly by: 'day' | 'month'; readonly name: string }
  | { readonly by: 'hour_of_day' | 'weekday'; readonly number: number };

/** The sum of the periods of a group. */
export interface GroupRow<Sum> {
  readonly key: GroupKey;
  readonly sum: Sum;
}

export type DeviationRow = GroupRow<DeviationSum>;

/** The sums of compared periods; see {@link groupPeriods}. */
export function groupDeviation(
  periods: Iterable<ComparedPeriod>,
  by: DeviationGroup,
): DeviationRow[] {
  return groupPeriods(periods, by, () => new DeviationSum());
}

/** Sums of periods, in order of time or of the clock; groups without a period are left out. */
export function groupPeriods<
  P extends Pick<ComparedPeriod, 'start' | 'end'>,
  Sum extends { add(period: P): void },
>(periods: Iterable<P>, by: DeviationGroup, newSum: () => Sum): GroupRow<Sum>[] {
  const rows = new Map<string | number, GroupRow<Sum>>();
  for (const period of periods) {
    const key = keyOf(period, by);
    const name = 'start' in key ? key.start : 'name' in key ? key.name : key.number;
    const row = rows.get(name) ?? { key, sum: newSum() };
    rows.set(name, row);
    row.sum.add(period);
  }
  const isByClock = by === 'hour_of_day' || by === 'weekday';
  return isByClock
    ? [...rows].sort(([a], [b]) => Number(a) - Number(b)).map(([, row]) => row)
    : [...rows.values()];
}

/** Madrid is at whole hours from UTC. */
function keyOf(
  { start, end }: Pick<ComparedPeriod, 'start' | 'end'>,
  by: DeviationGroup,
): GroupKey {
  switch (by) {
    case 'period':
      return { by: 'time', start, end };
    case 'hour': {
      const first = Math.floor(start / HOUR_MS) * HOUR_MS;
      return { by: 'time', start: first, end: first + HOUR_MS };
    }
    case 'day':
      return { by, name: dateAt(start) };
    case 'month':
      return { by, name: dateAt(start).slice(0, 'YYYY-MM'.length) };
    case 'hour_of_day':
      return { by, number: hourAt(start) };
    case 'weekday':
      return { by, number: weekdayOf(dateAt(start)) };
  }
}
