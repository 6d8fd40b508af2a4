import { invalidRequest } from '../errors.ts';
import { MINUTE_MS } from './durations.ts';
import { Zone } from './zone.ts';

const ZERO = '0'.charCodeAt(0);
const LENGTH = 'YYYY-MM-DD HH:MM'.length;

/** The clock of the Spanish markets; every label of prices, purchases and outputs is in it. */
export const MADRID = new Zone('Europe/Madrid');

/**
 * Reads `YYYY-MM-DD HH:MM` as a wall time: ms since the epoch as if it were UTC. Undefined for
 * another shape, a day that the calendar does not have, and the year 0000.
 */
export function parseWallTime(label: string): number | undefined {
  return parseSince(1, label);
}

function parseSince(firstYear: number, label: string): number | undefined {
  if (label.length !== LENGTH || label[4] !== '-' || label[7] !== '-') return undefined;
  if (label[10] !== ' ' || label[13] !== ':') return undefined;
  const year = twoDigits(label, 0) * 100 + twoDigits(label, 2);
  const month = twoDigits(label, 5);
  const day = twoDigits(label, 8);
  const hour = twoDigits(label, 11);
  const minute = twoDigits(label, 14);
  // NaN is in none of the ranges.
  if (!(year >= firstYear && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  if (!(hour <= 23 && minute <= 59)) return undefined;
  if (day > 28 && day > daysInMonth(year, month)) return undefined;
  return wallTime(year, month, day, hour, minute);
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  return parseWallTime(`${text} 00:00`) !== undefined;
}

/** Whether a text is a month of the calendar, `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return isDate(`${text}-01`);
}

/** Rejects with `invalid_request` what is not a day of the calendar, `YYYY-MM-DD`. */
export function requireDate(text: string): void {
  if (isDate(text)) return;
  throw invalidRequest(`"${text}" is no day, such as 2026-11-22.`);
}

/** Rejects with `invalid_request` a last day that is before the first. */
export function requireDayOrder(first: string, last: string): void {
  if (last >= first) return;
  throw invalidRequest(`The last day, ${last}, is before the first, ${first}.`);
}

/** The UTC day (`YYYY-MM-DD`) of an instant, in ms where it is a number. */
export function utcDate(instant: Date | number): string {
  return new Date(instant).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The wall time at which a day (`YYYY-MM-DD`) begins; the days before the first label are of the year 0000. */
export function wallMidnight(date: string): number {
  const wall = parseSince(0, `${date} 00:00`);
  if (wall === undefined) throw new RangeError(`No such day: ${date}`);
  return wall;
}

/** A wall time in ms, read as UTC. Months and days count from one and may overflow. */
export function wallTime(year: number, month: number, day: number, hour = 0, minute = 0): number {
  if (year >= 100) return Date.UTC(year, month - 1, day, hour, minute);
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute));
  return date.setUTCFullYear(year, month - 1, day);
}

/** The `YYYY-MM-DD HH:MM` that a zone's clock shows at an instant (ms since the epoch). */
export function labelOf(instant: number, zone: Zone = MADRID): string {
  const date = new Date(instant + zone.offsetAt(instant));
  const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  return `${day} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
}

/** Turns labels, in the order given, into instants. */
export interface Labels {
  /**
   * The instant (ms since the epoch) of this occurrence of the label.
   * `invalid`: no label, or one that the clock never shows; `repeated`: more often than it does;
   * `either`: of either pass of the repeated hour.
   */
  read(label: string): number | 'invalid' | 'repeated' | 'either';
  /** How often the label has been read. */
  hasRead(label: string): number;
}

/**
 * Turns labels, in the order given, into instants. In the repeated hour of autumn the first
 * occurrence of a label is summer time, the second winter time.
 */
export class LabelReader implements Labels {
  readonly #zone: Zone;
  /** How often each wall time, in minutes, has been read. */
  readonly #read = new Map<number, number>();

  constructor(zone: Zone = MADRID) {
    this.#zone = zone;
  }

  read(label: string): number | 'invalid' | 'repeated' {
    const wall = parseWallTime(label);
    if (wall === undefined) return 'invalid';
    const instants = this.#zone.instantsOf(wall);
    if (instants.length === 0) return 'invalid';
    const minutes = wall / MINUTE_MS;
    const occurrence = this.#read.get(minutes) ?? 0;
    this.#read.set(minutes, occurrence + 1);
    return instants[occurrence] ?? 'repeated';
  }

  hasRead(label: string): number {
    return this.#read.get((parseWallTime(label) ?? 0) / MINUTE_MS) ?? 0;
  }
}

/** Minutes between the closest different neighbours of a series, 60 at most and for a lone instant. */
export function inferStep(instants: readonly number[]): number {
  const sorted = Float64Array.from(instants).sort();
  let step = 60;
  for (let i = 1; i < sorted.length; i += 1) {
    const distance = ((sorted[i] as number) - (sorted[i - 1] as number)) / MINUTE_MS;
    if (distance > 0 && distance < step) step = distance;
  }
  return step;
}

/** The number that two digits make; NaN for anything else. Fast, as a series has many labels. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function daysInMonth(year: number, month: number): number {
  return new Date(wallTime(year, month + 1, 0)).getUTCDate();
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}
