import { type Clock, isSolanoError, type Log, SolanoError } from '@solano/domain/kernel';
import type {
  CurrentDatabase,
  DatabaseTarget,
  Manifest,
  PendingRestore,
  PreparedDatabase,
  StoredObject,
} from './backup.ts';
import { readLines } from './catalogue.ts';
import { type ChangedKey, changedKeys, type KeyState } from './changed-keys.ts';
import { backUp } from './create.ts';
import { databaseOf, type ReadDeps, requireReadable } from './readable.ts';
import type { RestoreObjectsDeps } from './restore-objects.ts';
import { checkObjects, compareObjects, putObjects } from './restore-objects.ts';
import { type BackupChoice, type ChosenBackup, chooseBackup, instantOf } from './restore-point.ts';
import type { DamagedBackup } from './target.ts';

/** The operator of a restore, who is notified of its progress. */
export interface RestoredBy {
  readonly actor: string;
  readonly origin: string;
  readonly onPhase: (phase: string) => void;
  readonly log: Log;
}

/** Dependencies of restoring a backup's database. */
export interface PrepareDeps extends ReadDeps, RestoredBy {
  readonly clock: Clock;
  readonly database: DatabaseTarget;
}

export interface RestoreDeps extends PrepareDeps, RestoreObjectsDeps {
  readonly newId: () => string;
  /** The version of Solano. */
  readonly software: string;
  readonly secrets: SecretFiles;
}

/** The files of the service's own secrets. */
interface SecretFiles {
  /** Undefined where there is none. */
  read(name: string): Promise<string | undefined>;
  /** The existing objects. */
  all(): Promise<readonly { readonly name: string; readonly value: string }[]>;
  write(name: string, value: string): Promise<void>;
}

export interface RestoreOptions extends BackupChoice {
  readonly overwrite: boolean;
  readonly sendWebhooks: boolean;
  /** Whether a backup without encryption is restored though there is a key. */
  readonly acceptsPlain: boolean;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Up to when changes are restored. */
  readonly until: Date;
  /** Newer backups that cannot be used. */
  readonly passedOver: readonly DamagedBackup[];
  /** The backup of what was replaced; undefined where nothing was, or it could not be read. */
  readonly replaced: string | undefined;
  /** Keys that changed after the restored state; undefined where they cannot be read. */
  readonly changedKeys: readonly ChangedKey[] | undefined;
  readonly objects: number;
  readonly holdsWebhooks: boolean;
}

/**
 * Restores a backup. The database is restored beside the present one, which is backed up where it can be
 * read, and replaces it in one step: until then nothing has changed. After it the restore is pending, and
 * no process opens the database before secrets and objects are restored too; another call for the backup
 * does so, with the first one's options.
 * Errors: `not_found`, `already_exists` where something would be overwritten, `invalid_request` for a
 * backup that is not whole or of a newer release, `in_use` while the database is.
 */
export async function restore(deps: RestoreDeps, options: RestoreOptions): Promise<Restored> {
  const chosen = await chooseBackup(deps.target, options);
  requireReadable(deps, chosen.manifest, options);
  await deps.database.requireUnused();
  const current = await deps.database.current();
  const { pending, keys, objects, replaced } =
    (await pendingOf(deps, { chosen, options, current })) ??
    (await replaceDatabase(deps, { chosen, options, current }));
  deps.onPhase('restoring secrets and objects');
  const { manifest, passedOver } = chosen;
  for await (const { name, value } of secretsOf(deps, manifest)) {
    if (pending.overwrites || (await deps.secrets.read(name)) === undefined) {
      await deps.secrets.write(name, value);
    }
  }
  await putObjects(deps, { manifest, point: pending.point }, objects);
  await deps.database.complete();
  const { keysBefore, holdsWebhooks, until } = pending;
  const changed = keysBefore ? changedKeys(keysBefore, keys) : undefined;
  const restored = { manifest, until, passedOver, replaced, holdsWebhooks };
  return { ...restored, changedKeys: changed, objects: objects.length };
}

interface RestoreRequest {
  readonly chosen: ChosenBackup;
  readonly options: RestoreOptions;
  readonly current: CurrentDatabase;
}

interface ReplacedDatabase {
  readonly pending: PendingRestore;
  readonly keys: readonly KeyState[];
  /** The objects to put. */
  readonly objects: readonly StoredObject[];
  readonly replaced: string | undefined;
}

