import { HOURS } from '@solano/domain/kernel';
import { meanOf } from '@solano/domain/kernel/statistics';

/** °C below which is heated, and above which is cooled. */
const HEATED_BELOW = 17;
const COOLED_ABOVE = 23;
/** °C of one unit of a feature: as large as those of the calendar are. */
const UNIT = 10;
/** Hours on either side of which the mean is taken. */
const NEAR_HOURS = 2;
const WEEK = 7;
const THIRDS = 3;
const THIRD = HOURS / THIRDS;

/**
 * Heating and cooling degrees of a day and of those before it, as numbers for linear models: °C below 17 and above
 * 23, in tens.
 */
export interface TemperatureDay {
  /** The mean around each clock hour: heating, cooling. */
  readonly hours: readonly [heating: Float64Array, cooling: Float64Array];
  /** Means of the thirds of the day: three of heating, three of cooling. */
  readonly thirds: Float64Array;
  /**
   * Means of the day, of the one before it, which buildings remember, and of the last day, week and four weeks
   * before the forecast was made, which the level is of; each of heating and cooling.
   */
  readonly means: Float64Array;
}

/** Features of a day for a model of its 24 hours, and of one hour of it. */
export const TEMPERATURE_FEATURES = { day: 16, hour: 12 };

/**
 * @param target °C of 24 clock hours of the day, as known when it is forecast.
 * @param before the same of the day before it.
 * @param past the same of the days before the forecast was made, the nearest first.
 * Undefined where none of those is known.
 */
export function temperatureDay({
  target,
  before = target,
  past,
}: {
  readonly target: Float64Array;
  readonly before: Float64Array | undefined;
  readonly past: readonly Float64Array[];
}): TemperatureDay | undefined {
  const [yesterday] = past;
  if (!yesterday) return undefined;
  const [heating, cooling] = [target.map(heatingDegrees), target.map(coolingDegrees)];
  const thirds = [heating, cooling].flatMap((degrees) => {
    return Array.from({ length: THIRDS }, (_, i) => meanOf(degrees, i * THIRD, (i + 1) * THIRD));
  });
  const lastWeek = past.slice(0, WEEK);
  const means = [heatingDegrees, coolingDegrees].flatMap((degrees) => {
    return [[target], [before], [yesterday], lastWeek, past].map((days) => {
      return days.reduce((sum, day) => sum + meanOf(day.map(degrees)), 0) / days.length;
    });
  });
  return {
    hours: [around(heating), around(cooling)],
    thirds: Float64Array.from(thirds),
    means: Float64Array.from(means),
  };
}

/** {@link TEMPERATURE_FEATURES}.day of them. */
export function featuresOfDay({ thirds, means }: TemperatureDay): number[] {
  return [...thirds, ...means];
}

/** {@link TEMPERATURE_FEATURES}.hour of them. */
export function featuresOfHour({ hours: [heating, cooling], means }: TemperatureDay, hour: number) {
  return [heating[hour] as number, cooling[hour] as number, ...means];
}

function heatingDegrees(celsius: number): number {
  return Math.max(0, HEATED_BELOW - celsius) / UNIT;
}

function coolingDegrees(celsius: number): number {
  return Math.max(0, celsius - COOLED_ABOVE) / UNIT;
}

function around(degrees: Float64Array): Float64Array {
  return degrees.map((_, hour) =>
    meanOf(degrees, Math.max(0, hour - NEAR_HOURS), Math.min(HOURS, hour + NEAR_HOURS + 1)),
  );
}
