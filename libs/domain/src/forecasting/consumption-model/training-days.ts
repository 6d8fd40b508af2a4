import { dateAfter, HOURS, type Region } from '@solano/domain/kernel';
import { type CalendarDay, calendarDay } from './calendar-features.ts';
import { type ClockDays, type ConsumptionHistory, clockDays } from './clock-days.ts';
import type { KnownTemperatures } from './known-temperatures.ts';
import type { Prefix } from './ridge.ts';

/** Gaps of at most so many hours are filled on a line. */
const MAX_GAP_HOURS = 3;
/** Days whose mean is the level of a day after them. */
const LEVEL_DAYS = 7;
/** Consumption is compared in logarithms of MW, raised where it falls below this share of its mean. */
const FLOOR_SHARE = 0.25;
/** From so many days on there is a year to learn from. */
const YEAR_DAYS = 330;
/** Standard deviations of a normal distribution in its median absolute deviation. */
const DEVIATIONS = 1.4826;
const LEAST_VARIANCE = 1e-8;

/** A history as models learn from it: days of 24 values in logarithms, log(MW + offset). */
export interface TrainingDays {
  /** MW. */
  readonly offset: number;
  /** 24 values a day, NaN where unknown, gaps of up to three hours filled. */
  readonly known: readonly Float64Array[];
  /** The same with a value for every hour: that of the week before where there is one, else of the day before. */
  readonly filled: readonly Float64Array[];
  readonly isWhole: readonly boolean[];
  /** Hours known of the last day, 0 to 23. */
  readonly hoursOfLast: number;
  /** The mean of each day’s last seven days before it; one more than there are days. */
  readonly levels: Float64Array;
  /** Variance of what a value differs by from that of the week before, halved. */
  readonly variance: number;
  /** Whether there is a year to learn the season from. */
  readonly isYear: boolean;
  readonly temperatures: KnownTemperatures | undefined;
  /** The day so many days after the first; beyond the last, too. */
  calendar(place: number): CalendarDay;
  dateAt(place: number): string;
}

/** Undefined where no hour is known. */
export function trainingDays(history: ConsumptionHistory): TrainingDays | undefined {
  const clock = clockDays(history);
  if (!clock) return undefined;
  const offset = offsetOf(clock.days);
  const known = clock.days.map((day) => day.map((mw) => Math.log(mw + offset)));
  fillShortGaps(known);
  const filled = filledDays(known);
  return {
    offset,
    known,
    filled,
    isWhole: known.map((day) => !day.some(Number.isNaN)),
    hoursOfLast: clock.hoursOfLast,
    levels: levelsOf(filled),
    variance: varianceOf(known),
    isYear: known.length >= YEAR_DAYS,
    temperatures: history.temperatures,
    ...calendarOf(clock, history.region),
  };
}

function calendarOf({ first }: ClockDays, region: Region | null) {
  const dateAt = (place: number) => dateAfter(first, place);
  const days: CalendarDay[] = [];
  const calendar = (place: number) => {
    let day = days[place];
    if (!day) {
      day = calendarDay(region, dateAt(place));
      days[place] = day;
    }
    return day;
  };
  return { dateAt, calendar };
}

/** Offset that raises the smallest value to a quarter of the mean; 0 if it is that large already. */
function offsetOf(days: readonly Float64Array[]): number {
  let [least, sum, count] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const day of days) {
    for (const mw of day) {
      if (Number.isNaN(mw)) continue;
      least = Math.min(least, mw);
      sum += Math.abs(mw);
      count += 1;
    }
  }
  const floor = Math.max(FLOOR_SHARE * (sum / count), Number.MIN_VALUE ** (1 / 4));
  return Math.max(0, floor - least);
}

function fillShortGaps(days: readonly Float64Array[]): void {
  const at = (hour: number) => days[Math.floor(hour / HOURS)]?.[hour % HOURS] ?? Number.NaN;
  let last = Number.NaN;
  for (let hour = 0; hour < days.length * HOURS; hour += 1) {
    if (Number.isNaN(at(hour))) continue;
    const gap = hour - last - 1;
    if (gap >= 1 && gap <= MAX_GAP_HOURS) {
      const [from, to] = [at(last), at(hour)];
      for (let i = 1; i <= gap; i += 1) {
        const day = days[Math.floor((last + i) / HOURS)] as Float64Array;
        day[(last + i) % HOURS] = from + ((to - from) * i) / (gap + 1);
      }
    }
    last = hour;
  }
}

function filledDays(known: readonly Float64Array[]): Float64Array[] {
  const filled: Float64Array[] = [];
  const first = known[0]?.find((value) => !Number.isNaN(value)) as number;
  known.forEach((day, place) => {
    const before = filled[place - LEVEL_DAYS] ?? filled[place - 1];
    filled.push(
      day.map((value, hour) => (Number.isNaN(value) ? (before?.[hour] ?? first) : value)),
    );
  });
  return filled;
}

function levelsOf(filled: readonly Float64Array[]): Float64Array {
  const means = filled.map((day) => day.reduce((sum, value) => sum + value, 0) / HOURS);
  return Float64Array.from({ length: filled.length + 1 }, (_, place) => {
    const before = means.slice(Math.max(0, place - LEVEL_DAYS), place);
    const used = before.length > 0 ? before : means.slice(0, 1);
    return used.reduce((sum, value) => sum + value, 0) / used.length;
  });
}

function varianceOf(known: readonly Float64Array[]): number {
  const changes: number[] = [];
  known.forEach((day, place) => {
    const before = known[place - LEVEL_DAYS];
    day.forEach((value, hour) => {
      const change = Math.abs(value - (before?.[hour] ?? Number.NaN));
      if (!Number.isNaN(change)) changes.push(change);
    });
  });
  const sorted = Float64Array.from(changes).sort();
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return Math.max(LEAST_VARIANCE, (DEVIATIONS * median) ** 2 / 2);
}

/** The whole days from one up to another, not included. */
export function wholeDays({ isWhole }: TrainingDays, from: number, until: number): number[] {
  const places: number[] = [];
  for (let place = from; place < until; place += 1) if (isWhole[place]) places.push(place);
  return places;
}

/** The weight of a day that is learned from: it halves with every so many days back from one. */
export function recency(from: number, halfLifeDays: number): (place: number) => number {
  return (place) => 0.5 ** ((from - place) / halfLifeDays);
}

/** The rows of the days before each of several. */
export function prefixesOf(
  places: readonly number[],
  cutoffs: readonly number[],
  weightAt: (place: number) => number,
): Prefix[] {
  return cutoffs.map((cutoff) => {
    const rows = places.filter((place) => place < cutoff).length;
    return { rows, weight: weightAt(cutoff) };
  });
}
