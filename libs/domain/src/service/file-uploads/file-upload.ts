import type { Page, Rows } from '@solano/domain/kernel';
import type { AuditEntry } from '../audit/audit.ts';

/** A file of any kind that was recorded. */
export interface RecordedFile {
  readonly id: string;
  readonly customerId: string;
  readonly fileName: string;
  /** Where the file is, as it was received. */
  readonly key: string;
  /** SHA-256 of the file and of what was said of it. */
  readonly digest: string;
  /** Rows of outages, periods with a value, or trades. */
  readonly rows: number;
  /** Since when its values count. */
  readonly uploadedAt: Date;
  /** Who sent it, as the audit log names them. */
  readonly by: string;
}

/**
 * The uploads of one kind of file: of outages, of production, of a portfolio's consumption or trades.
 * Those that were taken back are not seen. Errors: `store_unavailable`.
 */
export interface Uploads<Upload extends RecordedFile = RecordedFile, Conflict = unknown> {
  withDigest(customerId: string, digest: string): Promise<Upload | undefined>;
  /**
   * Newest first; the key of a position is the time of the upload, ISO 8601. An upload that is taken
   * back while they are read may be missing.
   */
  list(customerId: string, page: Page): Rows<Upload>;
  count(customerId: string): Promise<number>;
  get(customerId: string, id: string): Promise<Upload | undefined>;
  /**
   * Takes an upload back: from the entry's time on its values no longer count, and what they
   * replaced counts again. Returns the records in conflict, for which everything stays as it is; with
   * `force` they alone do, and none is returned. Undefined if there is no such upload.
   */
  takeBack(
    customerId: string,
    id: string,
    entry: AuditEntry,
    force: boolean,
  ): Promise<readonly Conflict[] | undefined>;
}

/** What a file of periods has: production of plants, consumption of a portfolio, executed trades of one. */
type PeriodKind = 'production' | 'consumption' | 'trades';

/** The kinds of files, as the audit log names them. */
export type UploadKind = PeriodKind | 'outages';

/** The customers of a user and retailer whose consumption is planned together. */
export interface Portfolio {
  readonly user: string;
  readonly retailer: string;
}

/** A file of periods that was recorded. */
export interface FileUpload extends RecordedFile {
  readonly kind: PeriodKind;
  /** Undefined of production. */
  readonly portfolio: Portfolio | undefined;
  /** Names of the plants, groups or sessions, as they were. */
  readonly series: readonly string[];
  /** Start of the first and end of the last period. */
  readonly from: Date;
  readonly to: Date;
}

/** The uploads of production, or those of a portfolio. */
export type UploadFilter =
  | { readonly kind: 'production' }
  | ({ readonly kind: 'consumption' } & Portfolio)
  | ({ readonly kind: 'trades' } & Portfolio);

/**
 * Keeps the uploads of files of periods, each filter's as {@link Uploads}; the stores of their values
 * add them. Errors: `store_unavailable`.
 */
export interface FileUploadStore {
  withDigest(customerId: string, digest: string): Promise<FileUpload | undefined>;
  list(customerId: string, filter: UploadFilter, page: Page): Rows<FileUpload>;
  count(customerId: string, filter: UploadFilter): Promise<number>;
  get(customerId: string, filter: UploadFilter, id: string): Promise<FileUpload | undefined>;
  /** There are no conflicts. False if there is no such upload. */
  takeBack(
    customerId: string,
    filter: UploadFilter,
    id: string,
    entry: AuditEntry,
  ): Promise<boolean>;
}

/** The uploads of one filter. */
export function uploadsOf(
  store: FileUploadStore,
  filter: UploadFilter,
): Uploads<FileUpload, never> {
  return {
    withDigest: (customerId, digest) => store.withDigest(customerId, digest),
    list: (customerId, page) => store.list(customerId, filter, page),
    count: (customerId) => store.count(customerId, filter),
    get: (customerId, id) => store.get(customerId, filter, id),
    async takeBack(customerId, id, entry) {
      return (await store.takeBack(customerId, filter, id, entry)) ? [] : undefined;
    },
  };
}
