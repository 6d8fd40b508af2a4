import { DAY_MS, HOUR_MS, isRepeated, MADRID, MINUTE_MS, offsetName } from '../time/zone.ts';
import { locale } from './language.ts';

const NONE = '–';
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale()} ${JSON.stringify(options)}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale(), { useGrouping: 'always' as never, ...options });
  numberFormats.set(key, format);
  return format;
}

function dates(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${zone} ${JSON.stringify(options)}`;
  const known = dateFormats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale(), {
    timeZone: zone,
    hourCycle: 'h23',
    ...options,
  });
  dateFormats.set(key, format);
  return format;
}

/** Formats a number with a number of decimals; a dash for no number. */
export function formatNumber(value: number | string | null | undefined, decimals = 0): string {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return NONE;
  return numbers({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    number,
  );
}

/** Like {@link formatNumber}, with as few decimals as it needs. */
export function formatShort(value: number, maxDecimals = 3): string {
  return numbers({ maximumFractionDigits: maxDecimals }).format(value);
}

/** Formats a number for an input: the decimal sign of the language, and no grouping. */
export function formatInput(value: number | string | null | undefined): string {
  const sign = formatNumber(0.5, 1).at(1) ?? '.';
  return String(value ?? '').replace('.', sign);
}

export function formatPercent(value: number | string | null | undefined, decimals = 1): string {
  return value === null || value === undefined ? NONE : `${formatNumber(value, decimals)} %`;
}

/** Returns a part of 1 in percent. */
export function percentOf(part: number | null | undefined): number | null {
  return part === null || part === undefined ? null : part * 100;
}

type Instant = number | string | null | undefined;

/** Date and time to the minute; a time that the clock shows twice has its offset from UTC. */
export function formatTime(at: Instant, zone = MADRID): string {
  return format(at, zone, { dateStyle: 'short', timeStyle: 'short' });
}

export function formatClock(at: Instant, zone = MADRID): string {
  return format(at, zone, { hour: '2-digit', minute: '2-digit' });
}

export function formatDay(at: Instant, zone = MADRID): string {
  return format(at, zone, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** Formats a weekday; 1 is Monday. */
export function formatWeekday(weekday: number): string {
  // The first of January 2024 was a Monday.
  return format(Date.UTC(2024, 0, weekday), 'UTC', { weekday: 'short' });
}

/** Formats a month `YYYY-MM`. */
export function formatMonth(month: string): string {
  return format(`${month}-01`, 'UTC', { month: 'long', year: 'numeric' });
}

export function formatDate(at: Instant, zone = MADRID): string {
  return format(at, zone, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** Formats weekday, day, month and time, for texts beside a chart. */
export function formatMoment(at: Instant, zone = MADRID): string {
  return format(at, zone, {
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

function format(at: Instant, zone: string, options: Intl.DateTimeFormatOptions): string {
  if (at === null || at === undefined) return NONE;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return NONE;
  const parts = dates(zone, options).formatToParts(date);
  const text = parts
    .map(({ type, value }) => (type === 'weekday' ? abbreviated(value) : value))
    .join('');
  const hasTime = options.timeStyle !== undefined || options.hour !== undefined;
  if (!hasTime || !isRepeated(date.getTime(), zone)) return text;
  return `${text}\u00a0${offsetName(date.getTime(), zone)}`;
}

const WEEKDAY_LETTERS = 3;

/** Some browsers have no short weekdays in Portuguese; people write three letters. */
function abbreviated(weekday: string): string {
  return weekday.slice(0, WEEKDAY_LETTERS);
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
];

/** Formats a distance to now in the largest fitting unit: "in 3 hours". */
export function formatRelative(at: Instant, now = Date.now()): string {
  if (at === null || at === undefined) return NONE;
  const ms = new Date(at).getTime() - now;
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  for (const [unit, size] of UNITS)
    if (Math.abs(ms) >= size) return relative.format(Math.round(ms / size), unit);
  return relative.format(Math.round(ms / 1000), 'second');
}

/** Formats hours, minutes and seconds until then: `3:07:05`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
