import { startOfDate } from '@solano/domain/kernel';
import { LEVELS } from '../levels.ts';
import type { ConsumptionHistory } from './clock-days.ts';
import { clockHours } from './clock-hours.ts';
import { errorQuantiles } from './error-quantiles.ts';
import { type ExpectedDay, forecastGroup, hindcastGroup, type PastDay } from './group-forecast.ts';
import type { Lead } from './lead.ts';

/** The distribution of the consumption of each hour of a day. */
export interface ConsumptionDay {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  /** Start (ms) of its first hour. */
  readonly start: number;
  /** MW of each of {@link LEVELS} by hour, 23 to 25, ascending over the levels. */
  readonly mw: readonly Float64Array[];
  /** Whether the temperature that was forecast for the day is a part of it. */
  readonly isByTemperature: boolean;
}

/** A group of consumers. */
export interface ConsumptionGroup {
  readonly history: ConsumptionHistory;
  /** The last day (`YYYY-MM-DD`) on which it counts; null: it has no end. */
  readonly ends: string | null;
}

/** Known days from which on there is a forecast. */
const MIN_DAYS = 28;
/** Past forecasts from which on those of days that have come have quantiles. */
const MIN_PAST_DAYS = 14;

/**
 * Forecasts the sum of groups for days to come, from what was known of each. The quantiles are those of the errors
 * that forecasts of the sum would have had in the past, so errors of groups that went together go together.
 * Undefined where no group has 28 known days.
 *
 * @param dates days after the last known one, ascending (`YYYY-MM-DD`).
 */
export function forecastConsumption(
  groups: readonly ConsumptionGroup[],
  dates: readonly string[],
): ConsumptionDay[] | undefined {
  const expected = groups.flatMap(({ history, ends }) => {
    const forecast = forecastGroup(history, dates);
    return forecast ? [{ ...forecast, ends }] : [];
  });
  if (!expected.some(({ knownDays }) => knownDays >= MIN_DAYS)) return undefined;
  return dates.flatMap((date, i) => {
    const counting = expected.filter(({ ends }) => ends === null || date <= ends);
    return (
      dayOfSum(
        date,
        counting.map(({ days }) => days[i] as ExpectedDay),
      ) ?? []
    );
  });
}

/**
 * The forecasts of the sum of groups for days that have come, each as it would have been made when so much was
 * known; undefined where too little was known. Values are those that are known now, whenever they came.
 *
 * @param dates consecutive days.
 */
export function hindcastConsumption(
  groups: readonly ConsumptionGroup[],
  dates: readonly string[],
  lead: Lead,
): (ConsumptionDay | undefined)[] {
  const hindcasts = groups.map(({ history, ends }) => {
    return { days: hindcastGroup(history, dates, lead), ends };
  });
  return dates.map((date, i) => {
    const counting = hindcasts.flatMap(({ days, ends }) => {
      return days[i] && (ends === null || date <= ends) ? [days[i]] : [];
    });
    const isKnown = counting.some(({ past }) => past.length >= MIN_PAST_DAYS);
    return isKnown ? dayOfSum(date, counting) : undefined;
  });
}

function dayOfSum(date: string, groups: readonly ExpectedDay[]): ConsumptionDay | undefined {
  const sum = summed(groups);
  const quantiles = sum && errorQuantiles(sum);
  return quantiles && { ...consumptionDay(date, quantiles), isByTemperature: sum.isByTemperature };
}

/** The sum of groups, and of those of them whose past days are known: a new one has no past. */
function summed(groups: readonly ExpectedDay[]): ExpectedDay | undefined {
  const [first, ...others] = groups;
  if (!first || others.length === 0) return first;
  const longest = Math.max(...groups.map(({ past }) => past.length));
  const withPast = groups.filter(({ past }) => past.length >= longest / 2);
  return {
    date: first.date,
    workShare: first.workShare,
    offset: sumOf(groups.map(({ offset }) => offset)),
    expected: sumOfDays(groups.map(({ expected }) => expected)),
    isByTemperature: groups.some(({ isByTemperature }) => isByTemperature),
    past: summedPast(withPast.map(({ past }) => past)),
  };
}

/** The days that all have. */
function summedPast(pasts: readonly (readonly PastDay[])[]): PastDay[] {
  const [first = [], ...others] = pasts;
  const byDate = others.map((past) => new Map(past.map((day) => [day.date, day])));
  return first.flatMap((day) => {
    const same = byDate.flatMap((days) => days.get(day.date) ?? []);
    if (same.length < others.length) return [];
    const all = [day, ...same];
    return [
      {
        date: day.date,
        workShare: day.workShare,
        expected: sumOfDays(all.map(({ expected }) => expected)),
        measured: sumOfDays(all.map(({ measured }) => measured)),
      },
    ];
  });
}

function sumOfDays(days: readonly Float64Array[]): Float64Array {
  const [first, ...others] = days as [Float64Array];
  return first.map(
    (value, hour) => value + sumOf(others.map((day: Float64Array) => day[hour] as number)),
  );
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Clock hours as the hours of a day. */
function consumptionDay(date: string, quantiles: readonly Float64Array[]) {
  const hours = clockHours(date);
  const mw = LEVELS.map((_, level) =>
    Float64Array.from(hours, (hour) => quantiles[hour]?.[level] as number),
  );
  return { date, start: startOfDate(date), mw };
}
