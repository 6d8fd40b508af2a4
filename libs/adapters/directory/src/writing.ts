import { randomUUID } from 'node:crypto';
import { lstat, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HOUR_MS, SolanoError } from '@solano/domain/kernel';
import { codeOf, undefinedIfAbsent } from './failures.ts';

/** Age from which a temporary file is no longer being written. Milliseconds. */
const ABANDONED_AFTER = HOUR_MS;

/**
 * Puts a whole file in its place: written in the incoming folder, which is on the same file
 * system, and durable before it appears.
 */
export async function placeFile(
  incoming: string,
  folder: string,
  name: string,
  content: Uint8Array,
): Promise<void> {
  const part = join(incoming, randomUUID());
  try {
    await writeDurably(part, content);
    // Replaces a link as such: what it points to is not touched.
    await rename(part, join(folder, name)).catch(rejectFolder);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await sync(folder);
}

/**
 * Removes a file or a link, and the folders above it that are empty then, up to the root: a store
 * has no empty folders. No folder is removed in place of a file.
 *
 * @param depth how many folders are above the file, the root not counted.
 */
export async function removeFile(folder: string, name: string, depth: number): Promise<void> {
  const path = join(folder, name);
  const state = await lstat(path).catch(undefinedIfAbsent);
  if (!state || state.isDirectory()) return;
  await rm(path, { force: true });
  let empty = folder;
  for (let above = depth; above > 0; above -= 1) {
    // Another writer may put an object there at the same moment.
    if (!(await rmdir(empty).then(isDone, isKept))) return;
    empty = dirname(empty);
  }
}

const isDone = () => true;
const isKept = () => false;

/** Removes what processes were writing that died over it. */
export async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const state = await lstat(path).catch(undefinedIfAbsent);
    if (state && Date.now() - state.mtimeMs > ABANDONED_AFTER) await rm(path, { force: true });
  }
}

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(content);
  const at = nextTime();
  await file.utimes(at, at);
  await file.sync();
}

let lastTime = 0;

/**
 * Seconds, never the same twice. Some kernels' clock ticks every 4 ms, in which a file may be
 * replaced twice and get the first one's inode: its etag would distinguish them by size alone.
 */
function nextTime(): number {
  lastTime = Math.max(Date.now() * 1_000, lastTime + 1);
  return lastTime / 1_000_000;
}

async function sync(folder: string): Promise<void> {
  await using file = await open(folder);
  await file.sync();
}

function rejectFolder(error: unknown): never {
  if (codeOf(error) !== 'EISDIR') throw error;
  throw new SolanoError('already_exists', 'A folder stands where the object is to be.', {
    cause: error,
  });
}
