import {
  DAY_MS,
  type DayKind,
  dateAfter,
  daysBetween,
  easterSunday,
  HOUR_MS,
  holidayShare,
  isHoliday,
  MADRID,
  type Region,
  utcDate,
  wallMidnight,
  weekdayOf,
} from '@solano/domain/kernel';

const FRIDAY = 5;
const SATURDAY = 6;
const SUNDAY = 7;
const YEAR_DAYS = 365.25;
/** Waves of a year in the level of days, and in what sets Saturdays and Sundays apart. */
const YEAR_WAVES = 3;
const WEEKEND_WAVES = 2;
/** Holidays that are unlike others. */
const SINGLE_DAYS = ['12-25', '01-01', '01-06', '12-24', '12-31', '08-15'];
/** Days after Easter Sunday, first and last, that are unlike others. */
const EASTER_DAYS: readonly (readonly [first: number, last: number])[] = [
  [-6, -4],
  [-3, -3],
  [-2, -2],
  [-1, 0],
  [1, 1],
  [2, 5],
];

/** Features that every portfolio has from the first week on: the level, and weekdays. */
export const WEEKDAY_FEATURES = 1 + SUNDAY;
/** Features that follow and are learned from single days: holidays, and what is near them. */
const HOLIDAY_FEATURES = 10;

/** What the calendar says of a day, as numbers for linear models. */
export interface CalendarDay {
  /**
   * {@link WEEKDAY_FEATURES}, then holidays, then those that only a history of a year can teach: the
   * season, single days, Christmas, Easter, August, summer time.
   */
  readonly features: Float64Array;
  readonly kind: DayKind;
  /** How much of a workday it is: 1 less the share of people who have a holiday, 0 at weekends. */
  readonly workShare: number;
  /** The share of people who have a holiday: 1 on national ones. */
  readonly holidayShare: number;
}

/** How many of the features a history can teach. */
export function learnableFeatures(days: CalendarDay, isYear: boolean): number {
  return isYear ? days.features.length : WEEKDAY_FEATURES + HOLIDAY_FEATURES;
}

const known = new Map<string, CalendarDay>();
/** Days of a few regions over some years. */
const MAX_KNOWN = 20_000;

/** @param date `YYYY-MM-DD`. */
export function calendarDay(region: Region | null, date: string): CalendarDay {
  const key = `${region ?? ''} ${date}`;
  let day = known.get(key);
  if (!day) {
    if (known.size >= MAX_KNOWN) known.clear();
    day = describedDay(region, date);
    known.set(key, day);
  }
  return day;
}

function describedDay(region: Region | null, date: string): CalendarDay {
  const weekday = weekdayOf(date);
  const share = holidayShare(region, date);
  const workShare = weekday <= FRIDAY ? 1 - share : 0;
  const features = [
    1,
    ...Array.from({ length: SUNDAY }, (_, i) => {
      if (i + 1 !== weekday) return 0;
      return weekday <= FRIDAY ? workShare : 1;
    }),
    ...holidays(region, date, { weekday, share, workShare }),
    ...season(date, weekday),
    ...timesOfYear(date, workShare),
  ];
  const kind =
    share > 1 / 2 || weekday === SUNDAY ? 'sunday' : weekday === SATURDAY ? 'saturday' : 'workday';
  return { kind, features: Float64Array.from(features), workShare, holidayShare: share };
}

interface DayShares {
  readonly weekday: number;
  readonly share: number;
  readonly workShare: number;
}

/** The holiday itself, the days next to one, and workdays between days off. */
function holidays(region: Region | null, date: string, day: DayShares): number[] {
  const { weekday, share, workShare } = day;
  const isNational = isHoliday(date);
  const before = weekdayShare(region, dateAfter(date, -1));
  const after = weekdayShare(region, dateAfter(date, 1));
  const isMiddle = weekday > 1 && weekday < FRIDAY;
  return [
    isNational && weekday <= FRIDAY ? 1 : 0,
    isNational && weekday === SATURDAY ? 1 : 0,
    !isNational && weekday <= FRIDAY ? share : 0,
    workShare * before,
    workShare * after,
    weekday === 1 ? workShare * after : 0,
    weekday === FRIDAY ? workShare * before : 0,
    isMiddle ? workShare * before * after : 0,
    weekday === SATURDAY ? before : 0,
    weekday === SUNDAY ? after : 0,
  ];
}

/** The share of people for whom a holiday takes a weekday. */
function weekdayShare(region: Region | null, date: string): number {
  return weekdayOf(date) <= FRIDAY ? holidayShare(region, date) : 0;
}

function season(date: string, weekday: number): number[] {
  const angle = (2 * Math.PI * wallMidnight(date)) / DAY_MS / YEAR_DAYS;
  const waves = (count: number) =>
    Array.from({ length: count }, (_, i) => [
      Math.cos((i + 1) * angle),
      Math.sin((i + 1) * angle),
    ]).flat();
  const isSunday = weekday === SUNDAY || isHoliday(date);
  const ofWeekend = waves(WEEKEND_WAVES);
  return [
    ...waves(YEAR_WAVES),
    ...ofWeekend.map((wave) => (weekday === SATURDAY ? wave : 0)),
    ...ofWeekend.map((wave) => (isSunday ? wave : 0)),
  ];
}

function timesOfYear(date: string, workShare: number): number[] {
  const day = date.slice(5);
  const within = (first: string, last: string) => day >= first && day <= last;
  const isChristmas = day >= '12-24' || day <= '01-05';
  const isAugust = within('08-01', '08-31');
  const easter = utcDate(easterSunday(Number(date.slice(0, 4))));
  const afterEaster = daysBetween(easter, date);
  const noon = wallMidnight(date) + 12 * HOUR_MS;
  return [
    ...SINGLE_DAYS.map((single) => Number(day === single)),
    ...EASTER_DAYS.map(([first, last]) => Number(afterEaster >= first && afterEaster <= last)),
    isChristmas ? workShare : 0,
    isChristmas ? 1 - workShare : 0,
    within('12-27', '12-30') || within('01-02', '01-04') ? workShare : 0,
    within('12-20', '12-23') ? workShare : 0,
    within('01-07', '01-10') ? workShare : 0,
    Number(isAugust),
    Number(within('08-05', '08-25')),
    isAugust ? workShare : 0,
    Number(within('07-20', '07-31')),
    Number(MADRID.offsetAt(noon) > HOUR_MS),
  ];
}
