import type { SourceResponse } from '@solano/domain/market';
import type { WeatherPlace } from '../weather/weather-place.ts';
import type { WeatherRun } from '../weather/weather-run.ts';

/** One run of a source's weather model; instants in ms. */
export interface RunTime {
  readonly issuedAt: number;
  /** From when on its values can be asked for. */
  readonly availableAt: number;
}

/** What a weather source is asked for. */
export type WeatherRequest =
  /** Which run is the newest. */
  | { readonly kind: 'newest' }
  /** The values of a run for places of the grid. */
  | {
      readonly kind: 'run';
      readonly issuedAt: number;
      /** Whether a later run may be there: then the request names its run. */
      readonly isPast: boolean;
      readonly places: readonly WeatherPlace[];
    };

/** The values of a run as they came. */
export interface ParsedWeather {
  /** By place; those without any value are not among them. */
  readonly runs: ReadonlyMap<WeatherPlace, Pick<WeatherRun, 'start' | 'fields'>>;
}

/**
 * Forecasts the weather in runs: from each time of issue on, hour by hour, known from some hours later on. What
 * is asked for are forecasts as they were made, never analyses or measurements.
 */
export interface WeatherSource {
  readonly name: string;
  /** Places of one request at most. */
  readonly maxPlaces: number;
  /** ms between two runs; the first of a day is issued at 00:00 UTC. */
  readonly issueEveryMs: number;
  /** ms after its issue from which on a run can be there. */
  readonly earliestMs: number;
  /** ms after its issue until which a past run was surely there. */
  readonly latestMs: number;
  /** Sends one request. Whatever goes wrong with it is `unavailable`; a run that is not kept is `absent`. */
  get(request: WeatherRequest): Promise<SourceResponse>;
  /** Errors: `invalid_rows` for a response that is malformed. */
  parseNewest(content: Uint8Array): RunTime;
  /**
   * The first 7 days of a run, normalised as `WeatherRun` says. Errors: `invalid_rows` for a response that is
   * malformed, in other units, or not of the asked places.
   */
  parseRun(request: Extract<WeatherRequest, { kind: 'run' }>, content: Uint8Array): ParsedWeather;
}
