// Time by hand, for Madrid and the years of now.
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const ZERO = 48;

/** Summer time of the year from one instant to another (ms). */
interface Summer {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

const clockTexts = Array.from({ length: 1440 }, (_, minute) => {
  return `${padded(Math.floor(minute / 60))}:${padded(minute % 60)}`;
});

let lastDay = '';
let lastDayStart = 0;
let lastSummer: Summer | undefined;
let lastWallDay = 0;
let lastWallDayText = dayText(0);

/** The instant (ms) of `YYYY-MM-DD HH:MM` in UTC. Labels mostly come a day at a time. */
export function instantOf(label: string): number {
  const day = label.slice(0, 10);
  if (day !== lastDay) [lastDay, lastDayStart] = [day, Date.parse(day)];
  return lastDayStart + (two(label, 11) * 60 + two(label, 14)) * MINUTE_MS;
}

/** The time on the clock in Madrid, as `YYYY-MM-DD HH:MM`. */
export function madridLabel(instant: number): string {
  if (!lastSummer || instant < lastSummer.from || instant >= lastSummer.to) {
    lastSummer = summerOf(new Date(instant).getUTCFullYear());
  }
  const isSummer = instant >= lastSummer.start && instant < lastSummer.end;
  const wall = instant + (isSummer ? 2 : 1) * HOUR_MS;
  const day = Math.floor(wall / DAY_MS);
  if (day !== lastWallDay) [lastWallDay, lastWallDayText] = [day, dayText(day)];
  return `${lastWallDayText} ${clockTexts[(wall - day * DAY_MS) / MINUTE_MS]}`;
}

/** The number that two digits make; NaN for others. */
export function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

/** Summer time in the European Union: from the last Sunday of March to that of October, 01:00 UTC. */
function summerOf(year: number): Summer {
  return {
    from: Date.UTC(year, 0),
    to: Date.UTC(year + 1, 0),
    start: lastSunday(year, 2) + HOUR_MS,
    end: lastSunday(year, 9) + HOUR_MS,
  };
}

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return last.getTime() - last.getUTCDay() * DAY_MS;
}

/** @param day counted from 1970-01-01. */
function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
