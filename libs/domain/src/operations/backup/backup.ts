import type { Bytes } from '@solano/domain/kernel';
import type { SealMark } from '@solano/domain/service';
import type { KeyState } from './changed-keys.ts';

/** A file of an archive; `content` gives `size` bytes. The name of a folder ends in `/`. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  readonly content: Bytes;
}

/** Figures of a table: its rows, and a digest that does not depend on their order. */
export interface TableFigures {
  readonly rows: number;
  readonly digest: string;
}

/** Figures of a database at one instant. */
export interface Figures {
  readonly tables: Readonly<Record<string, TableFigures>>;
  /** The newest entry of the audit log: its number, its time, and a digest of it. */
  readonly newestAudit: {
    readonly id: string;
    readonly at: string;
    readonly digest: string;
  } | null;
  /** The newest seal of the audit log; undefined in backups that did not read it. */
  readonly newestSeal?: SealMark | null;
}

/** Some bytes of the write-ahead log; names sort in the order of the log. */
export interface LogPiece {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** When it was archived: it has what was committed just before. Undefined until then. */
  readonly archivedAt?: Date;
}

/** Bytes that were stored together: so many, with a SHA-256 in hexadecimal. */
export interface Part {
  readonly size: number;
  readonly digest: string;
}

/** `cluster`: the files of a PostgreSQL cluster, with its log; `tables`: their rows. */
export const BACKUP_KINDS = ['cluster', 'tables'] as const;
type BackupKind = (typeof BACKUP_KINDS)[number];

/** The manifest of a backup. It is written last: without it there is no backup. */
export interface Manifest {
  readonly format: 1;
  /** Its time, `YYYYMMDDTHHMMSSZ`, and a suffix that makes it unique. */
  readonly id: string;
  readonly kind: BackupKind;
  /** The version of Solano that made it, and of its PostgreSQL. */
  readonly software: string;
  readonly postgres: string;
  readonly migrations: readonly string[];
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The instant that the database is of; backups of earlier releases do not have it. */
  readonly instant?: string;
  /** Whether a restore made it of what it was about to replace. */
  readonly isBeforeRestore?: true;
  readonly isEncrypted: boolean;
  readonly database: readonly Part[];
  readonly catalogue: readonly Part[];
  readonly objects: {
    readonly count: number;
    readonly bytes: number;
    /** Objects under keys that the service does not use, which are not in the backup. */
    readonly skipped?: number;
  };
  readonly figures: Figures;
  /** Position in the log at which the figures hold; empty for `tables`. */
  readonly position: string;
  /** Secrets that the service needs and that are not in the backup. */
  readonly missing: readonly string[];
}

/** An object as a backup has it: stored under `blob`, in so many parts. */
export interface StoredObject {
  readonly key: string;
  readonly etag: string;
  /** The newest file of a folder counts; backups of the first releases do not have it. */
  readonly modifiedAt?: string;
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string;
  readonly blob: string;
  readonly parts: number;
}

/** A line of the catalogue. */
export type CatalogueLine =
  | { readonly object: StoredObject }
  | { readonly key: KeyState }
  | { readonly secret: { readonly name: string; readonly value: string } };

/** A database that can be backed up while it is in use. Errors: `store_unavailable`. */
export interface DatabaseSource {
  readonly kind: BackupKind;
  /** Keeps every other process from making or pruning backups. Errors: `locked` where one does. */
  lock(): Promise<AsyncDisposable>;
  begin(id: string): Promise<DatabaseBackup>;
}

/** A backup of a database that is being made. Disposing of it before `keep` leaves nothing behind. */
export interface DatabaseBackup extends AsyncDisposable {
  readonly postgres: string;
  readonly migrations: readonly string[];
  /** The database, to be read to the end before all else. */
  content(): AsyncIterable<ArchiveEntry>;
  /** Fixes the instant that the backup is of: objects that are listed later are all that it names. */
  freeze(): Promise<{ readonly position: string }>;
  /** The log since the content began, up to that instant. */
  log(): AsyncIterable<LogPiece>;
  /** The database's figures at that instant. */
  figures(): Promise<Figures>;
  keys(): Promise<readonly KeyState[]>;
  /** The backup is whole: the log from here on belongs to it. */
  keep(): Promise<void>;
}

