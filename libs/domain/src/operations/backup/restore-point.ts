import { invalidRequest, SolanoError } from '@solano/domain/kernel';
import type { Manifest, RestorePoint } from './backup.ts';
import type { BackupTarget, DamagedBackup } from './target.ts';

/** The requested backup; by default the newest, with its whole log. */
export interface BackupChoice {
  readonly id?: string | undefined;
  /** A moment that the log of a backup has. */
  readonly until?: Date | undefined;
}

/** A backup, and which moment of it. */
export interface ChosenBackup {
  readonly manifest: Manifest;
  readonly point: RestorePoint;
  /** Newer backups that cannot be used. */
  readonly passedOver: readonly DamagedBackup[];
}

/** The instant that a backup is of, as nearly as its manifest says. */
export function instantOf({ instant, kind, startedAt, finishedAt }: Manifest): Date {
  return new Date(instant ?? (kind === 'tables' ? startedAt : finishedAt));
}

/**
 * Finds the backup that is asked for. An id alone names its own instant. The backup that a restore
 * made of the replaced database is found by its id alone. Errors: `not_found`; `invalid_request`
 * where no log has the moment, or the manifest cannot be used.
 */
export async function chooseBackup(
  target: BackupTarget,
  { id, until }: BackupChoice,
): Promise<ChosenBackup> {
  if (id !== undefined) {
    const manifest = await target.find(id);
    return { manifest, point: pointOf(manifest, until), passedOver: [] };
  }
  const { manifests, damaged } = await target.list();
  const usual = manifests.filter(({ isBeforeRestore }) => !isBeforeRestore);
  const manifest = usual.find((each) => until === undefined || instantOf(each) <= until);
  if (!manifest) throw noneOf(usual, damaged);
  const passedOver = damaged.filter((each) => each.id > manifest.id);
  const point = until === undefined ? ({ kind: 'latest' } as const) : pointOf(manifest, until);
  return { manifest, point, passedOver };
}

function pointOf(manifest: Manifest, until: Date | undefined): RestorePoint {
  const instant = instantOf(manifest);
  if (until === undefined || until.getTime() === instant.getTime()) return { kind: 'backup' };
  const message = `The backup ${manifest.id} is of ${instant.toISOString()}`;
  if (until < instant) throw invalidRequest(`${message}, which is later.`);
  if (manifest.kind === 'cluster') return { kind: 'until', at: until };
  throw invalidRequest(`${message} and has no log: it can be restored by its id alone.`);
}

function noneOf(usual: readonly Manifest[], damaged: readonly DamagedBackup[]): SolanoError {
  const oldest = usual.at(-1);
  if (oldest) {
    const instant = instantOf(oldest).toISOString();
    return invalidRequest(
      `No backup is that old: the oldest, ${oldest.id}, was made at ${instant}.`,
    );
  }
  const unusable = damaged[0] && ` ${damaged[0].problem}`;
  return new SolanoError(
    'not_found',
    `There is no backup${unusable ? ' that can be used.' : '.'}${unusable ?? ''}`,
  );
}
