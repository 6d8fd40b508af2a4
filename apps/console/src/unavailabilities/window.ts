import { lengthOf } from '../time/days.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';

/** Days of a calendar, by the clock of Madrid. */
export interface Window {
  readonly firstDay: string;
  readonly days: number;
}

/** Ranges that a calendar offers; a month is one of the calendar, from its first day. */
export const RANGES = ['twoWeeks', 'month', 'quarter'] as const;
export type Range = (typeof RANGES)[number];

const TWO_WEEKS = 14;
const QUARTER = 91;

/** Returns the window of a range that begins on a day; for a month, that of the day. */
export function windowFrom(day: string, range: Range): Window {
  if (range !== 'month') return { firstDay: day, days: range === 'quarter' ? QUARTER : TWO_WEEKS };
  const firstDay = firstOfMonth(day);
  return { firstDay, days: lengthOf({ from: firstDay, to: firstOfNextMonth(day) }) - 1 };
}

/** Returns the range that a window is of; undefined if it is of none. */
export function rangeOf({ firstDay, days }: Window): Range | undefined {
  return RANGES.find((range) => {
    const window = windowFrom(firstDay, range);
    return window.firstDay === firstDay && window.days === days;
  });
}

/** Returns the window after another, or before it: as long, or the next month of a month. */
export function nextWindow(window: Window, by: 1 | -1): Window {
  const { firstDay, days } = window;
  if (rangeOf(window) !== 'month') return { firstDay: addDays(firstDay, by * days), days };
  return windowFrom(by === 1 ? firstOfNextMonth(firstDay) : addDays(firstDay, -1), 'month');
}

/**
 * Returns the window of the days that a period touches, from its first.
 *
 * @param period instants in ISO 8601; its end is exclusive.
 */
export function coveringWindow(
  { from, to }: { readonly from: string; readonly to: string },
  maxDays: number,
): Window {
  const firstDay = dayOf(Date.parse(from), MADRID);
  const lastDay = dayOf(Date.parse(to) - 1, MADRID);
  return { firstDay, days: Math.min(lengthOf({ from: firstDay, to: lastDay }), maxDays) };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 'YYYY-MM'.length)}-01`;
}

/** Days after the first of a month on which every next month has begun. */
const MAX_DAYS_OF_MONTH = 31;

function firstOfNextMonth(day: string): string {
  return firstOfMonth(addDays(firstOfMonth(day), MAX_DAYS_OF_MONTH));
}
