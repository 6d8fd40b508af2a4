import { invalidRequest } from '@solano/domain/kernel';
import type { Archive, DatabaseContent, Manifest } from './backup.ts';
import type { ChosenBackup } from './restore-point.ts';
import type { BackupTarget } from './target.ts';

export interface ReadDeps {
  readonly target: BackupTarget;
  readonly archive: Archive;
  /** The migrations that this release knows. */
  readonly migrations: readonly string[];
}

/**
 * Rejects with `invalid_request` a backup of a newer release, one whose key is not given, and one that
 * is not encrypted though there is a key, unless that is accepted.
 */
export function requireReadable(
  { target, migrations }: ReadDeps,
  manifest: Manifest,
  { acceptsPlain }: { readonly acceptsPlain: boolean },
): void {
  requireKnownMigrations(manifest, migrations);
  requireKey(manifest, target);
  if (!acceptsPlain) requireEncrypted(manifest, target);
}

export function databaseOf(
  { target, archive }: ReadDeps,
  { manifest, point }: Pick<ChosenBackup, 'manifest' | 'point'>,
): DatabaseContent {
  const content = archive.unpack(target.readDatabase(manifest));
  return { manifest, content, log: target.readLog(manifest), point };
}

function requireKnownMigrations(manifest: Manifest, known: readonly string[]): void {
  const unknown = manifest.migrations.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const message = `The backup is of a newer version of Solano (${manifest.software}, migration ${unknown}).`;
  throw invalidRequest(message);
}

function requireKey({ id, isEncrypted }: Manifest, target: BackupTarget): void {
  if (!isEncrypted || target.isEncrypting) return;
  throw invalidRequest(`The backup ${id} is encrypted: set BACKUP_KEY to its key.`);
}

/** Anyone who can write to the target could have made it. */
function requireEncrypted({ id, isEncrypted }: Manifest, target: BackupTarget): void {
  if (isEncrypted || !target.isEncrypting) return;
  throw invalidRequest(
    `The backup ${id} is not encrypted though BACKUP_KEY is set: anyone who can write to BACKUP_TARGET can have made it. --plain accepts it.`,
  );
}
