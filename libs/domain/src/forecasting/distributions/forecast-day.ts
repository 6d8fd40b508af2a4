import { dateAfter, dateAt, dayOf, madridInstant, startOfDate } from '@solano/domain/kernel';

/** Hour of Madrid on the day before at which a forecast is day ahead. */
export const DAY_AHEAD_HOUR = 9;

/** The instant (ms) at which the forecast of a Madrid day is day ahead: 09:00 of the day before. */
export function dayAheadInstant(date: string): number {
  return madridInstant(dayOf(date), DAY_AHEAD_HOUR, 1);
}

/** The first Madrid day whose forecast may know what became known at an instant (ms). */
export function dayAheadDate(at: number): string {
  const next = dateAfter(dateAt(at), 1);
  return at <= dayAheadInstant(next) ? next : dateAfter(next, 1);
}

/** The end (ms) of the day for which a forecast known at an instant (ms) is day ahead. */
export function endOfDayAhead(at: number): number {
  return startOfDate(dateAfter(dayAheadDate(at), 1));
}
