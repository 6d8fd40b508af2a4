import type { SeriesWindow } from '@solano/domain/energy';
import type { OwnForecast } from './own-forecast.ts';

/** A forecast of one of some plants. */
export interface PlantOwnForecast extends OwnForecast {
  readonly plantId: string;
}

/** What is known of a plant’s forecasts without their values. */
export interface OwnForecastState {
  readonly plantId: string;
  /** Another one whenever forecasts are added or removed. */
  readonly revision: string;
  /** When the newest became known. */
  readonly knownAt: Date;
}

/** A forecast that is not settled to be kept for good. */
export interface UnsettledForecast {
  readonly plantId: string;
  readonly knownAt: Date;
}

/**
 * Keeps the forecasts that the service makes. Those of a plant go with it. Errors: `store_unavailable`.
 */
export interface OwnForecastStore {
  /**
   * Records forecasts in one transaction, all or none; one takes the place of another of the same plant
   * that was known at the same instant. Those of plants that the customer does not have (any more) are
   * left out. Returns how many were recorded.
   *
   * @param madeAt when they were made: those known long before are hindcasts.
   */
  record(customerId: string, forecasts: readonly PlantOwnForecast[], madeAt: Date): Promise<number>;
  /** The forecasts with an hour in a window, plant by plant, each in order of `knownAt`; plants without any left out. */
  versions(
    customerId: string,
    plantIds: readonly string[],
    window: SeriesWindow,
  ): AsyncIterable<{ readonly plantId: string; readonly versions: readonly OwnForecast[] }>;
  /** The newest of a plant that were known at an instant, newest first, at most so many. */
  newest(customerId: string, plantId: string, at: Date, count: number): Promise<OwnForecast[]>;
  /** The plants that have forecasts, in order of id. */
  states(customerId: string, plantIds: readonly string[]): Promise<OwnForecastState[]>;
  /**
   * The forecasts of all customers that were made before an instant and are not settled, in order of plant
   * and `knownAt`: at most so many.
   */
  unsettled(madeBefore: Date, count: number): Promise<UnsettledForecast[]>;
  /** Keeps some of the unsettled forecasts for good and removes the others, in one transaction. */
  settle(kept: readonly UnsettledForecast[], removed: readonly UnsettledForecast[]): Promise<void>;
}
