import { type Clock, isSolanoError, SECOND_MS } from '@solano/domain/kernel';
import type { DatabaseLog, Manifest, StoredObject } from './backup.ts';
import { readLines } from './catalogue.ts';
import { type ObjectDeps, storeObject } from './objects.ts';

const LOCK_PAUSE_MS = 200;
/** How long another process may archive. */
const LOCK_TIMEOUT_MS = 60 * SECOND_MS;

export interface ArchiveLogDeps extends ObjectDeps {
  readonly databaseLog: DatabaseLog;
  readonly clock: Clock;
}

/**
 * Archives what the database has logged since the last time, and before it the objects that were
 * put: whatever the archived log names is stored. After an error the same keys are to be passed again.
 *
 * @param backup to which the log belongs.
 * @param keys of the objects.
 */
export async function archiveLog(
  deps: ArchiveLogDeps,
  backup: string,
  keys: readonly string[],
): Promise<void> {
  const { databaseLog, target } = deps;
  const position = await databaseLog.position();
  for (const key of keys) {
    const object = await storeObject(deps, key);
    if (object) await writeRecent(deps, backup, object);
  }
  for await (const piece of databaseLog.pieces(backup, position)) {
    await target.writeLog(backup, piece);
  }
}

async function writeRecent(
  { target, newId, clock }: ArchiveLogDeps,
  backup: string,
  object: StoredObject,
): Promise<void> {
  // Names sort by time: the newest content of a key counts.
  await target.writeRecent(backup, `${clock().toISOString()}-${newId()}`, JSON.stringify(object));
}

/**
 * Archives the log of the backup before a new one to an instant that the new one has, so that every
 * moment between them can be restored. The objects are those that the new one has stored already.
 * Errors: `locked` where another process archives the log for a minute.
 */
export async function endPreviousLog(deps: ArchiveLogDeps, manifest: Manifest): Promise<void> {
  const { databaseLog, target } = deps;
  await using _lock = await lockWaiting(deps);
  const earlier = (await databaseLog.backups()).filter((id) => id !== manifest.id);
  for (const id of earlier.toReversed()) {
    try {
      const previous = await target.find(id);
      const etags = new Map<string, string>();
      for await (const { key, etag } of target.objects(previous)) etags.set(key, etag);
      for await (const line of readLines(target.readCatalogue(manifest))) {
        if (!('object' in line) || etags.get(line.object.key) === line.object.etag) continue;
        await writeRecent(deps, id, line.object);
      }
      return await archiveLog(deps, id, []);
    } catch (err) {
      // Interrupted, or damaged: its log is of no use.
      if (!isSolanoError(err, 'not_found') && !isSolanoError(err, 'invalid_request')) throw err;
    }
  }
}

async function lockWaiting({ databaseLog, pause }: ArchiveLogDeps): Promise<AsyncDisposable> {
  for (let waited = 0; ; waited += LOCK_PAUSE_MS) {
    try {
      return await databaseLog.lockLog();
    } catch (err) {
      if (!isSolanoError(err, 'locked') || waited >= LOCK_TIMEOUT_MS) throw err;
      await pause(LOCK_PAUSE_MS);
    }
  }
}
