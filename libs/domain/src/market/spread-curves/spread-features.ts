import { DAY_MS, HOURS, isHoliday, weekdayOf } from '@solano/domain/kernel';
import { meanOf } from '@solano/domain/kernel/statistics';
import type { Hours, SpreadDays } from './spread-days.ts';

/** Days over which the spreads of an hour are averaged: a week, and the eight weeks of the rule. */
const WEEK_DAYS = 7;
export const RULE_DAYS = 56;
const YEAR_DAYS = 365.25;
/** Holidays are a kind of day of their own, after Sunday. */
const HOLIDAY = 8;

/** What is known of an hour before its session, by the names of docs/limit-bids.md. */
interface HourFeatures {
  /** EUR/MWh, as all prices and spreads here. */
  readonly predicted: number;
  readonly predictedBefore: number;
  readonly predictedAfter: number;
  readonly dayMean: number;
  readonly dayRange: number;
  readonly overDayMean: number;
  readonly hour: number;
  readonly weekday: number;
  readonly seasonCos: number;
  readonly seasonSin: number;
  readonly lastSpread: number;
  readonly spreadBefore: number;
  readonly weekSpread: number;
  readonly ruleSpread: number;
  readonly lastSurprise: number;
  readonly lastDaySurprise: number;
}

/** The features of the hours of days; each day's from what was known at 09:00 the day before. */
export class SpreadFeatures {
  readonly #days: SpreadDays;
  readonly #features = new Map<number, readonly (readonly number[])[]>();
  readonly #means = new Map<number, readonly number[]>();

  constructor(days: SpreadDays) {
    this.#days = days;
  }

  /** By hour of the clock, the values of a day's features. */
  of(day: number): readonly (readonly number[])[] {
    const cached = this.#features.get(day);
    if (cached) return cached;
    const features = this.#compute(day).map((each) => Object.values(each) as number[]);
    this.#features.set(day, features);
    return features;
  }

  /** The rule: the mean spread of each hour over the 56 days before one; NaN where none has it. */
  ruleSpreads(day: number): readonly number[] {
    const cached = this.#means.get(day) ?? this.#meanSpreads(day, RULE_DAYS);
    this.#means.set(day, cached);
    return cached;
  }

  #compute(day: number): HourFeatures[] {
    const { dates, predicted, earlier, later, lag } = this.#days;
    const date = dates[day] as string;
    const own = predicted[day] as Hours;
    const dayMean = meanOf(own);
    const dayRange = Math.max(...own) - Math.min(...own);
    const weekSpreads = this.#meanSpreads(day, WEEK_DAYS);
    const ruleSpreads = this.ruleSpreads(day);
    const surprises = differences(earlier[day - lag], predicted[day - lag]);
    const spreads = differences(later[day - lag], earlier[day - lag]);
    const spreadsBefore = differences(later[day - lag - 1], earlier[day - lag - 1]);
    const angle = (2 * Math.PI * Date.parse(date)) / DAY_MS / YEAR_DAYS;
    return Array.from({ length: HOURS }, (_, hour) => ({
      predicted: own[hour] as number,
      predictedBefore: own[Math.max(0, hour - 1)] as number,
      predictedAfter: own[Math.min(HOURS - 1, hour + 1)] as number,
      dayMean,
      dayRange,
      overDayMean: (own[hour] as number) - dayMean,
      hour,
      weekday: isHoliday(date) ? HOLIDAY : weekdayOf(date),
      seasonCos: Math.cos(angle),
      seasonSin: Math.sin(angle),
      lastSpread: spreads[hour] as number,
      spreadBefore: spreadsBefore[hour] as number,
      weekSpread: weekSpreads[hour] as number,
      ruleSpread: ruleSpreads[hour] as number,
      lastSurprise: surprises[hour] as number,
      lastDaySurprise: meanOf(surprises),
    }));
  }

  /** The means of each hour over the known ones of some days up to {@link SpreadDays.lag} before one. */
  #meanSpreads(day: number, count: number): number[] {
    const { earlier, later, lag } = this.#days;
    const end = day - lag + 1;
    return Array.from({ length: HOURS }, (_, hour) => {
      let sum = 0;
      let known = 0;
      for (let i = Math.max(0, day - count); i < end; i += 1) {
        const spread = (later[i] as Hours)[hour] as number;
        const difference = spread - ((earlier[i] as Hours)[hour] as number);
        if (Number.isNaN(difference)) continue;
        sum += difference;
        known += 1;
      }
      return known > 0 ? sum / known : Number.NaN;
    });
  }
}

function differences(minuend?: Hours, subtrahend?: Hours): Hours {
  const hours = new Float64Array(HOURS).fill(Number.NaN);
  return minuend && subtrahend
    ? hours.map((_, i) => (minuend[i] as number) - (subtrahend[i] as number))
    : hours;
}
