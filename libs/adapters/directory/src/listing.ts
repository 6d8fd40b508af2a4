import { isUtf8 } from 'node:buffer';
import { type BigIntStats, type Dirent, lstat } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  compareCodePoints,
  isSegment,
  type ListedEntry,
  type ObjectInfo,
} from '@solano/domain/kernel';
import { undefinedIfAbsent } from './failures.ts';
import { segmentOf } from './names.ts';

/** How many files are looked at together. */
const PAGE = 100;
/** How many folders are read together. */
const FOLDERS = 16;
/** Uses two thirds of the CPU of `lstat` of `node:fs/promises`. */
const stateOf = promisify(lstat);

interface Found {
  /** The key of an object, the prefix of a folder. */
  readonly key: string;
  readonly path: string;
  readonly isFolder: boolean;
}

/** Lists the objects and folders directly in a folder, whose keys begin with the prefix. */
export async function* entriesOf(folder: string, prefix: string): AsyncGenerator<ListedEntry> {
  for (const page of pagesOf(await findIn(folder, prefix), PAGE)) {
    for (const entry of await Promise.all(page.map(entryOf))) if (entry) yield entry;
  }
}

/** The objects in the folders that stand directly in a folder: none of them can be a link. */
export async function* objectsInFolders(
  folder: string,
  prefix: string,
): AsyncGenerator<ObjectInfo> {
  const folders = (await findIn(folder, prefix)).filter(({ isFolder }) => isFolder);
  for (const page of pagesOf(folders, FOLDERS)) {
    const objects = await Promise.all(page.map(({ path, key }) => objectsIn(path, key)));
    yield* objects.flat();
  }
}

async function objectsIn(folder: string, prefix: string): Promise<ObjectInfo[]> {
  const files = (await findIn(folder, prefix)).filter(({ isFolder }) => !isFolder);
  return (await Promise.all(files.map(describe))).filter((info) => info !== undefined);
}

function* pagesOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/**
 * The tag has the time of the last change of any kind (ctime), which cannot be set: a file that is
 * overwritten where it is, to the same size and time of modification, gets another one. Only what
 * changes twice within a tick of the kernel's clock, 10 ms at most, may keep it.
 */
export function infoOf(key: string, state: BigIntStats): ObjectInfo {
  const { mtimeNs, ctimeNs, mtime, size, ino } = state;
  const etag = [mtimeNs, ctimeNs, size, ino].map((part) => part.toString(36)).join('-');
  return { key, etag, modifiedAt: mtime, size: Number(size) };
}

async function findIn(folder: string, prefix: string): Promise<Found[]> {
  const options = { withFileTypes: true, encoding: 'buffer' } as const;
  const entries = (await readdir(folder, options).catch(undefinedIfAbsent)) ?? [];
  const found = entries.flatMap((entry) => foundAs(entry, folder, prefix) ?? []);
  return found.sort((a, b) => compareCodePoints(a.key, b.key));
}

/** Undefined for links, devices and the like, and for names that no key can have. */
function foundAs(entry: Dirent<Buffer>, folder: string, prefix: string): Found | undefined {
  const name = isUtf8(entry.name) ? entry.name.toString() : '';
  const segment = segmentOf(name);
  if (segment === undefined || !isSegment(segment)) return undefined;
  const path = join(folder, name);
  if (entry.isDirectory()) return { key: `${prefix}${segment}/`, path, isFolder: true };
  return entry.isFile() ? { key: `${prefix}${segment}`, path, isFolder: false } : undefined;
}

async function entryOf(found: Found): Promise<ListedEntry | undefined> {
  return found.isFolder ? { folder: found.key } : describe(found);
}

/** Undefined for a file that was removed meanwhile. */
async function describe({ key, path }: Found): Promise<ObjectInfo | undefined> {
  const state = await stateOf(path, { bigint: true }).catch(undefinedIfAbsent);
  return state?.isFile() ? infoOf(key, state) : undefined;
}
