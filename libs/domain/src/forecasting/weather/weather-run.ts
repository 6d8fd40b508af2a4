/** Forecasts of the weather at one place, of one run. */
export interface WeatherRun {
  /** ms. */
  readonly issuedAt: number;
  /** ms, when it became available; at `issuedAt` or later. */
  readonly knownAt: number;
  /** `open-meteo`, `file`. */
  readonly source: string;
  /** Start (ms) of the first hour. */
  readonly start: number;
  /**
   * By name, one value an hour, NaN where missing. Wind is the instant at the end of the hour; radiation its mean.
   */
  readonly fields: Readonly<Record<string, Float64Array>>;
}
