import { DAY_MS } from './durations.ts';
import { wallMidnight, wallTime } from './label.ts';

const SATURDAY = 6;
const SUNDAY = 0;

/** National holidays of Spain that fall on the same day every year, `MM-DD`. */
const FIXED_HOLIDAYS: ReadonlySet<string> = new Set([
  '01-01',
  '01-06',
  '05-01',
  '08-15',
  '10-12',
  '11-01',
  '12-06',
  '12-08',
  '12-25',
]);

/** Days on which power is used alike. */
export type DayKind = 'workday' | 'saturday' | 'sunday';

/** The kind of a Madrid day (`YYYY-MM-DD`): a national holiday is a Sunday, whatever its weekday. */
export function dayKind(date: string): DayKind {
  const weekday = new Date(wallMidnight(date)).getUTCDay();
  if (weekday === SUNDAY || isHoliday(date)) return 'sunday';
  return weekday === SATURDAY ? 'saturday' : 'workday';
}

/**
 * Whether a day (`YYYY-MM-DD`) is a holiday in all of Spain: Good Friday or a fixed one. Days that
 * single regions choose, such as the Monday after a holiday on a Sunday, are none.
 */
export function isHoliday(date: string): boolean {
  if (FIXED_HOLIDAYS.has(date.slice(5))) return true;
  return wallMidnight(date) === easterSunday(Number(date.slice(0, 4))) - 2 * DAY_MS;
}

/**
 * Easter Sunday of a Gregorian year, as ms of its midnight read as UTC, by the anonymous algorithm
 * (Meeus, Astronomical Algorithms, chapter 8).
 */
export function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const leaps = 2 * (century % 4) + 2 * Math.floor(ofCentury / 4);
  const toSunday = (32 + leaps - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return wallTime(year, Math.floor(days / 31), (days % 31) + 1);
}
