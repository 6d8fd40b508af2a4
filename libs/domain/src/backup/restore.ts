import { SolanoError } from '../errors.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Clock } from '../time/clock.ts';
import type {
  Archive,
  DatabaseTarget,
  Figures,
  Manifest,
  RunningDigest,
  StoredObject,
  Verification,
} from './backup.ts';
import { readLines } from './catalogue.ts';
import type { ChangedKey, KeyState } from './changed-keys.ts';
import { changedKeys } from './changed-keys.ts';
import { walk } from './objects.ts';
import type { BackupTarget } from './target.ts';
import { whole } from './target.ts';

interface ReadDeps {
  readonly target: BackupTarget;
  readonly archive: Archive;
  readonly newDigest: () => RunningDigest;
  readonly clock: Clock;
}

export interface RestoreDeps extends ReadDeps {
  readonly database: DatabaseTarget;
  readonly objects: ObjectStore;
  /** The migrations that this release knows. */
  readonly migrations: readonly string[];
  /** Puts a secret in its file, which keeps the one that it has unless that is to be overwritten. */
  readonly putSecret: (name: string, value: string, overwrite: boolean) => Promise<void>;
  readonly actor: string;
  readonly origin: string;
  readonly onPhase: (phase: string) => void;
}

export interface RestoreOptions {
  readonly id?: string | undefined;
  readonly overwrite: boolean;
  readonly sendWebhooks: boolean;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Keys that changed after what was restored; undefined where nobody can tell. */
  readonly changedKeys: readonly ChangedKey[] | undefined;
  readonly objects: number;
}

/**
 * Restores a backup: beside what is there, which it replaces at the end in one step. Objects that are
 * missing are put before that step, objects that differ after it: whenever it is ended, what is in
 * use is whole, and it can be run again.
 * Errors: `not_found`, `already_exists` where something would be overwritten, `invalid_request` for a
 * backup that is not whole or of a newer release, `overloaded` while the database is in use.
 */
export async function restore(deps: RestoreDeps, options: RestoreOptions): Promise<Restored> {
  const manifest = await deps.target.find(options.id);
  requireKnownMigrations(manifest, deps.migrations);
  requireKey(manifest, deps.target);
  await deps.database.requireUnused();
  if (!options.overwrite && !(await deps.database.isEmpty())) {
    const message = 'There is a database already: --overwrite replaces it.';
    throw new SolanoError('already_exists', message);
  }
  const before = (await deps.database.keys()) ?? (await keysOfNewest(deps.target, manifest));
  deps.onPhase('restoring the database');
  await using prepared = await deps.database.prepare(databaseOf(deps, manifest, false));
  const { keys } = await prepared.finish({
    at: deps.clock(),
    backup: manifest.id,
    actor: deps.actor,
    origin: deps.origin,
    holdsWebhooks: !options.sendWebhooks,
  });
  deps.onPhase('restoring the objects');
  const { missing, differing } = await compareObjects(deps, manifest);
  if (differing.length > 0 && !options.overwrite) {
    const message = `${differing.length} objects are there with another content: --overwrite replaces them.`;
    throw new SolanoError('already_exists', message);
  }
  for (const object of missing) await putObject(deps, object);
  await prepared.replace();
  for await (const line of readLines(deps.target.readCatalogue(manifest))) {
    if (!('secret' in line)) continue;
    await deps.putSecret(line.secret.name, line.secret.value, options.overwrite);
  }
  for (const object of differing) await putObject(deps, object);
  const changed = before && changedKeys(before, keys);
  return { manifest, changedKeys: changed, objects: missing.length + differing.length };
}

/**
 * Restores a backup into a throw-away database, compares it with what the backup says, reads every
 * object, and notes the result with the backup. Errors: `not_found`, `objects_unavailable`.
 */
export async function verify(
  deps: Omit<RestoreDeps, 'objects' | 'putSecret'>,
  id?: string,
): Promise<Verification> {
  const manifest = await deps.target.find(id);
  const startedAt = deps.clock();
  const problems: string[] = [];
  const attempt = async (what: string, work: () => Promise<readonly string[]>) => {
    deps.onPhase(what);
    try {
      problems.push(...(await work()));
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
    }
  };
  await attempt('restoring the database', () => verifyDatabase(deps, manifest));
  await attempt('reading the objects', () => verifyObjects(deps, manifest));
  const at = deps.clock();
  const verification = {
    id: manifest.id,
    at: at.toISOString(),
    problems,
    missing: manifest.missing,
    seconds: (at.getTime() - startedAt.getTime()) / 1_000,
  };
  await deps.target.noteVerification(verification);
  return verification;
}

