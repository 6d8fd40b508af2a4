export const MADRID = 'Europe/Madrid';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();
const dayOffsets = new Map<string, Map<number, number>>();

/** Returns the offset of the zone's clock from UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  return steadyOffset(Math.floor(at / DAY_MS), zone) ?? formattedOffset(at, zone);
}

/** Returns the offset that holds throughout a UTC day; undefined if the clock is changed about then. */
export function steadyOffset(day: number, zone: string): number | undefined {
  const before = offsetOfDay(day - 1, zone);
  return before === offsetOfDay(day + 2, zone) ? before : undefined;
}

function formattedOffset(at: number, zone: string): number {
  const parts = clockFormat(zone).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(at / 1000) * 1000;
}

function clockFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** Caches the offset at the start of a UTC day, which is used often. */
function offsetOfDay(day: number, zone: string): number {
  const offsets = dayOffsets.get(zone) ?? new Map<number, number>();
  dayOffsets.set(zone, offsets);
  const known = offsets.get(day);
  if (known !== undefined) return known;
  const offset = formattedOffset(day * DAY_MS, zone);
  offsets.set(day, offset);
  return offset;
}

/**
 * Returns the instants at which the zone's clock shows a time, which is given as if it were UTC:
 * none if the clock skips it, two if it repeats it, earlier first.
 */
export function instantsShowing(clock: number, zone: string): number[] {
  const day = Math.floor(clock / DAY_MS);
  const before = offsetOfDay(day - 1, zone);
  const after = offsetOfDay(day + 2, zone);
  if (before === after) return [clock - before];
  return [...new Set([clock - before, clock - after])]
    .filter((at) => at + formattedOffset(at, zone) === clock)
    .sort((one, other) => one - other);
}

/** Returns the instant at which the clock shows a time; a skipped one as if the clock had not been changed. */
export function instantOf(clock: number, zone: string): number {
  return (
    instantsShowing(clock, zone)[0] ?? clock - offsetOfDay(Math.floor(clock / DAY_MS) - 1, zone)
  );
}

/** Returns the time on the zone's clock, as if it were UTC. */
export function clockOf(at: number, zone: string): number {
  return at + offsetAt(at, zone);
}

/** Returns the day `YYYY-MM-DD` in the zone. */
export function dayOf(at: number, zone: string): string {
  return new Date(clockOf(at, zone)).toISOString().slice(0, 10);
}

/** Returns the start of a day `YYYY-MM-DD` in the zone. */
export function startOfDay(day: string, zone: string): number {
  return instantOf(Date.parse(`${day}T00:00Z`), zone);
}

/** Returns the day a number of days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Returns `YYYY-MM-DDTHH:MM` on the zone's clock, the value of an input for date and time. */
export function inputTime(at: number, zone: string): string {
  return new Date(clockOf(at, zone)).toISOString().slice(0, 16);
}

/** Returns the offset of the zone's clock as `UTC+2`. */
export function offsetName(at: number, zone: string): string {
  const minutes = Math.round(offsetAt(at, zone) / MINUTE_MS);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** Whether the zone's clock shows the time of an instant twice. */
export function isRepeated(at: number, zone: string): boolean {
  return instantsShowing(clockOf(at, zone), zone).length > 1;
}

/** Returns `YYYY-MM-DD HH:MM` on the zone's clock, which spreadsheets take for a time. */
export function clockText(at: number, zone: string): string {
  return inputTime(at, zone).replace('T', ' ');
}
