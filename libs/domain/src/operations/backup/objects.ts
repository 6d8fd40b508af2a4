import { isObjectKey, type ObjectInfo, type ObjectStore, SolanoError } from '@solano/domain/kernel';
import type { RunningDigest, StoredObject } from './backup.ts';
import { retrying } from './retrying.ts';
import type { BackupTarget } from './target.ts';

export interface ObjectDeps {
  readonly objects: ObjectStore;
  readonly target: BackupTarget;
  readonly newDigest: () => RunningDigest;
  readonly newId: () => string;
  readonly pause: (ms: number) => Promise<void>;
}

/** Objects that are stored at a time: small ones wait for the disk or the network. */
const CONCURRENCY = 8;

/** Every object of a store, folder by folder. */
export async function* walk(objects: ObjectStore, prefix = ''): AsyncGenerator<ObjectInfo> {
  for await (const entry of objects.list(prefix)) {
    if ('folder' in entry) yield* walk(objects, entry.folder);
    else yield entry;
  }
}

/**
 * Stores every object that the service can have, but for those that an earlier backup has as they are. An object that changes
 * meanwhile is stored as it is when it is read; one that has gone is left out. Errors: `objects_unavailable`, also
 * where the store lists an object that it does not give.
 */
export async function* storeObjects(
  deps: ObjectDeps,
  known: ReadonlyMap<string, StoredObject>,
  onSkipped: (key: string) => void,
): AsyncGenerator<StoredObject> {
  const storing: Promise<StoredObject | undefined>[] = [];
  for await (const { key, etag, modifiedAt } of walk(deps.objects)) {
    if (!isObjectKey(key)) {
      onSkipped(key);
      continue;
    }
    const old = known.get(key);
    const isKnown = old?.etag === etag;
    const stored = isKnown
      ? Promise.resolve({ ...old, modifiedAt: modifiedAt.toISOString() })
      : storeObject(deps, key);
    stored.catch(() => undefined);
    storing.push(stored);
    if (storing.length < CONCURRENCY) continue;
    const object = await storing.shift();
    if (object) yield object;
  }
  for (const each of storing) {
    const object = await each;
    if (object) yield object;
  }
}

/** Stores one object; undefined where there is none. Errors: as {@link storeObjects}. */
export function storeObject(deps: ObjectDeps, key: string): Promise<StoredObject | undefined> {
  return retrying(deps.pause, () => storeOnce(deps, key));
}

async function storeOnce(deps: ObjectDeps, key: string): Promise<StoredObject | undefined> {
  const object = await deps.objects.get(key);
  if (!object) {
    if (!(await isListed(deps.objects, key))) return undefined;
    const message = `The object store lists ${key} but does not return it.`;
    throw new SolanoError('objects_unavailable', message);
  }
  const digest = deps.newDigest();
  const blob = deps.newId();
  const content = async function* () {
    for await (const chunk of object.content) {
      digest.add(chunk);
      yield chunk;
    }
  };
  const parts = await deps.target.writeBlob(blob, content());
  const { etag, size } = object;
  const modifiedAt = object.modifiedAt.toISOString();
  return { key, etag, modifiedAt, size, digest: digest.end(), blob, parts };
}

async function isListed(objects: ObjectStore, key: string): Promise<boolean> {
  for await (const entry of objects.list(key.slice(0, key.lastIndexOf('/') + 1))) {
    if ('key' in entry && entry.key === key) return true;
  }
  return false;
}

/** The keys of objects that neither a backup has as they are, nor what was archived since. */
export async function* unstoredKeys(
  { objects, target }: ObjectDeps,
  backup: string,
): AsyncGenerator<string> {
  const etags = new Map<string, string>();
  for await (const { key, etag } of target.objects(await target.find(backup))) etags.set(key, etag);
  for await (const { key, etag } of walk(objects)) {
    if (etags.get(key) !== etag && isObjectKey(key)) yield key;
  }
}
