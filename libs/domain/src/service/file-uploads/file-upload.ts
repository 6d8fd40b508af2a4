import type { Page, Rows } from '@solano/domain/kernel';
import type { AuditEntry } from '../audit/audit.ts';

/** What a file of periods has: production of plants, consumption of a portfolio, executed trades of one. */
type UploadKind = 'production' | 'consumption' | 'trades';

/** The customers of a user and retailer whose consumption is planned together. */
export interface Portfolio {
  readonly user: string;
  readonly retailer: string;
}

/** A file of periods that was recorded. */
export interface FileUpload {
  readonly id: string;
  readonly customerId: string;
  readonly kind: UploadKind;
  /** Undefined of production. */
  readonly portfolio: Portfolio | undefined;
  readonly fileName: string;
  /** Where the file is, as it was received. */
  readonly key: string;
  /** SHA-256 of the file and of what was said of it. */
  readonly digest: string;
  /** Periods with a value, or trades. */
  readonly rows: number;
  /** Names of the plants, groups or sessions, as they were. */
  readonly series: readonly string[];
  /** Start of the first and end of the last period. */
  readonly from: Date;
  readonly to: Date;
  readonly uploadedAt: Date;
  /** Who sent it, as the audit log names them. */
  readonly by: string;
}

/** The uploads of production, or those of a portfolio. */
export type UploadFilter =
  | { readonly kind: 'production' }
  | ({ readonly kind: 'consumption' } & Portfolio)
  | ({ readonly kind: 'trades' } & Portfolio);

/**
 * Keeps the uploads of files of periods; the stores of their values add them. Those that were taken
 * back are not seen. Errors: `store_unavailable`.
 */
export interface FileUploadStore {
  withDigest(customerId: string, digest: string): Promise<FileUpload | undefined>;
  /**
   * Newest first; the key of a position is the time of the upload, ISO 8601. An upload that is taken
   * back while they are read may be missing.
   */
  list(customerId: string, filter: UploadFilter, page: Page): Rows<FileUpload>;
  count(customerId: string, filter: UploadFilter): Promise<number>;
  get(customerId: string, filter: UploadFilter, id: string): Promise<FileUpload | undefined>;
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