/** The restore of this backup that is to be completed. */
async function pendingOf(
  deps: RestoreDeps,
  { chosen: { manifest }, options, current: { pending, keys } }: RestoreRequest,
): Promise<ReplacedDatabase | undefined> {
  if (pending?.backup !== manifest.id || !keys) return undefined;
  if (options.until && options.until.getTime() !== pending.until.getTime()) return undefined;
  const source = { manifest, point: pending.point };
  const { missing, differing } = await compareObjects(deps, source);
  return { pending, keys, objects: [...missing, ...differing], replaced: undefined };
}

/** Everything that can go wrong is looked at before the database is replaced. */
async function replaceDatabase(
  deps: RestoreDeps,
  { chosen, options, current }: RestoreRequest,
): Promise<ReplacedDatabase> {
  const { manifest } = chosen;
  if (!options.overwrite && !current.isEmpty) {
    throw wouldOverwrite('There is a database already');
  }
  if (!options.overwrite) await requireSecretsFree(deps, manifest);
  deps.onPhase('restoring the database');
  await using prepared = await deps.database.prepare(databaseOf(deps, chosen));
  const replaced = await backUpReplaced(deps, current);
  const pending: PendingRestore = {
    backup: manifest.id,
    point: chosen.point,
    until: restoredUntil(chosen, prepared),
    overwrites: options.overwrite,
    holdsWebhooks: !options.sendWebhooks,
    keysBefore: (await keysBefore(deps, chosen, current)) ?? null,
  };
  const { actor, origin } = deps;
  const { keys } = await prepared.finish({ ...pending, at: deps.clock(), actor, origin });
  deps.onPhase('reading the objects');
  const { missing, differing } = await compareObjects(deps, chosen);
  if (differing.length > 0 && !options.overwrite) {
    throw wouldOverwrite(`${differing.length} objects are there with another content`);
  }
  const objects = [...missing, ...differing];
  await checkObjects(deps, chosen, objects);
  await prepared.replace();
  return { pending, keys, objects, replaced };
}

/** Up to when changes are in what was prepared. */
function restoredUntil(
  { manifest, point }: ChosenBackup,
  { lastChange }: Pick<PreparedDatabase, 'lastChange'>,
): Date {
  if (point.kind === 'until') return point.at;
  const instant = instantOf(manifest);
  return point.kind === 'latest' && lastChange && lastChange > instant ? lastChange : instant;
}

/** Returns the id of the backup; undefined where there is nothing to lose, or it cannot be read. */
async function backUpReplaced(
  deps: RestoreDeps,
  { isEmpty, keys, pending, failure }: CurrentDatabase,
): Promise<string | undefined> {
  // A restore that was ended before it was complete has saved what it replaced.
  if (isEmpty || pending) return undefined;
  if (failure !== undefined) return notBackedUp(deps, failure);
  // A start that was ended before it made the tables left nothing to lose.
  if (!keys) return undefined;
  deps.onPhase('making a backup of what is replaced');
  try {
    await using source = await deps.database.open();
    const secrets = () => deps.secrets.all();
    return (
      await backUp({ ...deps, source, databaseLog: undefined, secrets }, { isBeforeRestore: true })
    ).id;
  } catch (err) {
    if (!isSolanoError(err, 'store_unavailable')) throw err;
    return notBackedUp(deps, err);
  }
}

function notBackedUp({ log }: RestoreDeps, err: unknown): undefined {
  log.warn({ err }, 'the database to be replaced cannot be read: it is not backed up first');
}

async function keysBefore(
  deps: RestoreDeps,
  { manifest }: ChosenBackup,
  current: CurrentDatabase,
): Promise<readonly KeyState[] | null | undefined> {
  const found = current.isEmpty ? undefined : current.keys;
  const known = current.pending ? current.pending.keysBefore : found;
  return known ?? keysOfNewest(deps, manifest);
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
async function keysOfNewest({ target, log }: RestoreDeps, restored: Manifest) {
  const keys: KeyState[] = [];
  const [newest] = (await target.list()).manifests;
  if (!newest || newest.id === restored.id) return undefined;
  try {
    for await (const line of readLines(target.readCatalogue(newest))) {
      if (!('key' in line)) break;
      keys.push(line.key);
    }
    return keys;
  } catch (err) {
    log.warn({ err, backup: newest.id }, 'the keys of the newest backup cannot be read');
    return undefined;
  }
}
