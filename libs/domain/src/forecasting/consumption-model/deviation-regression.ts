import { HOURS } from '@solano/domain/kernel';
import { meanOf } from '@solano/domain/kernel/statistics';
import type { TemperaturesAhead } from './known-temperatures.ts';
import type { Lead } from './lead.ts';
import { type Coefficients, product, ridge, robustRidge } from './ridge.ts';
import { featuresOfHour, TEMPERATURE_FEATURES, type TemperatureDay } from './temperature-day.ts';
import { recency, type TrainingDays, wholeDays } from './training-days.ts';

const HALF_LIFE_DAYS = 600;
const PENALTY = 1.8;
const LEVEL_PENALTY = 1;
/** Days that are learned from, at most: for the nearest day that is forecast, and for those after it. */
const MAX_NEAREST_DAYS = 730;
const MAX_DAYS = 365;
/** Days without a look at what was before them. */
const FIRST_DAYS = 14;
const SHORT_DAYS = 7;
const LONG_DAYS = 28;
/** Hours on either side of which the mean is taken. */
const NEAR_HOURS = 2;
const FEATURES = 22;
const THIRD = HOURS / 3;

/** Coefficients of the features of each hour, 24 times. */
export type DeviationFit = Coefficients;

/**
 * Learns from the days before one how days go on to differ from what the calendar lets expect.
 *
 * @param until after at least 15 days and those of the lead.
 * @param ahead with it only days of which it has the temperature are learned from.
 */
export function fitDeviations(
  days: TrainingDays,
  deviations: DayDeviations,
  lead: Lead,
  until: number,
  ahead?: TemperaturesAhead,
): DeviationFit {
  const maxDays = lead.isNearest ? MAX_NEAREST_DAYS : MAX_DAYS;
  const first = Math.max(FIRST_DAYS + lead.days, until - maxDays);
  const temperatures: TemperatureDay[] = [];
  const places = wholeDays(days, first, until).filter((place) => {
    const temperature = ahead?.get(days.dateAt(place - lead.days));
    if (temperature) temperatures.push(temperature);
    return !ahead || temperature;
  });
  const size = ahead ? FEATURES + TEMPERATURE_FEATURES.hour : FEATURES;
  const weights = Float64Array.from(places, recency(until, HALF_LIFE_DAYS));
  const penalties = new Float64Array(size).fill(PENALTY * days.variance);
  penalties[0] = LEVEL_PENALTY;
  const all = [{ rows: places.length, weight: 1 }];
  return Array.from({ length: HOURS }, (_, hour) => {
    const rows = new Float64Array(places.length * size);
    const targets = new Float64Array(places.length);
    places.forEach((place, row) => {
      deviations.describe(place - lead.days, lead, hour, rows, row * size);
      const temperature = temperatures[row];
      if (temperature) rows.set(featuresOfHour(temperature, hour), row * size + FEATURES);
      targets[row] = deviations.days[place]?.[hour] as number;
    });
    const regression = { size, rows, targetCount: 1, targets, weights, penalties };
    const fits = lead.isNearest ? robustRidge(regression, all) : ridge(regression, weights, all);
    return fits[0]?.[0] as Float64Array;
  });
}

/**
 * 24 deviations expected of the day `lead` after one.
 *
 * @param temperature of that day, where it was learned with temperatures.
 */
export function expectedDeviations(
  fit: DeviationFit,
  deviations: DayDeviations,
  origin: number,
  lead: Lead,
  temperature?: TemperatureDay,
): Float64Array {
  const row = new Float64Array(temperature ? FEATURES + TEMPERATURE_FEATURES.hour : FEATURES);
  return Float64Array.from(fit, (coefficients, hour) => {
    deviations.describe(origin, lead, hour, row, 0);
    if (temperature) row.set(featuresOfHour(temperature, hour), FEATURES);
    return product(coefficients, row);
  });
}

/** Deviations by day, with their means. */
export class DayDeviations {
  readonly days: readonly Float64Array[];
  readonly #means: Float64Array;
  /** By day, means of its thirds. */
  readonly #thirds: readonly Float64Array[];
  /** By day, the mean around each hour. */
  readonly #around: readonly Float64Array[];
  /** By hour the sums of all days before each day, and of the means. */
  readonly #sums: readonly Float64Array[];

  constructor(days: readonly Float64Array[]) {
    this.days = days;
    this.#means = Float64Array.from(days, (day) => meanOf(day, 0, HOURS));
    this.#thirds = days.map((day) =>
      Float64Array.from({ length: 3 }, (_, i) => meanOf(day, i * THIRD, (i + 1) * THIRD)),
    );
    this.#around = days.map((day) =>
      day.map((_, hour) =>
        meanOf(day, Math.max(0, hour - NEAR_HOURS), Math.min(HOURS, hour + NEAR_HOURS + 1)),
      ),
    );
    this.#sums = Array.from({ length: HOURS + 1 }, (_, hour) => {
      const sums = new Float64Array(days.length + 1);
      days.forEach((day, place) => {
        const value = hour < HOURS ? day[hour] : this.#means[place];
        sums[place + 1] = (sums[place] as number) + (value as number);
      });
      return sums;
    });
  }

  /**
   * Writes the features of an hour of the day `lead` after a day of which `lead.hours` are known: those hours, the
   * days before, the same weekday of the two weeks before, the last week and the last four weeks.
   */
  describe(origin: number, lead: Lead, hour: number, row: Float64Array, offset: number): void {
    const today = this.#day(origin);
    const yesterday = this.#day(origin - 1);
    const before = this.#day(origin - 2);
    const weeks = SHORT_DAYS * Math.ceil((lead.days + 1) / SHORT_DAYS);
    const week = origin + lead.days - weeks;
    const { hours } = lead;
    const thirds = this.#thirds[Math.max(0, origin - 1)] as Float64Array;
    const features = [
      1,
      hours > 0 ? meanOf(today, 0, hours) : 0,
      hours > 0 ? (today[hours - 1] as number) : 0,
      hours > 1 ? (today[hours - 2] as number) : 0,
      hour < hours ? (today[hour] as number) : 0,
      yesterday[hour] as number,
      this.#around[Math.max(0, origin - 1)]?.[hour] as number,
      this.#mean(origin - 1),
      thirds[0] as number,
      thirds[1] as number,
      thirds[2] as number,
      yesterday[HOURS - 1] as number,
      before[hour] as number,
      this.#mean(origin - 2),
      this.#mean(origin - 3),
      this.#day(week)[hour] as number,
      this.#mean(week),
      this.#day(week - SHORT_DAYS)[hour] as number,
      this.#meanOfLast(SHORT_DAYS, origin, hour),
      this.#meanOfLast(LONG_DAYS, origin, hour),
      this.#meanOfLast(SHORT_DAYS, origin, HOURS),
      this.#meanOfLast(LONG_DAYS, origin, HOURS),
    ];
    row.set(features, offset);
  }

  /** A day before the first is as the first. */
  #day(place: number): Float64Array {
    return this.days[Math.max(0, place)] as Float64Array;
  }

  #mean(place: number): number {
    return this.#means[Math.max(0, place)] as number;
  }

  /** @param hour 24: of the days’ means. */
  #meanOfLast(count: number, origin: number, hour: number): number {
    const sums = this.#sums[hour] as Float64Array;
    const first = Math.max(0, origin - count);
    const days = Math.max(1, origin - first);
    return ((sums[origin] as number) - (sums[first] as number)) / days;
  }
}