/** The log of a cluster, from where it was last archived. Errors: `store_unavailable`. */
export interface DatabaseLog {
  /** Keeps other processes from archiving the log. Errors: `locked` where one does. */
  lockLog(): Promise<AsyncDisposable>;
  /** The backups, whole or not, from which on the log is there, oldest first; without any, one is needed. */
  backups(): Promise<readonly string[]>;
  /** The newest position of the log. */
  position(): Promise<string>;
  /**
   * Pieces of the log that are not archived yet, up to a position; a piece counts as archived when
   * the next is requested.
   */
  pieces(backup: string, position: string): AsyncIterable<LogPiece>;
}

/** The target of a restored database. Errors: `store_unavailable`. */
export interface DatabaseTarget {
  /** Rejects where nothing can be restored now, as the database is in use. */
  requireUnused(): Promise<void>;
  current(): Promise<CurrentDatabase>;
  /** Opens what a restore would replace, for a backup of it. */
  open(): Promise<DatabaseSource & AsyncDisposable>;
  /** Restores beside what is there. Errors: `invalid_request` where the backup is not whole. */
  prepare(backup: DatabaseContent): Promise<PreparedDatabase>;
  /** Ends the pending restore: everything else is restored too. */
  complete(): Promise<void>;
}

/** The database that a restore would replace. */
export interface CurrentDatabase {
  /** Whether there is nothing to be replaced. */
  readonly isEmpty: boolean;
  /** Its keys; undefined where it has no tables or cannot be read. */
  readonly keys: readonly KeyState[] | undefined;
  readonly pending: PendingRestore | undefined;
  /** Why it cannot be read. */
  readonly failure?: unknown;
}

/**
 * A restore that has replaced the database, and not yet everything else: until it is completed, no
 * process opens the database.
 */
export interface PendingRestore {
  readonly backup: string;
  readonly point: RestorePoint;
  /** Up to when changes are restored. */
  readonly until: Date;
  /** Whether objects and secrets with another content are replaced. */
  readonly overwrites: boolean;
  readonly holdsWebhooks: boolean;
  /** The keys before the database was replaced; null where they are not known. */
  readonly keysBefore: readonly KeyState[] | null;
}

/**
 * The moment of a backup to restore: the instant that it is of, at which its figures hold; the end
 * of its log; or a moment between.
 */
export type RestorePoint =
  | { readonly kind: 'backup' | 'latest' }
  | { readonly kind: 'until'; readonly at: Date };

/** The database of a backup. */
export interface DatabaseContent {
  readonly manifest: Manifest;
  readonly content: AsyncIterable<ArchiveEntry>;
  /** All that was archived. */
  readonly log: AsyncIterable<LogPiece>;
  readonly point: RestorePoint;
}

/** A restored database that is not in use yet. Disposing of it before `replace` removes it. */
export interface PreparedDatabase extends AsyncDisposable {
  /** When the last change was made that the log had; undefined where it had none, or there is no log. */
  readonly lastChange: Date | undefined;
  /** As the backup's: before it is brought to the current schema. */
  figures(): Promise<Figures>;
  /**
   * Brings it to the current schema, ends all sessions, holds messages where it is to, and notes that
   * the restore is pending.
   */
  finish(options: RestoreNote): Promise<{ readonly keys: readonly KeyState[] }>;
  /** Replaces the current database atomically. Errors: `in_use` while that is. */
  replace(): Promise<void>;
}

export interface RestoreNote extends PendingRestore {
  readonly at: Date;
  readonly actor: string;
  readonly origin: string;
}

/** The result of the latest verification of a backup. */
export interface Verification {
  readonly id: string;
  readonly at: string;
  /** Empty: the backup is good. */
  readonly problems: readonly string[];
  readonly missing: readonly string[];
  readonly seconds: number;
}

/** Compresses and, with a key, encrypts. */
export interface Sealer {
  readonly isEncrypting: boolean;
  seal(content: Bytes): Bytes;
  /**
   * Errors: `invalid_request` where the content is not whole, or sealed by another key, or not encrypted
   * although `isEncrypted` says so.
   */
  open(content: Bytes, isEncrypted: boolean): Bytes;
}

/** Writes and reads files in sequence. */
export interface Archive {
  pack(entries: AsyncIterable<ArchiveEntry>): Bytes;
  unpack(content: Bytes): AsyncIterable<ArchiveEntry>;
}

/** A SHA-256 of what is added to it. */
export interface RunningDigest {
  add(bytes: Uint8Array): void;
  /** In hexadecimal. Ends it. */
  end(): string;
}
