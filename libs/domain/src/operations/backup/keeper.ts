import { DAY_MS, isSolanoError, MINUTE_MS, SECOND_MS } from '@solano/domain/kernel';
import { archiveLog } from './archive-log.ts';
import { type BackUpDeps, backUp } from './create.ts';
import { unstoredKeys } from './objects.ts';
import { prune } from './prune.ts';
import { type BackupState, readBackupState } from './state.ts';

/** Up to two intervals of changes, and the time to store them, can be lost: less than a minute. */
export const ARCHIVE_INTERVAL_MS = 20 * SECOND_MS;
const BACKUP_INTERVAL_MS = DAY_MS;
/** After a backup that failed. */
const RETRY_PAUSE_MS = 10 * MINUTE_MS;
const STATE_READ_INTERVAL_MS = MINUTE_MS;

export interface KeeperDeps extends BackUpDeps {
  readonly keepMs: number;
}

/**
 * Makes one backup a day, and archives the log and new objects between them. Call `tick` every
 * {@link ARCHIVE_INTERVAL_MS}; it does not wait for a backup that it begins.
 */
export class BackupKeeper {
  readonly #deps: KeeperDeps;
  readonly #unarchivedKeys = new Set<string>();
  /** The backup whose unstored objects are among the unarchived keys. */
  #unstoredKeysOf: string | undefined;
  #completeBackup: string | undefined;
  #backingUp: Promise<void> | undefined;
  #failedAt = -Infinity;
  #backupFailure: string | null = null;
  #archiveFailure: string | null = null;
  #stateReadAt = -Infinity;
  #state: BackupState = { newest: null, archivedUntil: null, verification: null, failure: null };

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  /** An object was put. */
  notePut(key: string): void {
    if (this.#deps.databaseLog) this.#unarchivedKeys.add(key);
  }

  async tick(): Promise<BackupState> {
    const { log } = this.#deps;
    try {
      const hasLog = await this.#archive();
      await this.#readState();
      this.#archiveFailure = null;
      if (!this.#isWaiting() && (!hasLog || (await this.#isDue()))) this.#begin();
    } catch (err) {
      // Another process archives the log.
      if (isSolanoError(err, 'locked')) return this.#state;
      this.#archiveFailure = (err as Error).message;
      log.warn({ err }, 'archiving for the backup failed');
    }
    this.#noteFailure();
    return this.#state;
  }

  /** Resolves when the backup in progress ends; undefined: there is none. */
  get backingUp(): Promise<void> | undefined {
    return this.#backingUp;
  }

  /** Returns whether there is a backup that the log belongs to, or no log to archive. */
  async #archive(): Promise<boolean> {
    const { databaseLog, clock } = this.#deps;
    if (!databaseLog) return true;
    await using _lock = await databaseLog.lockLog();
    const at = clock();
    const deps = { ...this.#deps, databaseLog };
    const backup = await this.#newestComplete(await databaseLog.backups());
    if (backup === undefined) return false;
    if (this.#unstoredKeysOf !== backup && !(await this.#queueUnstored(backup))) return false;
    const keys = [...this.#unarchivedKeys];
    await archiveLog(deps, backup, keys);
    for (const key of keys) this.#unarchivedKeys.delete(key);
    this.#state = { ...this.#state, archivedUntil: at.toISOString() };
    return true;
  }

  /** The log also names backups that are in progress or were interrupted. */
  async #newestComplete(backups: readonly string[]): Promise<string | undefined> {
    for (const backup of backups.toReversed()) if (await this.#isComplete(backup)) return backup;
    return undefined;
  }

  async #isComplete(backup: string): Promise<boolean> {
    if (this.#completeBackup === backup) return true;
    try {
      this.#completeBackup = (await this.#deps.target.find(backup)).id;
      return true;
    } catch (error) {
      // Not complete, or damaged: its log is of no use.
      if (isSolanoError(error, 'not_found') || isSolanoError(error, 'invalid_request'))
        return false;
      throw error;
    }
  }

  /**
   * Adds the objects that neither the backup nor its log has: those that were put just before the
   * previous process ended, or while the backup was made, after it had listed the objects. Returns
   * whether the backup can be read: one that cannot gets no log.
   */
  async #queueUnstored(backup: string): Promise<boolean> {
    try {
      for await (const key of unstoredKeys(this.#deps, backup)) this.#unarchivedKeys.add(key);
    } catch (err) {
      if (!isSolanoError(err, 'invalid_request')) throw err;
      this.#deps.log.warn({ err, backup }, 'the backup is damaged: another one is made');
      return false;
    }
    this.#unstoredKeysOf = backup;
    return true;
  }

  async #readState(): Promise<void> {
    const now = this.#now();
    if (now - this.#stateReadAt < STATE_READ_INTERVAL_MS) return;
    const read = await readBackupState(this.#deps.target);
    this.#stateReadAt = now;
    const archivedUntil = this.#deps.databaseLog
      ? this.#state.archivedUntil
      : (read.newest?.startedAt ?? null);
    this.#state = { ...this.#state, ...read, archivedUntil };
  }

  /** Reads the state again: another process may have made a backup meanwhile. */
  async #isDue(): Promise<boolean> {
    if (!this.#isNewestOld()) return false;
    this.#stateReadAt = -Infinity;
    await this.#readState();
    return this.#isNewestOld();
  }

  #isNewestOld(): boolean {
    const { newest } = this.#state;
    return newest === null || this.#now() - Date.parse(newest.startedAt) >= BACKUP_INTERVAL_MS;
  }

  /** Whether a backup is in progress, or a failed one is not to be retried yet. */
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
      // Another process makes or prunes backups.
      if (isSolanoError(err, 'locked')) return;
      this.#failedAt = this.#now();
      this.#backupFailure = (err as Error).message;
      this.#deps.log.error({ err }, 'the backup failed');
    } finally {
      this.#noteFailure();
      this.#stateReadAt = -Infinity;
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
