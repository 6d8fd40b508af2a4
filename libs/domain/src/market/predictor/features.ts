import { DAY_MS, dateAfter, HOURS, isHoliday } from '@solano/domain/kernel';
import type { ExogenousSeries } from './price-days.ts';

/** How many days a row of features looks back. */
export const LOOK_BACK = 14;
const LAGS = [1, 2, 3, 7];
const WEEKDAYS = 7;
const YEAR_DAYS = 365.25;
/** A day's exogenous values: its hours and their mean, of the day itself and of the day before. */
const EXOGENOUS_LAGS = [0, 1];
/** An hour's price may follow exogenous values of the hours so near, besides the day's means. */
const NEAR_HOURS = 4;
const NORMAL_DEVIATION = Math.sqrt(Math.PI / 2);
/** EUR/MWh: a calm fortnight is not magnified beyond that. */
const MIN_SPREAD = 3;
/** Deviations over which asinh is nearly straight: only extreme prices are compressed. */
const BEND = 2;

/** Maps prices to a scale of their own and back. */
export interface Scale {
  readonly to: (price: number) => number;
  readonly from: (value: number) => number;
}

const PLAIN: Scale = { to: (price) => price, from: (value) => value };

/** The regime of some days' prices: their median, and their mean deviation from it. */
export interface Regime {
  readonly level: number;
  /** In EUR/MWh, as a standard deviation where prices were normal; at least 3. */
  readonly spread: number;
}

/** The known values when a day is predicted. */
export interface DayInputs {
  readonly date: string;
  /** The hours of the {@link LOOK_BACK} days before, or more, newest last. */
  readonly past: readonly Float64Array[];
  /** For each exogenous series 24 hours of the day itself and of the day before. */
  readonly exogenous: readonly (readonly ArrayLike<number>[])[];
}

/** The regime of the last {@link LOOK_BACK} days. */
export function regimeOf(past: readonly Float64Array[]): Regime {
  const prices = new Float64Array(LOOK_BACK * HOURS);
  for (const [i, hours] of past.slice(-LOOK_BACK).entries()) prices.set(hours, i * HOURS);
  prices.sort();
  const half = prices.length / 2;
  const level = ((prices[half - 1] as number) + (prices[half] as number)) / 2;
  const deviation = prices.reduce((sum, price) => sum + Math.abs(price - level), 0);
  const spread = NORMAL_DEVIATION * (deviation / prices.length);
  return { level, spread: Math.max(MIN_SPREAD, spread) };
}

/** asinh of the price scaled by a regime's median and spread, or the price as it is. */
export function scaleOf(regime: Regime | undefined): Scale {
  if (!regime) return PLAIN;
  const { level, spread } = regime;
  const width = BEND * spread;
  return {
    to: (price) => Math.asinh((price - level) / width),
    from: (value) => level + width * Math.sinh(value),
  };
}

/**
 * The features of a day: all hours 1, 2, 3 and 7 days before on the given scale, weekday, holidays
 * (today, the day before, the week before), season, and exogenous values.
 */
export function featuresOf({ date, past, exogenous }: DayInputs, scale: Scale): Float64Array {
  const lagged = LAGS.flatMap((lag) => Array.from(past.at(-lag) as Float64Array, scale.to));
  const driven = exogenous.flatMap((days) => EXOGENOUS_LAGS.flatMap((lag) => withMean(days[lag])));
  return Float64Array.from([...lagged, ...calendarOf(date), ...driven]);
}

/**
 * The features that an hour's price may follow: everything but the exogenous values of hours that
 * are far from it.
 */
export function featuresOfHour(hour: number, size: number, series: number): number[] {
  const driven = series * EXOGENOUS_LAGS.length * (HOURS + 1);
  const first = size - driven;
  return Array.from({ length: size }, (_, i) => i).filter((i) => {
    const position = (i - first) % (HOURS + 1);
    return i < first || position === HOURS || Math.abs(position - hour) <= NEAR_HOURS;
  });
}

/** The exogenous hours of a day and the day before; undefined if any series lacks any. */
export function exogenousOf(
  series: ExogenousSeries,
  date: string,
): ArrayLike<number>[][] | undefined {
  const dates = EXOGENOUS_LAGS.map((lag) => dateAfter(date, -lag));
  const values = [...series.values()].map((days) => dates.map((each) => days.get(each)));
  const isWhole = values.flat().every((day) => day && Array.from(day).every(Number.isFinite));
  return isWhole ? (values as ArrayLike<number>[][]) : undefined;
}

function withMean(hours: ArrayLike<number> = []): number[] {
  const values = Array.from(hours).slice(0, HOURS);
  return [...values, values.reduce((sum, value) => sum + value, 0) / HOURS];
}

const calendars = new Map<string, readonly number[]>();

function calendarOf(date: string): readonly number[] {
  const cached = calendars.get(date);
  if (cached) return cached;
  const holiday = isHoliday(date);
  const time = Date.parse(date);
  const weekday = new Date(time).getUTCDay();
  const weekdays = Array.from({ length: WEEKDAYS }, (_, i) => (i === weekday && !holiday ? 1 : 0));
  const near = [holiday, isHoliday(dateAfter(date, -1)), isHoliday(dateAfter(date, -7))].map(
    Number,
  );
  const angle = (2 * Math.PI * time) / DAY_MS / YEAR_DAYS;
  const season = [angle, 2 * angle].flatMap((each) => [Math.cos(each), Math.sin(each)]);
  const calendar = [...weekdays, ...near, ...season];
  calendars.set(date, calendar);
  return calendar;
}
