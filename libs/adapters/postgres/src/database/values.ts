import { DAY_MS, invalidRequest, MINUTE_MS, type UtcInstant } from '@solano/domain/kernel';
import pg from 'pg';

/** The one spelling in which ids are returned; PostgreSQL would read others as the same id. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Before every other id. */
export const MIN_ID = '00000000-0000-0000-0000-000000000000';
/** Behind every other id. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whether PostgreSQL can hold the text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** @throws SolanoError `invalid_request` for a text that the driver would alter or reject. */
export function requireStorable(text: string): void {
  if (isStorable(text)) return;
  throw invalidRequest('A text must not hold NUL or half of a surrogate pair.');
}

/**
 * An instant (ms since the epoch where it is a number) as PostgreSQL reads it whatever the zone of
 * this process. The driver's own way depends on that zone and loses seconds before 1900.
 */
export function timestamp(instant: Date | number): string {
  const ms = instant instanceof Date ? instant.getTime() : instant;
  if (ms >= WRITTEN.first && ms < WRITTEN.after) return writtenAt(ms);
  if (ms === Infinity) return 'infinity';
  if (ms === -Infinity) return '-infinity';
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  const digits = String(year > 0 ? year : 1 - year).padStart(4, '0');
  const written = date.toISOString().replace(/^[+-]?\d+/, digits);
  return year > 0 ? written : `${written} BC`;
}

/** The instants (ms) that are written by {@link writtenAt}: of the years from 1970 to 9999. */
const WRITTEN = { first: 0, after: Date.UTC(10_000, 0) };
/** Timestamps of a series are often of one day. */
let writtenDay = { number: 0, text: '1970-01-01' };

/** As `toISOString`, several times faster for whole minutes. */
function writtenAt(ms: number): string {
  if (ms % MINUTE_MS !== 0) return new Date(ms).toISOString();
  const number = Math.floor(ms / DAY_MS);
  if (number !== writtenDay.number) {
    const text = new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
    writtenDay = { number, text };
  }
  const minutes = (ms - number * DAY_MS) / MINUTE_MS;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return `${writtenDay.text}T${hour < 10 ? '0' : ''}${hour}:${minute < 10 ? '0' : ''}${minute}Z`;
}

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');

/** The date of an instant (ms), within the years 1 to 9999: Prisma sends others in a form that PostgreSQL rejects. */
export function storableDate(ms: number): Date {
  return new Date(Math.min(Math.max(ms, FIRST), LAST));
}

/** A day (`YYYY-MM-DD`) as PostgreSQL reads it: the year 0 is its 1 BC. */
export function dateValue(day: string): string {
  return day.startsWith('0000') ? `0001${day.slice(4)} BC` : day;
}

/** Also the infinite ones, as numbers. */
const parseInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (
  text: string,
) => Date;
const DASH = '-'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/**
 * A timestamp as PostgreSQL writes it in UTC, such as `2026-11-21 00:15:00.5+00`. Several times
 * faster than the driver's own way, which is there for what is unusual: infinity, other centuries
 * than those from 1000 to 9999.
 */
export function readTimestamp(text: string): Date {
  const isUsual = text.charCodeAt(4) === DASH && text.charCodeAt(0) > ZERO && text.endsWith('+00');
  if (!isUsual) return parseInstant(text);
  return new Date(startOfDay(text, 0) + timeOfDay(text, 11) + milliseconds(text));
}

const parseDate = pg.types.getTypeParser(pg.types.builtins.DATE) as (text: string) => Date;

/** A date as PostgreSQL writes it, such as `2026-11-21`: its midnight in UTC, whatever the zone of this process. */
export function readDate(text: string): Date {
  const isUsual = text.length === 'YYYY-MM-DD'.length && text.charCodeAt(4) === DASH;
  return isUsual ? new Date(text) : parseDate(text);
}

/** The timestamps of a result are often of one day. */
let lastDay = { text: '1970-01-01', start: 0 };

/** The start (ms) of the day in UTC that stands in a text from a place on. */
function startOfDay(text: string, at: number): number {
  if (!text.startsWith(lastDay.text, at)) {
    const day = text.slice(at, at + 'YYYY-MM-DD'.length);
    lastDay = { text: day, start: Date.parse(day) };
  }
  return lastDay.start;
}

/** Hours, minutes and seconds (ms) that stand in a text from a place on. */
function timeOfDay(text: string, at: number): number {
  const minutes = twoDigits(text, at) * 60 + twoDigits(text, at + 3);
  return (minutes * 60 + twoDigits(text, at + 6)) * 1_000;
}

function milliseconds(text: string): number {
  let ms = 0;
  const end = text.length - '+00'.length;
  for (let at = 20, unit = 100; at < end && unit >= 1; at += 1, unit /= 10) {
    ms += (text.charCodeAt(at) - ZERO) * unit;
  }
  return ms;
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

const USUAL = '"2026-11-21 00:15:00+00"'.length;

/**
 * The instants (ms) of an array of timestamps as PostgreSQL writes it in UTC. Several times faster
 * than the driver's own way, which is there for years and fractions of seconds that are unusual.
 */
export function readInstants(array: string): number[] {
  const instants: number[] = [];
  for (let at = 1; at < array.length - 1; ) {
    const comma = array.indexOf(',', at);
    const end = comma === -1 ? array.length - 1 : comma;
    instants.push(readInstant(array, at, end));
    at = end + 1;
  }
  return instants;
}

/** The instant whose text stands, quoted, in another one from a place on to before an end. */
function readInstant(text: string, at: number, end: number): number {
  const isUsual = end - at === USUAL && text.startsWith('+00"', end - 4);
  if (!isUsual) return parseInstant(text.slice(at + 1, end - 1)).getTime();
  return startOfDay(text, at + 1) + timeOfDay(text, at + 12);
}

const WHOLE_SECOND = '2026-11-21 00:15:00+00'.length;

/** A timestamp as PostgreSQL writes it in UTC, such as `2026-11-21 00:15:00.5+00`. */
export function readUtcInstant(timestamp: string): UtcInstant {
  if (timestamp.length === WHOLE_SECOND)
    return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}Z`;
  const wall = timestamp.slice(0, -'+00'.length).replace(' ', 'T');
  return `${wall.includes('.') ? wall.padEnd('2026-11-21T00:15:00.000000'.length, '0') : wall}Z`;
}
