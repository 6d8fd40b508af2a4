import { DAY_MS, type DayKind, dateAfter, dayKind, HOURS } from '@solano/domain/kernel';
import type { DayInputs } from './features.ts';

/** Prices at or below it, EUR/MWh, count as of a day on which sun and wind cover demand. */
const NEAR_ZERO = 0.5;
const WEEK = 7;
const FORTNIGHT = 14;
const EVENING = { from: 20, to: 24 };
const NIGHT = { from: 0, to: 6 };
const NOON = { from: 11, to: 16 };
const PEAK = { from: 18, to: 22 };
const YEAR_DAYS = 365.25;
/** Days from 1 January back to the winter solstice. */
const SOLSTICE_DAYS = 10;
/** EUR/MWh: a calm week is not magnified beyond that. */
const MIN_SPREAD = 3;
const KINDS: Readonly<Record<DayKind, number>> = { workday: 0, saturday: 1, sunday: 2 };
/** Values of a series in an hour: its own, its change from the day before, the same of the day's mean. */
const PER_SERIES = 4;

/** What trees see of a day. */
export interface TreeRows {
  /** For each of 24 hours its features; NaN where a series is not known. */
  readonly rows: readonly (readonly number[])[];
  /** Mean absolute deviation of the last week's prices from their median, at least 3 EUR/MWh. */
  readonly spread: number;
}

/**
 * The features of the hours of a day: the hour's prices of the last days and week, beside the last
 * day's; the last day's level, evening and noon against those before; how many hours were near zero;
 * calendar; season; exogenous values.
 *
 * @param series how many exogenous series there are; a day without them has NaN.
 */
export function treeRowsOf({ date, past, exogenous }: DayInputs, series: number): TreeRows {
  const before = (days: number) => past.at(-days) as Float64Array;
  const yesterday = before(1);
  const week = past.slice(-WEEK);
  const fortnight = past.slice(-FORTNIGHT);
  const day = dayOfInputs(date, past, week);
  const driven = exogenous.map(([own, last]) => {
    return { own, last, mean: meanOf(own), change: meanOf(own) - meanOf(last) };
  });
  const alike = day.daysToAlike === undefined ? before(WEEK) : before(day.daysToAlike);
  const rows = Array.from({ length: HOURS }, (_, hour) => {
    const last = yesterday[hour] as number;
    const beyond = (hours: Float64Array) => (hours[hour] as number) - last;
    const ownWeek = week.map((hours) => hours[hour] as number);
    return [
      hour,
      last,
      (yesterday[Math.max(0, hour - 1)] as number) - last,
      (yesterday[Math.min(HOURS - 1, hour + 1)] as number) - last,
      ...[2, 3, WEEK, FORTNIGHT].map((days) => beyond(before(days))),
      beyond(alike),
      meanOf(ownWeek) - last,
      meanOf(fortnight.map((hours) => hours[hour] as number)) - last,
      Math.min(...ownWeek) - last,
      Math.max(...ownWeek) - last,
      ownWeek.filter((price) => price <= NEAR_ZERO).length,
      last - meanOf(yesterday),
      last - meanOf(yesterday, EVENING),
      meanOf(alike) - meanOf(yesterday),
      ...day.features,
      ...driven.flatMap(({ own, last: dayBefore, mean, change }) => {
        const value = own?.[hour] ?? Number.NaN;
        return [value, value - (dayBefore?.[hour] ?? Number.NaN), change, mean];
      }),
      ...Array<number>(PER_SERIES * (series - driven.length)).fill(Number.NaN),
    ];
  });
  return { rows, spread: Math.max(MIN_SPREAD, day.spread) };
}

/** What all hours of a day share. */
function dayOfInputs(date: string, past: readonly Float64Array[], week: readonly Float64Array[]) {
  const [yesterday, dayBefore] = [past.at(-1), past.at(-2)] as [Float64Array, Float64Array];
  const prices = week.flatMap((hours) => Array.from(hours));
  const level = Float64Array.from(prices).sort()[prices.length >> 1] as number;
  const spread = meanOf(prices.map((price) => Math.abs(price - level)));
  const mean = meanOf(yesterday);
  const { kinds, weekday, season } = calendarOf(date);
  const alike = kinds.indexOf(kinds[0] as number, 1);
  const nearZero = [1, 3, WEEK].map((days) => shareNearZero(past.slice(-days)));
  const features = [
    mean,
    mean - meanOf(dayBefore),
    mean - meanOf(past.at(-WEEK)),
    mean - meanOf(prices),
    meanOf(prices),
    Math.min(...yesterday),
    Math.max(...yesterday),
    ...nearZero,
    meanOf(yesterday, EVENING),
    meanOf(yesterday, EVENING) - mean,
    meanOf(yesterday, EVENING) - meanOf(dayBefore, EVENING),
    meanOf(yesterday, EVENING) - meanOf(yesterday, NIGHT),
    meanOf(yesterday, NOON) - meanOf(dayBefore, NOON),
    meanOf(yesterday, NOON) - mean,
    meanOf(yesterday, PEAK) - mean,
    weekday,
    ...[0, 1, WEEK].map((days) => kinds[days] as number),
    ...season,
    spread,
  ];
  return { features, spread, daysToAlike: alike > 0 ? alike : undefined };
}

interface Calendar {
  /** Of the day and of each of the eight days before it. */
  readonly kinds: readonly number[];
  readonly weekday: number;
  readonly season: readonly number[];
}

const calendars = new Map<string, Calendar>();

function calendarOf(date: string): Calendar {
  const cached = calendars.get(date);
  if (cached) return cached;
  const time = Date.parse(date);
  const days = (time - Date.parse(`${date.slice(0, 4)}-01-01`)) / DAY_MS + SOLSTICE_DAYS;
  const angle = (2 * Math.PI * days) / YEAR_DAYS;
  const calendar = {
    kinds: Array.from({ length: WEEK + 2 }, (_, ago) => KINDS[dayKind(dateAfter(date, -ago))]),
    weekday: new Date(time).getUTCDay(),
    season: [Math.cos(angle), Math.sin(angle)],
  };
  calendars.set(date, calendar);
  return calendar;
}

function shareNearZero(days: readonly Float64Array[]): number {
  const near = days.map((hours) => hours.filter((price) => price <= NEAR_ZERO).length);
  return near.reduce((sum, count) => sum + count, 0) / (days.length * HOURS);
}

function meanOf(values: ArrayLike<number> = [], { from, to } = { from: 0, to: values.length }) {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += values[i] as number;
  return sum / (to - from);
}
