import type { Manifest, Verification } from './backup.ts';
import type { BackupTarget } from './target.ts';

/** State of the backups of a service. */
export interface BackupState {
  readonly newest: Pick<
    Manifest,
    'id' | 'kind' | 'startedAt' | 'finishedAt' | 'isEncrypted'
  > | null;
  /** Up to when changes are in the backups. */
  readonly archivedUntil: string | null;
  /** The last verification; its backup may have been removed since. */
  readonly verification: Verification | null;
  /** Why the last backup, or the archiving of the log, failed; null: it did not. */
  readonly failure: string | null;
}

/** The newest backup and the last verification. Errors: `objects_unavailable`. */
export async function readBackupState(
  target: BackupTarget,
): Promise<Pick<BackupState, 'newest' | 'verification'>> {
  const { manifests } = await target.list();
  const newest = manifests.find(({ isBeforeRestore }) => !isBeforeRestore);
  const verification = (await target.verification()) ?? null;
  if (!newest) return { newest: null, verification };
  const { id, kind, startedAt, finishedAt, isEncrypted } = newest;
  return { newest: { id, kind, startedAt, finishedAt, isEncrypted }, verification };
}
