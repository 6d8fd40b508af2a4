import type { WeatherRun } from '../weather/weather-run.ts';

/** What is known of a plant itself. */
export interface OwnHistory {
  readonly plant: {
    readonly technology: 'wind' | 'solar';
    readonly installedMw: number;
    readonly lat: number;
    readonly lon: number;
  };
  /** Of the plant's own place, in order of `knownAt`. */
  readonly weather: readonly WeatherRun[];
  /** Mean power (MW) of each hour since `start` (ms), NaN where missing or touched by an unavailability. */
  readonly production: { readonly start: number; readonly mw: Float64Array };
  /** ms after the end of an hour from when on its value is known. */
  readonly knownAfter: number;
}

/** What a plant's forecasts are learned and made from. */
export interface PlantHistory extends OwnHistory {
  /** Of the customer's other plants of the same technology, in a fixed order, at most 12. */
  readonly neighbours: readonly (readonly WeatherRun[])[];
}
