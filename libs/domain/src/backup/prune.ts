import { isSolanoError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import { DAY_MS } from '../time/durations.ts';
import type { DatabaseSource, Manifest } from './backup.ts';
import type { BackupTarget } from './target.ts';

/** An incomplete backup of this age is no longer being made. Milliseconds. */
const MAX_INCOMPLETE_AGE_MS = DAY_MS;

export interface PruneDeps {
  readonly target: BackupTarget;
  readonly source: Pick<DatabaseSource, 'lock'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepMs: number;
}

/**
 * Removes backups that are older than is to be kept, but never the newest, what is left of backups
 * that were interrupted, and objects that no backup has; these only where every backup that stays can
 * be read. Errors: `overloaded` while a backup is made.
 */
export async function prune(deps: PruneDeps): Promise<{ readonly removed: readonly string[] }> {
  await using _lock = await deps.source.lock();
  const { target } = deps;
  const now = deps.clock().getTime();
  const blobs: string[] = [];
  for await (const { blob, modifiedAt } of target.blobs()) {
    if (now - modifiedAt.getTime() > MAX_INCOMPLETE_AGE_MS) blobs.push(blob);
  }
  const manifests = await target.list();
  const kept = manifests.filter(
    (each, i) => i === 0 || now - Date.parse(each.startedAt) <= deps.keepMs,
  );
  const keptIds = new Set(kept.map(({ id }) => id));
  const completeIds = new Set(manifests.map(({ id }) => id));
  const removed = (await target.ids()).filter((id) => {
    return completeIds.has(id) ? !keptIds.has(id) : now - instantOf(id) > MAX_INCOMPLETE_AGE_MS;
  });
  const used = await blobsOf(deps, kept);
  for (const id of removed) await target.remove(id);
  if (used) for (const blob of blobs) if (!used.has(blob)) await target.removeBlob(blob);
  return { removed };
}

/** Of a backup without a manifest only its id is known; any other name is not a backup. */
function instantOf(id: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(id) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Undefined where a backup cannot be read: it is damaged, or another key sealed it. */
async function blobsOf(
  { target, log }: PruneDeps,
  manifests: readonly Manifest[],
): Promise<Set<string> | undefined> {
  const used = new Set<string>();
  for (const manifest of manifests) {
    try {
      for await (const { blob } of target.objects(manifest)) used.add(blob);
    } catch (err) {
      if (!isSolanoError(err, 'invalid_request')) throw err;
      const message = 'objects are not pruned: a backup cannot be read';
      log.warn({ err, backup: manifest.id }, message);
      return undefined;
    }
  }
  return used;
}
