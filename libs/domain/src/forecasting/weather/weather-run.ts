/** The weather of one place as one run of a weather model forecast it, hour by hour. */
export interface WeatherRun {
  /** Who made it known: the name of a source, or `file`. */
  readonly source: string;
  /** The instant (ms) that the run starts from. */
  readonly issuedAt: number;
  /** From when on (ms) it is known: not before it was issued. */
  readonly knownAt: number;
  /** Start (ms) of the first hour; the next follow without a gap. */
  readonly start: number;
  /**
   * One value an hour, NaN where it is missing, by the name of the field: m/s, degrees, °C, W/m², hPa, mm;
   * cloud cover and relative humidity from 0 to 1. Radiation and precipitation are of the hour, all else is
   * of the instant at its end.
   */
  readonly fields: Readonly<Record<string, Float64Array>>;
}
