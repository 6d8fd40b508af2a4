import type { PowerRun, SeriesWindow } from '@solano/domain/energy';

/** A plant's normalized file as its customer delivered it. */
export interface ForecastVersion {
  /** Names the version: a digest of the object's key, its etag and the time of its modification. */
  readonly file: string;
  /** When the file was modified: from then on the version is known. */
  readonly knownAt: Date;
  /** In order of start, none overlapping; none where the file could not be read. */
  readonly runs: readonly PowerRun[];
}

/** A version of the forecast of a plant. */
export interface PlantForecastVersion extends ForecastVersion {
  readonly plantId: string;
}

/** What is known of a plant's versions without their values. */
export interface ForecastState {
  readonly plantId: string;
  /** How many there are: it grows with every version that is recorded. */
  readonly versions: number;
  /** When they became known, newest first, at most {@link MAX_DELIVERY_TIMES}. */
  readonly knownAt: readonly Date[];
}

/**
 * Keeps every version of the forecasts that customers deliver, also of files that were overwritten
 * since. A plant's versions go with it. Errors: `store_unavailable`.
 */
export interface DeliveredForecastStore {
  /**
   * Records versions in one transaction, all or none. Those that are recorded already, and those of
   * plants that the customer does not have (any more), are left out. Returns how many were new.
   */
  record(customerId: string, versions: readonly PlantForecastVersion[]): Promise<number>;
  /** Which of the files are recorded, with their plants. */
  recorded(
    plantIds: readonly string[],
    files: readonly string[],
  ): Promise<readonly Pick<PlantForecastVersion, 'plantId' | 'file'>[]>;
  /**
   * The versions that have a value in a window, in order of the time at which they became known.
   * Plant by plant, those without any left out.
   */
  versions(
    customerId: string,
    plantIds: readonly string[],
    window: SeriesWindow,
  ): AsyncIterable<{ readonly plantId: string; readonly versions: readonly ForecastVersion[] }>;
  /** The newest version with values that was known at an instant. */
  newest(customerId: string, plantId: string, at: Date): Promise<ForecastVersion | undefined>;
  /** The plants that have versions, in order of id. */
  states(customerId: string, plantIds: readonly string[]): Promise<ForecastState[]>;
}
