import {
  checkKey,
  checkPrefix,
  compareCodePoints,
  type ListedEntry,
  type ObjectContent,
  type ObjectInfo,
  type ObjectStore,
} from '@solano/domain/kernel';

/** Content comes in pieces of this size. Bytes. */
const CHUNK_BYTES = 2 ** 16;

interface Stored {
  readonly info: ObjectInfo;
  readonly content: Uint8Array;
}

/** The objects that stores share, by key. */
export type StoredObjects = Map<string, Stored>;

/** Objects of one process. Handles that are made of one map see the same objects. */
export class MemoryObjectStore implements ObjectStore {
  readonly #objects: StoredObjects;
  readonly #clock: () => Date;

  constructor(clock: () => Date = () => new Date(), objects: StoredObjects = new Map()) {
    this.#objects = objects;
    this.#clock = clock;
  }

  async put(key: string, content: Uint8Array, _contentType: string): Promise<void> {
    checkKey(key);
    puts += 1;
    const info = { key, etag: String(puts), modifiedAt: this.#clock(), size: content.length };
    this.#objects.set(key, { info, content: new Uint8Array(content) });
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    this.#objects.delete(key);
  }

  async get(key: string): Promise<ObjectContent | undefined> {
    checkKey(key);
    const stored = this.#objects.get(key);
    if (!stored) return undefined;
    return { ...stored.info, content: piecesOf(stored.content), cancel: () => {} };
  }

  async *list(prefix: string): AsyncGenerator<ListedEntry> {
    checkPrefix(prefix);
    const entries = new Map<string, ListedEntry>();
    for (const [key, { info }] of this.#objects) {
      if (!key.startsWith(prefix)) continue;
      const slash = key.indexOf('/', prefix.length);
      const folder = slash < 0 ? undefined : key.slice(0, slash + 1);
      entries.set(folder ?? key, folder === undefined ? info : { folder });
    }
    for (const [, entry] of [...entries].sort(([a], [b]) => compareCodePoints(a, b))) yield entry;
  }

  async *listFolders(prefix: string): AsyncGenerator<ObjectInfo> {
    checkPrefix(prefix);
    const isDirectlyIn = (key: string) =>
      key.startsWith(prefix) && key.slice(prefix.length).split('/').length === 2;
    const found = [...this.#objects.values()].filter(({ info }) => isDirectlyIn(info.key));
    const infos = found.map(({ info }) => info);
    yield* infos.sort((a, b) => compareCodePoints(a.key, b.key));
  }
}

let puts = 0;

async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += CHUNK_BYTES) {
    yield content.slice(start, start + CHUNK_BYTES);
  }
}
