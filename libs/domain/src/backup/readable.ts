import { invalidRequest } from '../errors.ts';
import type { Archive, DatabaseContent, Manifest } from './backup.ts';
import type { BackupTarget } from './target.ts';

export interface ReadDeps {
  readonly target: BackupTarget;
  readonly archive: Archive;
  /** The migrations that this release knows. */
  readonly migrations: readonly string[];
}

/** Rejects with `invalid_request` a backup of a newer release, and one whose key is not given. */
export function requireReadable({ target, migrations }: ReadDeps, manifest: Manifest): void {
  requireKnownMigrations(manifest, migrations);
  requireKey(manifest, target);
}

/** @param isToFigures whether the log is to end where the backup's figures hold. */
export function databaseOf(
  { target, archive }: ReadDeps,
  manifest: Manifest,
  isToFigures: boolean,
): DatabaseContent {
  const content = archive.unpack(target.readDatabase(manifest));
  return { manifest, content, log: target.readLog(manifest.id), isToFigures };
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
