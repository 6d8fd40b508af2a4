import type { SeriesWindow } from '@solano/domain/energy';
import type { AuditEntry } from '@solano/domain/service';
import type { WeatherPlace } from './weather-place.ts';
import type { RunHead, WeatherRun } from './weather-run.ts';

/** How many runs were recorded, and how many of them say otherwise than what was known of their issue. */
export interface RecordedRuns {
  readonly recorded: number;
  readonly changed: number;
}

/** What is known of the runs of a place and source without their values; instants in ms. */
export interface WeatherState {
  readonly place: WeatherPlace;
  readonly source: string;
  readonly firstIssuedAt: number;
  readonly lastIssuedAt: number;
  /** When the newest became known. */
  readonly lastKnownAt: number;
  readonly runs: number;
}

/** Runs of a place with an hour in a window. */
export interface PlaceRuns {
  readonly place: WeatherPlace;
  /** In order of `knownAt`, those of one instant in order of `issuedAt`. */
  readonly runs: readonly WeatherRun[];
}

/** Which of the runs are read, and what of them; all, where nothing is said. */
export interface RunSelection {
  /** Only those known at that instant (ms). */
  readonly knownBy?: number;
  /** Of the runs of a place those that are wanted, in the same order. */
  readonly pick?: <Run extends RunHead>(runs: readonly Run[]) => readonly Run[];
  /** Of the names of a run’s fields those that are wanted. */
  readonly fields?: (names: readonly string[]) => readonly string[];
}

/**
 * Keeps the runs of weather models with every vintage. Those of a plant’s own place go with the plant.
 * Errors: `store_unavailable`.
 */
export interface WeatherStore {
  /**
   * Records runs in one transaction, all or none, as `newVintages` says; calls at once give the result of
   * sequential ones. The first runs of a place and source come with the job of first forecasts. Errors: `plant_unknown` for the own place of a plant that is not there (any more).
   *
   * @param at when they are recorded.
   * @param entry written along with them where any is new.
   */
  record(
    place: WeatherPlace,
    runs: readonly WeatherRun[],
    at: Date,
    entry?: AuditEntry,
  ): Promise<RecordedRuns>;
  /** The runs of places with an hour in a window, place by place; places without any left out. */
  runs(
    places: readonly WeatherPlace[],
    window: SeriesWindow,
    selection?: RunSelection,
  ): AsyncIterable<PlaceRuns>;
  /**
   * The places that have runs, in order of place and source.
   *
   * @param places undefined: all.
   */
  states(places?: readonly WeatherPlace[]): Promise<WeatherState[]>;
}
