import type { Clock } from '@solano/domain/kernel';
import type { DatabaseLog } from './backup.ts';
import { type ObjectDeps, storeObject } from './objects.ts';

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
  const { databaseLog, target, newId } = deps;
  const position = await databaseLog.position();
  for (const key of keys) {
    const object = await storeObject(deps, key);
    // Names sort by time: the newest content of a key counts.
    const name = `${deps.clock().toISOString()}-${newId()}`;
    if (object) await target.writeRecent(backup, name, JSON.stringify(object));
  }
  for await (const piece of databaseLog.pieces(backup, position)) {
    await target.writeLog(backup, piece);
  }
}
