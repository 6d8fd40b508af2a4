import { type Clock, DAY_MS, isSolanoError, type Log } from '@solano/domain/kernel';
import type { DatabaseSource, Manifest } from './backup.ts';
import { instantOfId } from './manifest.ts';
import type { BackupTarget, DamagedBackup } from './target.ts';

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
 * Removes backups that are older than is to be kept, but never the newest, nor the newest that was
 * verified and found good; what is left of backups that were interrupted; and objects that no backup has,
 * these only where every backup that stays can be read. Errors: `locked` while a backup is made.
 */
export async function prune(deps: PruneDeps): Promise<{ readonly removed: readonly string[] }> {
  await using _lock = await deps.source.lock();
  const { target } = deps;
  const now = deps.clock().getTime();
  const blobs: string[] = [];
  for await (const { blob, modifiedAt } of target.blobs()) {
    if (now - modifiedAt.getTime() > MAX_INCOMPLETE_AGE_MS) blobs.push(blob);
  }
  const { manifests, damaged } = await target.list();
  const spared = await sparedOf(target, manifests);
  const isKept = ({ id, startedAt }: Manifest) =>
    spared.has(id) || now - Date.parse(startedAt) <= deps.keepMs;
  const kept = manifests.filter(isKept);
  // Without any that can be used, one that cannot may still be mended.
  const keptDamaged = damaged.filter(
    ({ id }) => manifests.length === 0 || !(now - instantOfId(id) > deps.keepMs),
  );
  const keptIds = new Set([...kept, ...keptDamaged].map(({ id }) => id));
  const knownIds = new Set([...manifests, ...damaged].map(({ id }) => id));
  const removed = (await target.ids()).filter((id) => {
    return knownIds.has(id) ? !keptIds.has(id) : now - instantOfId(id) > MAX_INCOMPLETE_AGE_MS;
  });
  const used = await blobsOf(deps, kept, keptDamaged);
  for (const id of removed) await target.remove(id);
  if (used) for (const blob of blobs) if (!used.has(blob)) await target.removeBlob(blob);
  return { removed };
}

/** The newest backup, and the newest of which the last verification has found nothing. */
async function sparedOf(
  target: BackupTarget,
  manifests: readonly Manifest[],
): Promise<Set<string>> {
  const usual = manifests.filter(({ isBeforeRestore }) => !isBeforeRestore);
  const spared = new Set(usual.slice(0, 1).map(({ id }) => id));
  for (const { id } of manifests) {
    if ((await target.verification(id))?.problems.length !== 0) continue;
    return spared.add(id);
  }
  return spared;
}

/** Undefined where a backup cannot be read: it is damaged, or another key sealed it. */
async function blobsOf(
  { target, log }: PruneDeps,
  manifests: readonly Manifest[],
  damaged: readonly DamagedBackup[],
): Promise<Set<string> | undefined> {
  const message = 'objects are not pruned: a backup cannot be read';
  for (const { id, problem } of damaged) log.warn({ backup: id, problem }, message);
  if (damaged.length > 0) return undefined;
  const used = new Set<string>();
  for (const manifest of manifests) {
    try {
      for await (const { blob } of target.contents(manifest)) used.add(blob);
    } catch (err) {
      if (!isSolanoError(err, 'invalid_request')) throw err;
      log.warn({ err, backup: manifest.id }, message);
      return undefined;
    }
  }
  return used;
}
