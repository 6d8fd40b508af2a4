import { SolanoError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import type {
  CurrentDatabase,
  DatabaseTarget,
  Manifest,
  PendingRestore,
  StoredObject,
} from './backup.ts';
import { readLines } from './catalogue.ts';
import { type ChangedKey, changedKeys, type KeyState } from './changed-keys.ts';
import { databaseOf, type ReadDeps, requireReadable } from './readable.ts';
import type { RestoreObjectsDeps } from './restore-objects.ts';
import { checkObjects, compareObjects, putObjects } from './restore-objects.ts';
import type { BackupTarget } from './target.ts';

export interface RestoreDeps extends RestoreObjectsDeps, ReadDeps {
  readonly clock: Clock;
  readonly database: DatabaseTarget;
  readonly secrets: SecretFiles;
  readonly actor: string;
  readonly origin: string;
  readonly onPhase: (phase: string) => void;
}

/** The files of the service's own secrets. */
export interface SecretFiles {
  /** Undefined where there is none. */
  read(name: string): Promise<string | undefined>;
  write(name: string, value: string): Promise<void>;
}

export interface RestoreOptions {
  readonly id?: string | undefined;
  readonly overwrite: boolean;
  readonly sendWebhooks: boolean;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Keys that changed after the restored state; undefined where they cannot be read. */
  readonly changedKeys: readonly ChangedKey[] | undefined;
  readonly objects: number;
  readonly holdsWebhooks: boolean;
}

/**
 * Restores a backup. The database is restored beside the present one and replaces it in one step: until
 * then nothing has changed. After it the restore is pending, and no process opens the database before
 * secrets and objects are restored too; another call for the backup does so, with the first one's options.
 * Errors: `not_found`, `already_exists` where something would be overwritten, `invalid_request` for a
 * backup that is not whole or of a newer release, `overloaded` while the database is in use.
 */
export async function restore(deps: RestoreDeps, options: RestoreOptions): Promise<Restored> {
  const manifest = await deps.target.find(options.id);
  requireReadable(deps, manifest);
  await deps.database.requireUnused();
  const current = await deps.database.current();
  const { pending, keys, objects } =
    (await pendingOf(deps, current, manifest)) ??
    (await replaceDatabase(deps, { manifest, options, current }));
  deps.onPhase('restoring secrets and objects');
  for await (const { name, value } of secretsOf(deps, manifest)) {
    if (pending.overwrites || (await deps.secrets.read(name)) === undefined) {
      await deps.secrets.write(name, value);
    }
  }
  await putObjects(deps, manifest, objects);
  await deps.database.complete();
  const { keysBefore, holdsWebhooks } = pending;
  const changed = keysBefore ? changedKeys(keysBefore, keys) : undefined;
  return { manifest, changedKeys: changed, objects: objects.length, holdsWebhooks };
}

interface ReplacedDatabase {
  readonly pending: PendingRestore;
  readonly keys: readonly KeyState[];
  /** Those that are to be put. */
  readonly objects: readonly StoredObject[];
}

/** The restore of this backup that is to be completed. */
async function pendingOf(
  deps: RestoreDeps,
  { pending, keys }: CurrentDatabase,
  manifest: Manifest,
): Promise<ReplacedDatabase | undefined> {
  if (pending?.backup !== manifest.id || !keys) return undefined;
  const { missing, differing } = await compareObjects(deps, manifest);
  return { pending, keys, objects: [...missing, ...differing] };
}

/** Everything that can go wrong is looked at before the database is replaced. */
async function replaceDatabase(
  deps: RestoreDeps,
  {
    manifest,
    options,
    current,
  }: {
    readonly manifest: Manifest;
    readonly options: RestoreOptions;
    readonly current: CurrentDatabase;
  },
): Promise<ReplacedDatabase> {
  if (!options.overwrite && !current.isEmpty) {
    throw wouldOverwrite('There is a database already');
  }
  const found = current.isEmpty ? undefined : current.keys;
  const before = current.pending ? current.pending.keysBefore : found;
  const pending: PendingRestore = {
    backup: manifest.id,
    overwrites: options.overwrite,
    holdsWebhooks: !options.sendWebhooks,
    keysBefore: before ?? (await keysOfNewest(deps.target, manifest)) ?? null,
  };
  if (!options.overwrite) await requireSecretsFree(deps, manifest);
  deps.onPhase('restoring the database');
  await using prepared = await deps.database.prepare(databaseOf(deps, manifest, false));
  const { actor, origin } = deps;
  const { keys } = await prepared.finish({ ...pending, at: deps.clock(), actor, origin });
  deps.onPhase('reading the objects');
  const { missing, differing } = await compareObjects(deps, manifest);
  if (differing.length > 0 && !options.overwrite) {
    throw wouldOverwrite(`${differing.length} objects are there with another content`);
  }
  const objects = [...missing, ...differing];
  await checkObjects(deps, objects);
  await prepared.replace();
  return { pending, keys, objects };
}

function wouldOverwrite(what: string): SolanoError {
  return new SolanoError('already_exists', `${what}: --overwrite replaces what is there.`);
}

async function requireSecretsFree(deps: RestoreDeps, manifest: Manifest): Promise<void> {
  for await (const { name, value } of secretsOf(deps, manifest)) {
    const known = await deps.secrets.read(name);
    if (known !== undefined && known !== value) {
      throw wouldOverwrite(`${name} is there with another content`);
    }
  }
}

async function* secretsOf({ target }: RestoreDeps, manifest: Manifest) {
  for await (const line of readLines(target.readCatalogue(manifest))) {
    if ('secret' in line) yield line.secret;
  }
}

/** The keys of a later backup; undefined where there is none, or it cannot be read. */
async function keysOfNewest(target: BackupTarget, restored: Manifest) {
  const keys: KeyState[] = [];
  try {
    const newest = await target.find();
    if (newest.id === restored.id) return undefined;
    for await (const line of readLines(target.readCatalogue(newest))) {
      if (!('key' in line)) break;
      keys.push(line.key);
    }
    return keys;
  } catch {
    return undefined;
  }
}
