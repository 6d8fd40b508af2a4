import type { AuditEntry, FileUpload } from '@solano/domain/service';
import type { MeasuredSeries, SeriesFilter } from './measured-series.ts';
import type { DeliveredRun, PowerRun } from './power-run.ts';
import type { SeriesWindow } from './power-series.ts';

/** Values of one series. */
export interface SeriesValues {
  readonly series: MeasuredSeries;
  /** In order of start; no two overlap. */
  readonly runs: readonly PowerRun[];
}

/** Values that are recorded together. */
export interface MeasurementDelivery {
  readonly customerId: string;
  readonly deliveredAt: Date;
  /** The file that they came in, where there was one. */
  readonly upload?: FileUpload;
}

/** What is known of a series without its values. */
export interface SeriesState {
  readonly series: MeasuredSeries;
  /** Start of the earliest period that was ever delivered. */
  readonly firstStart: Date;
  /** End of the latest. */
  readonly lastEnd: Date;
  /** Grows with every delivery, and with every upload of its values that is taken back. */
  readonly revision: number;
  /** When values came, newest first, at most {@link MAX_DELIVERY_TIMES}. */
  readonly deliveredAt: readonly Date[];
}

/** A series with its runs of a window. */
export interface SeriesRuns extends SeriesState {
  /** In order of delivery, those that were taken back too; empty where none overlaps the window. */
  readonly runs: readonly DeliveredRun[];
}

/** Deliveries of a series whose times are kept. */
export const MAX_DELIVERY_TIMES = 14;

/**
 * Keeps measured power with every revision, by the time at which it was delivered. The production of
 * a plant goes with it. Errors: `store_unavailable`.
 */
export interface MeasurementStore {
  /**
   * Records values in one transaction with the audit entry, all or none; calls at once give the
   * result of sequential ones. Returns how many periods cover an instant for which there was a value.
   * Where the customer has an upload of the digest that was not taken back, nothing is recorded, and
   * the result is undefined. Errors: `plant_unknown` when the customer has no such plant (any more),
   * `not_found` for the customer.
   *
   * @param values each series once, with at least one value.
   */
  record(
    delivery: MeasurementDelivery,
    values: readonly SeriesValues[],
    entry: AuditEntry,
  ): Promise<number | undefined>;
  /** The runs that overlap a window, series by series, in the order of {@link states}; they may be cut at days. */
  runs(customerId: string, filter: SeriesFilter, window: SeriesWindow): AsyncIterable<SeriesRuns>;
  /** The series of a customer that have values, in the order of the filter’s plants, or by group. */
  states(customerId: string, filter: SeriesFilter): Promise<SeriesState[]>;
}
