import { HOURS } from '@solano/domain/kernel';
import { learnableFeatures, WEEKDAY_FEATURES } from './calendar-features.ts';
import { type Coefficients, product, robustRidge } from './ridge.ts';
import { prefixesOf, recency, type TrainingDays, wholeDays } from './training-days.ts';

const HALF_LIFE_DAYS = 1_000;
/** Penalties in variances of the history: weak for weekdays, strong for days that are seldom. */
const WEEKDAY_PENALTY = 6;
const PENALTY = 176;

/** What the calendar makes of each hour of a day: coefficients of the features, 24 times. */
export type CalendarFit = Coefficients;

/**
 * Learns from the whole days before each of several, ascending.
 *
 * @param cutoffs each with a whole day before it.
 */
export function fitCalendars(days: TrainingDays, cutoffs: readonly number[]): CalendarFit[] {
  const last = cutoffs.at(-1) as number;
  const places = wholeDays(days, 0, last);
  const size = learnableFeatures(days.calendar(0), days.isYear);
  const rows = new Float64Array(places.length * size);
  const targets = new Float64Array(places.length * HOURS);
  places.forEach((place, row) => {
    rows.set(days.calendar(place).features.subarray(0, size), row * size);
    targets.set(days.known[place] as Float64Array, row * HOURS);
  });
  const penalties = new Float64Array(size).fill(PENALTY * days.variance);
  penalties.fill(WEEKDAY_PENALTY * days.variance, 0, WEEKDAY_FEATURES);
  const weightAt = recency(last, HALF_LIFE_DAYS);
  const weights = Float64Array.from(places, weightAt);
  const regression = { size, rows, targetCount: HOURS, targets, weights, penalties };
  return robustRidge(regression, prefixesOf(places, cutoffs, weightAt));
}

/** 24 values that the calendar lets expect of a day. */
export function expectedOf(fit: CalendarFit, days: TrainingDays, place: number): Float64Array {
  const { features } = days.calendar(place);
  return Float64Array.from(fit, (coefficients) => product(coefficients, features));
}

/**
 * By how much days differ from what the calendar lets expect: 24 values a day from the first day on, on
 * lines between the known ones; after the last known one its value.
 */
export function deviationsOf(fit: CalendarFit, days: TrainingDays): Float64Array[] {
  const deviations = days.known.map((values, place) => {
    const expected = expectedOf(fit, days, place);
    return values.map((value, hour) => value - (expected[hour] as number));
  });
  fillOnLines(deviations);
  return deviations;
}

function fillOnLines(days: readonly Float64Array[]): void {
  const length = days.length * HOURS;
  const at = (hour: number) => days[Math.floor(hour / HOURS)]?.[hour % HOURS] as number;
  let last = -1;
  for (let hour = 0; hour <= length; hour += 1) {
    const isEnd = hour === length;
    if (!isEnd && Number.isNaN(at(hour))) continue;
    if (hour > last + 1) {
      const before = last < 0 ? 0 : at(last);
      const from = last < 0 && !isEnd ? at(hour) : before;
      const to = isEnd ? from : at(hour);
      for (let i = last + 1; i < hour; i += 1) {
        const share = (i - last) / (hour - last);
        (days[Math.floor(i / HOURS)] as Float64Array)[i % HOURS] = from + (to - from) * share;
      }
    }
    last = hour;
  }
}
