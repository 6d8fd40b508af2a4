import type { Page } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { MeasuredSeries, Portfolio } from './measured-series.ts';

/** A file of measurements that was recorded. */
export interface MeasurementUpload {
  readonly id: string;
  readonly customerId: string;
  readonly kind: MeasuredSeries['kind'];
  /** Of consumption; undefined of production. */
  readonly portfolio: Portfolio | undefined;
  readonly fileName: string;
  /** Where the file is, as it was received. */
  readonly key: string;
  /** SHA-256 of the file and of what was said of it. */
  readonly digest: string;
  /** Periods with a value. */
  readonly rows: number;
  /** Names of the plants or groups, as they were. */
  readonly series: readonly string[];
  /** Start of the first and end of the last period. */
  readonly from: Date;
  readonly to: Date;
  readonly uploadedAt: Date;
  /** Who sent it, as the audit log names them. */
  readonly by: string;
}

/** The uploads of production, or of the consumption of a portfolio. */
export type UploadFilter =
  | { readonly kind: 'production' }
  | ({ readonly kind: 'consumption' } & Portfolio);

/**
 * Keeps the uploads of measurements; `MeasurementStore.record` adds them. Those that were taken back are not
 * seen. Errors: `store_unavailable`.
 */
export interface MeasurementUploadStore {
  withDigest(customerId: string, digest: string): Promise<MeasurementUpload | undefined>;
  /** Newest first. Read as it is used; an upload that is taken back meanwhile may be missing. */
  list(customerId: string, filter: UploadFilter, page: Page): AsyncIterable<MeasurementUpload>;
  count(customerId: string, filter: UploadFilter): Promise<number>;
  get(customerId: string, filter: UploadFilter, id: string): Promise<MeasurementUpload | undefined>;
  /**
   * Takes an upload back: from the entry's time on its values no longer count, and what they
   * replaced counts again. False if there is no such upload.
   */
  takeBack(
    customerId: string,
    filter: UploadFilter,
    id: string,
    entry: AuditEntry,
  ): Promise<boolean>;
}
