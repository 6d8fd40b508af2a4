import { HOUR_MS, MICRO } from '@solano/domain/kernel';
import { LEVELS } from '../levels.ts';

/** Parts of installed power that quantiles are kept in: 0.1 %, far below what a forecast is off by. */
export const SHARES = 1_000;
const HIGHEST = 100;
/** The level of the point forecast, in percent. */
export const MEDIAN = 50;

/** `learned` from the plant’s own production, or `physical` from its technology alone. */
export type ForecastMethod = 'learned' | 'physical';

/** A forecast of a plant’s power that the service made: the quantiles of each hour, none taken off for outages. */
export interface OwnForecast {
  /** From when on it is known: what became known later is not in it. */
  readonly knownAt: Date;
  readonly method: ForecastMethod;
  /** The newest run of weather that it rests on; null: none. */
  readonly weather: { readonly source: string; readonly issuedAt: Date } | null;
  /** Start (ms) of the first hour; the next follow without a gap. */
  readonly start: number;
  readonly installedMicroMw: number;
  /** Parts 1 ÷ {@link SHARES} of installed power: of each hour one for each of {@link LEVELS}, ascending. */
  readonly shares: Uint16Array;
}

/** A distribution of power as a model makes it. */
export interface PowerDistribution {
  readonly method: ForecastMethod;
  /** `issuedAt` in ms. */
  readonly weather: { readonly source: string; readonly issuedAt: number } | undefined;
  /** Start (ms) of the first hour. */
  readonly start: number;
  /** MW of each of {@link LEVELS} by hour: from 0 to installed power, ascending over the levels. */
  readonly mw: readonly Float64Array[];
}

/** A distribution as it is kept: its quantiles rounded to parts of installed power. */
export function keptForecast(
  { method, weather, start, mw }: PowerDistribution,
  { knownAt, installedMw }: { readonly knownAt: Date; readonly installedMw: number },
): OwnForecast {
  const hours = mw[0]?.length ?? 0;
  const shares = new Uint16Array(hours * LEVELS.length);
  const scale = installedMw > 0 ? SHARES / installedMw : 0;
  for (let hour = 0; hour < hours; hour += 1) {
    for (let i = 0; i < LEVELS.length; i += 1) {
      const power = (mw[i] as Float64Array)[hour] as number;
      shares[hour * LEVELS.length + i] = Math.round(power * scale);
    }
  }
  const run = weather && { source: weather.source, issuedAt: new Date(weather.issuedAt) };
  const installedMicroMw = Math.round(installedMw * MICRO);
  return { knownAt, method, weather: run ?? null, start, installedMicroMw, shares };
}

/** Hours of a forecast. */
export function hoursOf({ shares }: OwnForecast): number {
  return shares.length / LEVELS.length;
}

/** The end (ms) of a forecast’s last hour. */
export function endOfForecast(forecast: OwnForecast): number {
  return forecast.start + hoursOf(forecast) * HOUR_MS;
}

/** The same forecast without the hours from some on. */
export function firstHours(forecast: OwnForecast, hours: number): OwnForecast {
  return { ...forecast, shares: forecast.shares.slice(0, hours * LEVELS.length) };
}

/**
 * A quantile of an hour in micro-MW, rounded: between kept levels on the line, 0 at the level 0 and
 * installed power at 100.
 *
 * @param hour from 0.
 * @param percent from 0 to 100.
 */
export function quantileOf(forecast: OwnForecast, hour: number, percent: number): number {
  const { shares, installedMicroMw } = forecast;
  const first = hour * LEVELS.length;
  const above = LEVELS.findIndex((level) => level >= percent);
  const next = above < 0 ? LEVELS.length : above;
  const [lowLevel, low] =
    next === 0 ? [0, 0] : [LEVELS[next - 1] as number, shares[first + next - 1] as number];
  const [highLevel, high] =
    next === LEVELS.length
      ? [HIGHEST, SHARES]
      : [LEVELS[next] as number, shares[first + next] as number];
  const share = low + ((high - low) * (percent - lowLevel)) / (highLevel - lowLevel);
  return Math.round((share * installedMicroMw) / SHARES);
}

/**
 * The level, from 0 to 1, at which the distribution of an hour has a power: the middle of them where several
 * have it.
 */
export function levelOf(forecast: OwnForecast, hour: number, microMw: number): number {
  const { shares, installedMicroMw } = forecast;
  if (installedMicroMw <= 0) return 1 / 2;
  const share = Math.min(SHARES, Math.max(0, (microMw * SHARES) / installedMicroMw));
  let lowest = HIGHEST;
  let highest = 0;
  let [lowLevel, low] = [0, 0];
  for (let i = 0; i <= LEVELS.length; i += 1) {
    const isLast = i === LEVELS.length;
    const highLevel = isLast ? HIGHEST : (LEVELS[i] as number);
    const high = isLast ? SHARES : (shares[hour * LEVELS.length + i] as number);
    if (share >= low && share <= high) {
      const part = high === low ? undefined : (share - low) / (high - low);
      const level = part === undefined ? undefined : lowLevel + (highLevel - lowLevel) * part;
      lowest = Math.min(lowest, level ?? lowLevel);
      highest = Math.max(highest, level ?? highLevel);
    }
    lowLevel = highLevel;
    low = high;
  }
  return (lowest + highest) / 2 / HIGHEST;
}
