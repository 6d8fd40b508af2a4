import { HOUR_MS } from '@solano/domain/kernel';

/** A run of a weather model without its values. */
export interface RunHead {
  /** Who made it known: the name of a source, or `file`. */
  readonly source: string;
  /** The instant (ms) that the run starts from. */
  readonly issuedAt: number;
  /** From when on (ms) it is known: not before it was issued. */
  readonly knownAt: number;
  /** Start (ms) of the first hour; the next follow without a gap. */
  readonly start: number;
}

/** The weather of one place as one run of a weather model forecast it, hour by hour. */
export interface WeatherRun extends RunHead {
  /**
   * One value an hour, NaN where it is missing, by the name of the field: m/s, degrees, °C, W/m², hPa, mm;
   * cloud cover and relative humidity from 0 to 1. Radiation and precipitation are of the hour, all else is
   * of the instant at its end.
   */
  readonly fields: Readonly<Record<string, Float64Array>>;
}

/** Hours of a run. */
function hoursOfRun({ fields }: WeatherRun): number {
  return Object.values(fields)[0]?.length ?? 0;
}

/** End (ms) of the last hour of a run. */
export function endOfRun(run: WeatherRun): number {
  return run.start + hoursOfRun(run) * HOUR_MS;
}

/** Whether two runs say the same of the same hours. */
export function saysTheSame(a: WeatherRun, b: WeatherRun): boolean {
  const names = Object.keys(a.fields);
  if (a.start !== b.start || names.length !== Object.keys(b.fields).length) return false;
  return names.every((name) => {
    const [one, other] = [a.fields[name] as Float64Array, b.fields[name]];
    if (one.length !== other?.length) return false;
    return one.every((value, i) => Object.is(value, other[i]) || value === other[i]);
  });
}