async function verifyDatabase(
  deps: Omit<RestoreDeps, 'objects' | 'putSecret'>,
  manifest: Manifest,
): Promise<string[]> {
  requireKnownMigrations(manifest, deps.migrations);
  requireKey(manifest, deps.target);
  await using prepared = await deps.database.prepare(databaseOf(deps, manifest, true));
  const problems = differences(manifest.figures, await prepared.figures());
  const { actor, origin } = deps;
  await prepared.finish({
    at: deps.clock(),
    backup: manifest.id,
    actor,
    origin,
    holdsWebhooks: true,
  });
  return problems;
}

/** What differs between the figures of a backup and those of what was restored from it. */
export function differences(expected: Figures, found: Figures): string[] {
  const names = new Set([...Object.keys(expected.tables), ...Object.keys(found.tables)]);
  const tables = [...names].flatMap((name) => {
    const [before, after] = [expected.tables[name], found.tables[name]];
    if (before?.rows !== after?.rows) {
      return `table ${name}: ${after?.rows ?? 'no'} rows instead of ${before?.rows ?? 'none'}`;
    }
    return before?.digest === after?.digest ? [] : `table ${name}: another content`;
  });
  const isSame = JSON.stringify(expected.newestAudit) === JSON.stringify(found.newestAudit);
  return isSame ? tables : [...tables, 'the newest audit entry is another one'];
}

async function verifyObjects(deps: ReadDeps, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for await (const object of deps.target.objects(manifest)) {
    const digest = deps.newDigest();
    try {
      for await (const chunk of deps.target.readBlob(object.blob, object.parts)) digest.add(chunk);
      if (digest.end() !== object.digest) problems.push(`object ${object.key}: another content`);
    } catch (error) {
      problems.push(`object ${object.key}: ${(error as Error).message}`);
    }
  }
  return problems;
}

function databaseOf({ target, archive }: ReadDeps, manifest: Manifest, isToFigures: boolean) {
  const content = archive.unpack(target.readDatabase(manifest));
  return { manifest, content, log: target.readLog(manifest.id), isToFigures };
}

/** Which objects of a backup are not in the store, and which are there with another content. */
async function compareObjects({ target, objects, newDigest }: RestoreDeps, manifest: Manifest) {
  const present = new Map<string, number>();
  for await (const { key, size } of walk(objects)) present.set(key, size);
  const [missing, differing]: [StoredObject[], StoredObject[]] = [[], []];
  for await (const object of target.objects(manifest)) {
    const size = present.get(object.key);
    if (size === undefined) missing.push(object);
    else if (size !== object.size) differing.push(object);
    else if ((await digestOf(objects, object.key, newDigest())) !== object.digest)
      differing.push(object);
  }
  return { missing, differing };
}

async function digestOf(objects: ObjectStore, key: string, digest: RunningDigest) {
  const object = await objects.get(key);
  if (!object) return undefined;
  for await (const chunk of object.content) digest.add(chunk);
  return digest.end();
}

async function putObject({ target, objects, newDigest }: RestoreDeps, object: StoredObject) {
  const content = await whole(target.readBlob(object.blob, object.parts));
  const digest = newDigest();
  digest.add(content);
  if (digest.end() !== object.digest) {
    throw new SolanoError('invalid_request', `The backup is damaged: object ${object.key}.`);
  }
  await objects.put(object.key, content, 'application/octet-stream');
}

/** The keys of a later backup; undefined where there is none, or nobody can read it. */
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

function requireKnownMigrations(manifest: Manifest, known: readonly string[]): void {
  const unknown = manifest.migrations.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const message = `The backup is of a newer version of Solano (${manifest.software}, migration ${unknown}).`;
  throw new SolanoError('invalid_request', message);
}

function requireKey({ id, isEncrypted }: Manifest, target: BackupTarget): void {
  if (!isEncrypted || target.isEncrypting) return;
  throw new SolanoError(
    'invalid_request',
    `The backup ${id} is encrypted: set BACKUP_KEY to its key.`,
  );
}
