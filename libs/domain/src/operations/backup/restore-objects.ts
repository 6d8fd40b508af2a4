import {
  collect,
  invalidRequest,
  isCsv,
  isNewer,
  type ObjectInfo,
  type ObjectStore,
} from '@solano/domain/kernel';
import type { Manifest, RunningDigest, StoredObject } from './backup.ts';
import { walk } from './objects.ts';
import type { ChosenBackup } from './restore-point.ts';
import { retrying } from './retrying.ts';
import type { BackupTarget } from './target.ts';

export interface RestoreObjectsDeps {
  readonly target: BackupTarget;
  readonly objects: ObjectStore;
  readonly newDigest: () => RunningDigest;
  readonly pause: (ms: number) => Promise<void>;
}

/** Filters of the objects to restore. */
type RestoreSource = Pick<ChosenBackup, 'manifest' | 'point'>;

/** Objects that are read or put at a time. */
const CONCURRENCY = 8;
const BYTES = 'application/octet-stream';
/** Stores may keep times in whole seconds: what is put after such a pause is newer for certain. */
const TIMESTAMP_RESOLUTION_MS = 1_100;

/** The objects of a backup that are not in the store, and those that differ there. */
export async function compareObjects(deps: RestoreObjectsDeps, { manifest, point }: RestoreSource) {
  const present = new Map<string, number>();
  for await (const { key, size } of walk(deps.objects)) present.set(key, size);
  const [missing, differing]: [StoredObject[], StoredObject[]] = [[], []];
  for await (const object of deps.target.objects(manifest, point)) {
    const size = present.get(object.key);
    if (size === undefined) missing.push(object);
    else if (size !== object.size || (await digestOf(deps, object.key)) !== object.digest) {
      differing.push(object);
    }
  }
  return { missing, differing };
}

/** Rejects with `invalid_request` where one of these cannot be read from the backup as it was. */
export async function checkObjects(
  deps: RestoreObjectsDeps,
  { manifest }: RestoreSource,
  objects: readonly StoredObject[],
): Promise<void> {
  await forEach(objects, async (object) => void (await contentOf(deps, manifest, object)));
}

/**
 * Puts objects of a backup. In each folder the file that was the newest is put last, as the newest one
 * counts. After an interruption it can be called again with the objects that are still missing.
 */
export async function putObjects(
  deps: RestoreObjectsDeps,
  source: RestoreSource,
  objects: readonly StoredObject[],
): Promise<void> {
  const { manifest } = source;
  const newest = await newestOfBackup(deps, source);
  const isNewest = ({ key }: StoredObject) => newest.get(folderOf(key))?.key === key;
  await forEach(
    objects.filter((each) => !isNewest(each)),
    (each) => putObject(deps, manifest, each),
  );
  const last = objects.filter(isNewest);
  const keys = new Set(last.map(({ key }) => key));
  const found = await newestOfStore(deps.objects);
  const older = [...newest.values()].filter(
    ({ key }) => !keys.has(key) && found.get(folderOf(key))?.key !== key,
  );
  if (last.length + older.length === 0) return;
  await deps.pause(TIMESTAMP_RESOLUTION_MS);
  await forEach(last, (each) => putObject(deps, manifest, each));
  await forEach(older, ({ key }) => putAgain(deps, key));
}

type Newest = Pick<ObjectInfo, 'key' | 'modifiedAt'>;

/**
 * The newest file that each folder should have: with files that came after the backup, which stay.
 */
async function newestOfBackup(
  { target, objects }: RestoreObjectsDeps,
  { manifest, point }: RestoreSource,
): Promise<Map<string, Newest>> {
  const newest = new Map<string, Newest>();
  const known = new Set<string>();
  for await (const { key, modifiedAt } of target.objects(manifest, point)) {
    known.add(key);
    if (modifiedAt !== undefined) keepNewest(newest, { key, modifiedAt: new Date(modifiedAt) });
  }
  for await (const { key, modifiedAt } of walk(objects)) {
    if (!known.has(key) && newest.has(folderOf(key))) keepNewest(newest, { key, modifiedAt });
  }
  return newest;
}

async function newestOfStore(objects: ObjectStore): Promise<Map<string, Newest>> {
  const newest = new Map<string, Newest>();
  for await (const info of walk(objects)) keepNewest(newest, info);
  return newest;
}

function keepNewest(newest: Map<string, Newest>, { key, modifiedAt }: Newest): void {
  const folder = folderOf(key);
  const known = newest.get(folder);
  if (!isCsv(key) || (known && !isNewer({ key, modifiedAt }, known))) return;
  newest.set(folder, { key, modifiedAt });
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

function digestOf({ objects, newDigest, pause }: RestoreObjectsDeps, key: string) {
  return retrying(pause, async () => {
    const object = await objects.get(key);
    if (!object) return undefined;
    const digest = newDigest();
    for await (const chunk of object.content) digest.add(chunk);
    return digest.end();
  });
}

async function putObject(
  deps: RestoreObjectsDeps,
  manifest: Manifest,
  object: StoredObject,
): Promise<void> {
  const content = await contentOf(deps, manifest, object);
  await retrying(deps.pause, () => deps.objects.put(object.key, content, BYTES));
}

function putAgain({ objects, pause }: RestoreObjectsDeps, key: string): Promise<void> {
  return retrying(pause, async () => {
    const object = await objects.get(key);
    if (object) await objects.put(key, await collect(object.content), BYTES);
  });
}

async function contentOf(
  { target, newDigest }: RestoreObjectsDeps,
  manifest: Manifest,
  object: StoredObject,
): Promise<Uint8Array> {
  const content = await collect(target.readBlob(manifest, object));
  const found = newDigest();
  found.add(content);
  if (found.end() === object.digest) return content;
  throw invalidRequest(`The backup is damaged: object ${object.key}.`);
}

/** Some at a time; when this rejects, none of them is under way any more. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (const item of rest) await work(item);
  });
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}
