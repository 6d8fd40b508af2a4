import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ListedEntry, ObjectStore } from '@solano/domain/kernel';
import { afterAll, beforeAll, expect } from 'vitest';

/** A storage of its own, empty at first. Disposing of it closes every handle on it. */
export interface ObjectsFixture extends AsyncDisposable {
  readonly store: ObjectStore;
  /** A second handle on the same storage, as another process would have it. */
  reopen(): Promise<ObjectStore>;
  /** Lets an object look as if it had been put at another time. */
  setModified(key: string, at: Date): Promise<void>;
  /** Adds an object beside the store, which is quicker where there are to be many. */
  place(key: string, content: Uint8Array): Promise<void>;
}

/** Opens a new, empty storage. */
export type OpenObjects = () => Promise<ObjectsFixture>;

/** Two handles on one storage. */
export interface ObjectHandles {
  readonly here: ObjectStore;
  readonly there: ObjectStore;
  setModified(key: string, at: Date): Promise<void>;
  place(key: string, content: Uint8Array): Promise<void>;
}

export const CSV = 'text/csv';
export const MEBIBYTE = 1024 * 1024;

/** Opens one storage for all tests of the suite it is called in; each test has its own folder. */
export function openObjectsForSuite(open: OpenObjects): ObjectHandles {
  const handles = {} as { -readonly [name in keyof ObjectHandles]: ObjectHandles[name] };
  let fixture: ObjectsFixture | undefined;
  beforeAll(async () => {
    const opened = await open();
    fixture = opened;
    handles.here = opened.store;
    handles.there = await opened.reopen();
    handles.setModified = (key, at) => opened.setModified(key, at);
    handles.place = (key, content) => opened.place(key, content);
  });
  afterAll(() => fixture?.[Symbol.asyncDispose]());
  return handles;
}

let folders = 0;

/** The prefix of a folder that no other test uses. */
export function aFolder(): string {
  folders += 1;
  return `folder-${folders}/`;
}

export function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

/** The whole content of an object, if there is one. */
export async function readWhole(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const object = await store.get(key);
  return object && Buffer.concat(await collected(object.content));
}

export async function readText(store: ObjectStore, key: string): Promise<string | undefined> {
  return (await readWhole(store, key))?.toString();
}

/** Stands where an object must be. */
export function anObject(): never {
  return expect.unreachable('there is an object');
}

/** The keys and folders that are listed, in the order of the listing. */
export async function listed(store: ObjectStore, prefix: string): Promise<string[]> {
  return (await entries(store, prefix)).map((entry) =>
    'folder' in entry ? entry.folder : entry.key,
  );
}

export function entries(store: ObjectStore, prefix: string): Promise<ListedEntry[]> {
  return collected(store.list(prefix));
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Writes a file, and makes the folders above it. */
export async function writeFileAt(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** In the order of the UTF-8 bytes. */
export function inByteOrder(keys: readonly string[]): string[] {
  return keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Does the work for each item, for some of them at a time. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const rest = items.values();
  const workers = Array.from({ length: 16 }, async () => {
    for (const item of rest) await work(item);
  });
  await Promise.all(workers);
}

/** Files and sockets that this process has open. */
export async function countOpen(): Promise<number> {
  return (await readdir('/dev/fd')).length;
}

/** Waits until no more files and sockets are open than before. */
export async function expectOpen(atMost: number): Promise<void> {
  await expect.poll(countOpen, { interval: 20 }).toBeLessThanOrEqual(atMost);
}
