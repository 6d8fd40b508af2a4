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
  /** Whether one of them rests on weather. */
  readonly hasWeather: boolean;
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
  /**
   * The forecasts with an hour in a window, plant by plant, each in order of `knownAt`; plants without any left
   * out.
   *
   * @param isDayAhead only those that were the last known at 09:00 Madrid of some day.
   */
  versions(
    customerId: string,
    plantIds: readonly string[],
    window: SeriesWindow,
    isDayAhead?: boolean,
  ): AsyncIterable<{ readonly plantId: string; readonly versions: readonly OwnForecast[] }>;
  /**
   * The day-ahead forecasts as {@link versions} gives them, without the hours after the day for which each is
   * day ahead.
   */
  dayAhead(
    customerId: string,
    plantIds: readonly string[],
    window: SeriesWindow,
  ): AsyncIterable<{ readonly plantId: string; readonly versions: readonly OwnForecast[] }>;
  /**
   * The forecasts of plants that became known after an instant and until another, plant by plant, each newest
   * first; left out are plants without any, and forecasts that end before a newer one of the same installed
   * power.
   */
  newestOf(
    customerId: string,
    plantIds: readonly string[],
    after: Date,
    at: Date,
  ): AsyncIterable<{ readonly plantId: string; readonly versions: readonly OwnForecast[] }>;
  /** The newest of a plant that were known at an instant, newest first, at most so many. */
  newest(customerId: string, plantId: string, at: Date, count: number): Promise<OwnForecast[]>;
  /**
   * The plants that have forecasts, in order of id.
   *
   * @param since of those alone that became known from then on; undefined: of all.
   */
  states(
    customerId: string,
    plantIds: readonly string[],
    since?: Date,
  ): Promise<OwnForecastState[]>;
  /**
   * Removes the forecasts of all customers that were made before an instant, but for those that were the last
   * known at 09:00 Madrid of some day. Returns how many.
   */
  purge(madeBefore: Date): Promise<number>;
}
