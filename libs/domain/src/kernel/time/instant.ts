import { MINUTE_MS } from './durations.ts';

/**
 * An instant as `YYYY-MM-DDTHH:MM:SS[.ffffff]Z`, in UTC, to the microsecond, years 0001 to 9999.
 * Text, because a Date would drop the microseconds.
 */
export type UtcInstant = string;

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:(Z)|([+-])(\d{2})(?::?(\d{2}))?)?$/i;
/** The length of `YYYY-MM-DDTHH:MM`; what may follow are seconds and an offset. */
const MINUTES_END = 16;
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');

/**
 * Reads an ISO 8601 date-time; without an offset it is UTC. Undefined for anything else: a day or
 * an hour that does not exist, a leap second, parts of a microsecond, an instant outside the years.
 */
export function parseInstant(text: string): UtcInstant | undefined {
  const match = FORM.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '', , sign] = match;
  if (/[1-9]/.test(fraction.slice(6))) return undefined;
  // Date.parse reads 30 February as 2 March, and 24:00 as the next midnight.
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const wallMs = Date.parse(`${wall}Z`);
  if (Number.isNaN(wallMs) || hour === '24' || new Date(wallMs).getUTCDate() !== Number(day))
    return undefined;
  const offset = offsetMinutes(sign, match[10], match[11]);
  if (offset === undefined) return undefined;
  const instant = wallMs - offset * MINUTE_MS;
  if (instant < FIRST || instant > LAST) return undefined;
  const micros = fraction
    .slice(0, 6)
    .padEnd(6, '0')
    .replace(/^0{6}$/, '');
  const utc = offset === 0 ? wall : new Date(instant).toISOString().slice(0, 19);
  return `${utc}${micros && `.${micros}`}Z`;
}

/** Whether a date-time that can be read says its offset from UTC. */
export function hasOffset(text: string): boolean {
  return /[Z+-]/i.test(text.trim().slice(MINUTES_END));
}

/** Whether the first instant is before the second. */
export function isBefore(a: UtcInstant, b: UtcInstant): boolean {
  return sortable(a) < sortable(b);
}

function sortable(instant: UtcInstant): string {
  return instant.slice(0, -1).padEnd(20, '.').padEnd(26, '0');
}

function offsetMinutes(sign?: string, hours = '00', minutes = '00'): number | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
