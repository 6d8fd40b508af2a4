import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  checkKey,
  checkPrefix,
  INCOMING_FOLDER,
  type ListedEntry,
  type ObjectContent,
  type ObjectInfo,
  type ObjectStore,
} from '@solano/domain/kernel';
import { translated, translating, undefinedIfAbsent } from './failures.ts';
import { findFolder, makeFolder, Root } from './folders.ts';
import { entriesOf, infoOf, objectsInFolders } from './listing.ts';
import { fileNameOf } from './names.ts';
import { placeFile, removeAbandoned, removeFile } from './writing.ts';

/** A named pipe must not make the reader wait for a writer. */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Objects as files below a folder, which is made with the first object. A key's segments are the
 * names of folders and file, so that operators can put files there themselves. Links below the
 * folder are not followed: their names are missing, and nothing is put through them.
 */
export class DirectoryObjectStore implements ObjectStore, AsyncDisposable {
  readonly #root: Root;
  #swept: Promise<void> | undefined;

  constructor(folder: string) {
    this.#root = new Root(resolve(folder));
  }

  async put(key: string, content: Uint8Array, _contentType: string): Promise<void> {
    checkKey(key);
    const { folders, file } = pathOf(key);
    await translating(async () => {
      const incoming = await makeFolder(this.#root, [INCOMING_FOLDER]);
      this.#swept ??= removeAbandoned(incoming).catch(() => undefined);
      await this.#swept;
      const folder = await makeFolder(this.#root, folders);
      await placeFile(incoming, folder, file, content);
    });
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    const { folders, file } = pathOf(key);
    await translating(async () => {
      const folder = await findFolder(this.#root, folders);
      if (folder !== undefined) await removeFile(folder, file, folders.length);
    });
  }

  async get(key: string): Promise<ObjectContent | undefined> {
    checkKey(key);
    const { folders, file } = pathOf(key);
    return translating(async () => {
      const folder = await findFolder(this.#root, folders);
      if (folder === undefined) return undefined;
      const handle = await open(join(folder, file), READ_NO_LINK).catch(undefinedIfAbsent);
      return handle && (await contentOf(key, handle));
    });
  }

  list(prefix: string): AsyncGenerator<ListedEntry> {
    return this.#listed(prefix, entriesOf);
  }

  listFolders(prefix: string): AsyncGenerator<ObjectInfo> {
    return this.#listed(prefix, objectsInFolders);
  }

  async *#listed<Entry>(
    prefix: string,
    read: (folder: string, prefix: string) => AsyncIterable<Entry>,
  ): AsyncGenerator<Entry> {
    checkPrefix(prefix);
    try {
      const folder = await findFolder(this.#root, prefix.split('/').slice(0, -1).map(fileNameOf));
      if (folder !== undefined) yield* read(folder, prefix);
    } catch (error) {
      throw translated(error);
    }
  }

  /** Holds nothing between calls; a store of another kind, in its place, may. */
  async [Symbol.asyncDispose](): Promise<void> {}
}

function pathOf(key: string): { folders: string[]; file: string } {
  const names = key.split('/').map(fileNameOf);
  return { folders: names.slice(0, -1), file: names.at(-1) ?? '' };
}

/** Closes the file where there is nothing to be read from it. */
async function contentOf(key: string, file: FileHandle): Promise<ObjectContent | undefined> {
  await using opened = new AsyncDisposableStack();
  opened.use(file);
  const state = await file.stat({ bigint: true });
  if (!state.isFile()) return undefined;
  if (state.size === 0n) return { ...infoOf(key, state), content: nothing(), cancel: () => {} };
  opened.move();
  return streamed(key, file, state);
}

function streamed(key: string, file: FileHandle, state: BigIntStats): ObjectContent {
  const info = infoOf(key, state);
  // Up to the size that was reported, however much is appended meanwhile.
  const stream = file.createReadStream({ start: 0, end: info.size - 1 });
  return { ...info, content: reading(stream, info.size), cancel: () => stream.destroy() };
}

async function* reading(
  stream: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let rest = size;
  try {
    for await (const chunk of stream) {
      rest -= chunk.length;
      yield chunk;
    }
    if (rest > 0) throw new Error('the file was cut off while it was read');
  } catch (error) {
    throw translated(error);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
