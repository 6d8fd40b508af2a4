import { HOURS } from '@solano/domain/kernel';
import { meanOf } from '@solano/domain/kernel/statistics';
import { learnableFeatures } from './calendar-features.ts';
import type { TemperaturesAhead } from './known-temperatures.ts';
import type { Lead } from './lead.ts';
import { type Coefficients, product, robustRidge } from './ridge.ts';
import { featuresOfDay, TEMPERATURE_FEATURES, type TemperatureDay } from './temperature-day.ts';
import { prefixesOf, recency, type TrainingDays, wholeDays } from './training-days.ts';

const HALF_LIFE_DAYS = 1_000;
const CALENDAR_PENALTY = 176;
const PENALTY = 18;
const LEVEL_PENALTY = 1;
const WEEK = 7;
/** Days that a row looks back. */
const LOOK_BACK_DAYS = 28;

/** Coefficients of the features of a day, 24 times. */
export type ProfileFit = Coefficients;

/**
 * Learns a day’s 24 values from those of the days before it, all by the level of the week before: from
 * the days before each of several, ascending.
 *
 * @param cutoffs each with at least 29 days before it.
 * @param ahead with it only days of which it has the temperature are learned from.
 */
export function fitProfiles(
  days: TrainingDays,
  lead: Lead,
  cutoffs: readonly number[],
  ahead?: TemperaturesAhead,
): ProfileFit[] {
  const last = cutoffs.at(-1) as number;
  const temperatureOf = (place: number) => ahead?.get(days.dateAt(place - lead.days));
  const places = wholeDays(days, LOOK_BACK_DAYS, last).filter((place) => {
    return !ahead || temperatureOf(place);
  });
  const ofCalendar = learnableFeatures(days.calendar(0), days.isYear);
  const ofDays = describe(days, places[0] as number, lead).length;
  const size = ahead ? ofDays + TEMPERATURE_FEATURES.day : ofDays;
  const rows = new Float64Array(places.length * size);
  const targets = new Float64Array(places.length * HOURS);
  places.forEach((place, row) => {
    rows.set(describe(days, place - lead.days, lead, temperatureOf(place)), row * size);
    const level = days.levels[place - lead.days] as number;
    const relative = (days.known[place] as Float64Array).map((value) => value - level);
    targets.set(relative, row * HOURS);
  });
  const penalties = new Float64Array(size).fill(PENALTY * days.variance);
  penalties.fill(CALENDAR_PENALTY * days.variance, 0, ofCalendar);
  penalties[0] = LEVEL_PENALTY * days.variance;
  const weightAt = recency(last, HALF_LIFE_DAYS);
  const weights = Float64Array.from(places, weightAt);
  const regression = { size, rows, targetCount: HOURS, targets, weights, penalties };
  return robustRidge(regression, prefixesOf(places, cutoffs, weightAt));
}

/**
 * 24 values expected of the day `lead` after one.
 *
 * @param temperature of that day, where it was learned with temperatures.
 */
export function expectedProfile(
  fit: ProfileFit,
  days: TrainingDays,
  origin: number,
  lead: Lead,
  temperature?: TemperatureDay,
): Float64Array {
  const row = describe(days, origin, lead, temperature);
  const level = days.levels[origin] as number;
  return Float64Array.from(fit, (coefficients) => level + product(coefficients, row));
}

/**
 * The calendar of a day; the hours known of the day of origin, the day before and the same weekday of the last two
 * weeks, by the level of the week before; whether those were workdays; its temperature.
 */
function describe(
  days: TrainingDays,
  origin: number,
  lead: Lead,
  temperature?: TemperatureDay,
): Float64Array {
  const place = origin + lead.days;
  const level = days.levels[origin] as number;
  const week = place - WEEK * Math.ceil((lead.days + 1) / WEEK);
  const relative = (day: number, hours = HOURS) =>
    Array.from(dayAt(days, day).subarray(0, hours), (value) => value - level);
  const shares = [origin - 1, origin, week].flatMap((day) => {
    const { workShare, holidayShare } = days.calendar(day);
    return [workShare, holidayShare];
  });
  const { features } = days.calendar(place);
  return Float64Array.from([
    ...features.subarray(0, learnableFeatures(days.calendar(0), days.isYear)),
    ...relative(origin, lead.hours),
    ...relative(origin - 1),
    ...relative(week),
    meanOf(dayAt(days, origin - 2)) - level,
    meanOf(dayAt(days, origin - 3)) - level,
    ...relative(week - WEEK),
    ...shares,
    ...(temperature ? featuresOfDay(temperature) : []),
  ]);
}

function dayAt(days: TrainingDays, place: number): Float64Array {
  return days.filled[Math.max(0, place)] as Float64Array;
}
