import { isSolanoError } from '../errors.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/durations.ts';
import { archiveLog } from './archive-log.ts';
import type { DatabaseLog } from './backup.ts';
import type { BackUpDeps } from './create.ts';
import { backUp } from './create.ts';
import { unstoredKeys } from './objects.ts';
import { prune } from './prune.ts';
import type { BackupState } from './state.ts';
import { readBackupState } from './state.ts';

/** Changes of twice this interval and the time of storing can be lost: less than a minute. */
export const ARCHIVE_INTERVAL_MS = 20 * SECOND_MS;
const BACKUP_INTERVAL_MS = DAY_MS;
/** After a backup that failed. */
const RETRY_PAUSE_MS = 10 * MINUTE_MS;
const STATE_READ_INTERVAL_MS = MINUTE_MS;

export interface KeeperDeps extends BackUpDeps {
  /** Undefined for a database whose log is not ours to archive. */
  readonly databaseLog: DatabaseLog | undefined;
  /** Keeps other processes from archiving the log. Errors: `overloaded` where one does. */
  readonly lockLog: () => Promise<AsyncDisposable>;
  readonly keepMs: number;
}

/**
 * Keeps backups by itself: one a day, and between them the log and new objects. `tick` is to be called
 * every {@link ARCHIVE_INTERVAL_MS}; it does not wait for a backup that it begins.
 */
export class BackupKeeper {
  readonly #deps: KeeperDeps;
  readonly #puts = new Set<string>();
  #complete: string | undefined;
  #whole: string | undefined;
  #backingUp: Promise<void> | undefined;
  #failedAt = -Infinity;
  #backupFailure: string | null = null;
  #archiveFailure: string | null = null;
  #lookedAt = -Infinity;
  #state: BackupState = { newest: null, archivedUntil: null, verification: null, failure: null };

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  /** An object was put. */
  notePut(key: string): void {
    if (this.#deps.databaseLog) this.#puts.add(key);
  }

  async tick(): Promise<BackupState> {
    const { log } = this.#deps;
    try {
      const hasLog = await this.#archive();
      await this.#look();
      this.#archiveFailure = null;
      if (!this.#isWaiting() && (!hasLog || (await this.#isDue()))) this.#begin();
    } catch (err) {
      // Another process does it.
      if (isSolanoError(err, 'overloaded')) return this.#state;
      this.#archiveFailure = (err as Error).message;
      log.warn({ err }, 'archiving for the backup failed');
    }
    this.#noteFailure();
    return this.#state;
  }

  /** The end of a backup under way; undefined: there is none. */
  get backingUp(): Promise<void> | undefined {
    return this.#backingUp;
  }

  /** Whether there is a backup that the log belongs to, or no log. */
  async #archive(): Promise<boolean> {
    const { databaseLog, clock, lockLog } = this.#deps;
    if (!databaseLog) return true;
    await using _lock = await lockLog();
    const at = clock();
    const deps = { ...this.#deps, databaseLog };
    const backup = await this.#newestWhole(await databaseLog.backups());
    if (backup === undefined) return false;
    if (this.#complete !== backup) await this.#noteUnstored(backup);
    const keys = [...this.#puts];
    await archiveLog(deps, backup, keys);
    for (const key of keys) this.#puts.delete(key);
    this.#state = { ...this.#state, archivedUntil: at.toISOString() };
    return true;
  }

  /** A backup that is under way or was broken off has its place in the log too. */
  async #newestWhole(backups: readonly string[]): Promise<string | undefined> {
    for (const backup of backups.toReversed()) if (await this.#isWhole(backup)) return backup;
    return undefined;
  }

  async #isWhole(backup: string): Promise<boolean> {
    if (this.#whole === backup) return true;
    try {
      this.#whole = (await this.#deps.target.find(backup)).id;
      return true;
    } catch (error) {
      if (isSolanoError(error, 'not_found')) return false;
      throw error;
    }
  }

  /**
   * What was put just before the process before this one ended may not be stored, nor what came while
   * a backup was made after it had listed the objects.
   */
  async #noteUnstored(backup: string): Promise<void> {
    for await (const key of unstoredKeys(this.#deps, backup)) this.#puts.add(key);
    this.#complete = backup;
  }

  async #look(): Promise<void> {
    const now = this.#now();
    if (now - this.#lookedAt < STATE_READ_INTERVAL_MS) return;
    const read = await readBackupState(this.#deps.target);
    this.#lookedAt = now;
    const archivedUntil = this.#deps.databaseLog
      ? this.#state.archivedUntil
      : (read.newest?.startedAt ?? null);
    this.#state = { ...this.#state, ...read, archivedUntil };
  }

  /** Another process may have made a backup since this one looked. */
  async #isDue(): Promise<boolean> {
    if (!this.#isOld()) return false;
    this.#lookedAt = -Infinity;
    await this.#look();
    return this.#isOld();
  }

  #isOld(): boolean {
    const { newest } = this.#state;
    return newest === null || this.#now() - Date.parse(newest.startedAt) >= BACKUP_INTERVAL_MS;
  }

  /** For a backup that is under way, or until one that failed is retried. */
  #isWaiting(): boolean {
    return this.#backingUp !== undefined || this.#now() - this.#failedAt < RETRY_PAUSE_MS;
  }

  #begin(): void {
    this.#backingUp = this.#backUp().finally(() => {
      this.#backingUp = undefined;
    });
  }

  async #backUp(): Promise<void> {
    try {
      await backUp(this.#deps);
      const { removed } = await prune(this.#deps);
      if (removed.length > 0) this.#deps.log.info({ backups: removed }, 'old backups removed');
      this.#failedAt = -Infinity;
      this.#backupFailure = null;
    } catch (err) {
      if (isSolanoError(err, 'overloaded')) return;
      this.#failedAt = this.#now();
      this.#backupFailure = (err as Error).message;
      this.#deps.log.error({ err }, 'the backup failed');
    } finally {
      this.#noteFailure();
      this.#lookedAt = -Infinity;
    }
  }

  /** A failed backup is reported until one is made, by this process or another. */
  #noteFailure(): void {
    const { newest } = this.#state;
    if (newest && Date.parse(newest.startedAt) > this.#failedAt) this.#backupFailure = null;
    this.#state = { ...this.#state, failure: this.#backupFailure ?? this.#archiveFailure };
  }

  #now(): number {
    return this.#deps.clock().getTime();
  }
}
