import { invalidRequest } from '../errors.ts';
import { DAY_MS, HOUR_MS, QUARTER_MS } from './durations.ts';
import { MADRID, requireDayOrder, utcDate, wallMidnight, wallTime } from './label.ts';

/** The first quarter of the hour that spring leaves out and autumn repeats: 02:00. */
const CHANGE_QUARTER = 8;
/** Hours on the clock; the repeated hour in October is not counted. */
export const HOURS = 24;
const DAYS_OF_WEEK = 7;
export const HOUR_QUARTERS = 4;
export const ORDINARY_QUARTERS = HOURS * HOUR_QUARTERS;
/** Position of the second pass of the repeated hour, after the 96 quarters of any day. */
export const SECOND_PASS = HOURS * HOUR_QUARTERS;
/** The places of {@link clockQuarter}. */
export const CLOCK_QUARTERS = SECOND_PASS + HOUR_QUARTERS;

/**
 * The place of the quarter hour that ends at an instant (ms) on the Madrid clock of its day: 0 for
 * 00:00–00:15 to 95 for 23:45–24:00, and 96 to 99 for the second pass of autumn's repeated hour.
 */
export function clockQuarter(end: number): number {
  const start = end - QUARTER_MS;
  const wall = start + MADRID.offsetAt(start);
  const quarter = Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / QUARTER_MS);
  const isSecondPass = start - HOUR_MS + MADRID.offsetAt(start - HOUR_MS) === wall;
  return isSecondPass ? SECOND_PASS + (quarter % HOUR_QUARTERS) : quarter;
}

/**
 * The values of one day's quarter hours by {@link clockQuarter}: 100 of them, NaN where there is
 * none. The hour that a spring day lacks is given the values of the hour before, the second pass
 * that other days lack those of the first: whatever the clock of a day shows has its value.
 *
 * @param values by the end (ms) of the quarter hour.
 */
export function byClock(values: ReadonlyMap<number, number>): number[] {
  const day = Array.from<number>({ length: CLOCK_QUARTERS }).fill(Number.NaN);
  for (const [end, value] of values) day[clockQuarter(end)] = value;
  for (let i = 0; i < HOUR_QUARTERS; i += 1) {
    const change = CHANGE_QUARTER + i;
    if (Number.isNaN(day[change])) day[change] = day[change - HOUR_QUARTERS] as number;
    const second = SECOND_PASS + i;
    if (Number.isNaN(day[second])) day[second] = day[change] as number;
  }
  return day;
}

/** Most instants that follow each other lie in one day. */
let lastDate = { day: Number.NaN, text: '' };

/** The Madrid day (`YYYY-MM-DD`) in which an instant (ms) lies. */
export function dateAt(instant: number): string {
  const day = Math.floor((instant + MADRID.offsetAt(instant)) / DAY_MS);
  if (day !== lastDate.day) {
    lastDate = { day, text: utcDate(day * DAY_MS) };
  }
  return lastDate.text;
}

/** Madrid days, both included. */
export interface DayRange {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** Parts of some days, each of at most so many, in order. */
export function* partsOfDays({ from, to }: DayRange, days: number): Generator<DayRange> {
  for (let first = from; first <= to; first = dateAfter(first, days)) {
    const last = dateAfter(first, days - 1);
    yield { from: first, to: last < to ? last : to };
  }
}

/** Rejects with `invalid_request` days that are not in order, or more than a response may have. */
export function requireFewDays({ from, to }: DayRange, max: number): void {
  requireDayOrder(from, to);
  if (daysBetween(from, to) < max) return;
  throw invalidRequest(`The response would have more than ${max} days: ask for fewer.`);
}

/** The hour that the clock shows in Madrid at an instant (ms), 0 to 23. */
export function hourAt(instant: number): number {
  return new Date(instant + MADRID.offsetAt(instant)).getUTCHours();
}

/** The weekday of a Madrid day (`YYYY-MM-DD`): Monday is 1, Sunday 7. */
export function weekdayOf(date: string): number {
  return new Date(wallMidnight(date)).getUTCDay() || DAYS_OF_WEEK;
}

/** The Madrid day that comes `days` after another, or before it where negative. */
export function dateAfter(date: string, days: number): string {
  return utcDate(wallMidnight(date) + days * DAY_MS);
}

/** The Madrid days from `first` to `last` (`YYYY-MM-DD`), in order. */
export function datesBetween(first: string, last: string): string[] {
  const length = Math.max(0, daysBetween(first, last) + 1);
  return Array.from({ length }, (_, i) => dateAfter(first, i));
}

/** The days (`YYYY-MM-DD`) of a month (`YYYY-MM`), in order. */
export function datesOfMonth(month: string): string[] {
  const dates: string[] = [];
  for (let date = `${month}-01`; date.startsWith(month); date = dateAfter(date, 1))
    dates.push(date);
  return dates;
}

/** How many days `to` comes after `from`; negative: before it. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** A calendar day of Madrid. */
export interface DeliveryDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The parts of a Madrid day written `YYYY-MM-DD`. */
export function dayOf(date: string): DeliveryDay {
  return {
    year: Number(date.slice(0, 4)),
    month: Number(date.slice(5, 7)),
    day: Number(date.slice(8)),
  };
}

/** The instant (ms) at which a Madrid clock shows the hour, `daysBefore` days before the day. */
export function madridInstant(day: DeliveryDay, hour: number, daysBefore = 0): number {
  const wall = wallTime(day.year, day.month, day.day - daysBefore, hour);
  return wall - MADRID.offsetAt(wall - MADRID.offsetAt(wall));
}

/** The instant (ms) at which a Madrid day begins. */
export function startOfDate(date: string): number {
  return madridInstant(dayOf(date), 0);
}

/** The ends (ms) of the quarter hours of a Madrid day, 92, 96 or 100, in order. */
export function quartersOfDate(date: string): number[] {
  const first = startOfDate(date);
  const length = startOfDate(dateAfter(date, 1)) - first;
  return Array.from({ length: length / QUARTER_MS }, (_, i) => first + (i + 1) * QUARTER_MS);
}
