import { collect, DAY_MS, type ObjectStore } from '@solano/domain/kernel';
import {
  type Archive,
  type BackupKeeper,
  BackupTarget,
  type DatabaseBackup,
  type DatabaseLog,
  type DatabaseSource,
  type Figures,
  type KeeperDeps,
  type KeyState,
  type PendingRestore,
  type RestoreDeps,
} from '@solano/domain/operations';
import { MemoryObjectStore } from '@solano/memory';

export const START = Date.parse('2026-11-22T02:00:00Z');
export const text = (content: string) => new TextEncoder().encode(content);
export const FIGURES: Figures = {
  tables: { plant: { rows: 1, digest: '7' } },
  newestAudit: { id: '1', at: '2026-11-22', digest: 'a' },
};

/** Neither compresses nor encrypts, but can say that it does. */
const sealer = {
  isEncrypting: true,
  seal: (c: AsyncIterable<Uint8Array>) => c,
  open: (c: AsyncIterable<Uint8Array>) => c,
};

function newDigest() {
  let sum = 0;
  return {
    add(bytes: Uint8Array) {
      for (const byte of bytes) sum = (sum * 31 + byte) % 1_000_007;
    },
    end: () => sum.toString(16),
  };
}

/** Files of an archive, one line each: their content is text. */
const archive: Archive = {
  async *pack(entries) {
    for await (const { name, content } of entries) {
      yield text(`${name}=${new TextDecoder().decode(await collect(content))}\n`);
    }
  },
  async *unpack(content) {
    const lines = new TextDecoder()
      .decode(await collect(content))
      .trim()
      .split('\n');
    for (const line of lines) yield fileOf(...(line.split('=') as [string, string]));
  },
};

function fileOf(name: string, content: string) {
  const bytes = text(content);
  return { name, size: bytes.length, content: once(bytes) };
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A database of one file, with a log of numbered bytes, and everything around it. */
export function world() {
  let now = START;
  const clock = () => new Date(now);
  const pause = async (ms: number) => {
    now += ms;
  };
  const store = new MemoryObjectStore(clock);
  const objects = new MemoryObjectStore(clock);
  const targetOn = (on: ObjectStore) => new BackupTarget({ store: on, sealer, newDigest, pause });
  const target = targetOn(store);
  const problems: unknown[] = [];
  const state = {
    logged: 0,
    archived: 0,
    keys: [] as KeyState[],
    /** Backups for which the log is kept, oldest first. */
    places: [] as string[],
    kept: '',
    failure: undefined as Error | undefined,
  };
  const backup = (id: string): DatabaseBackup => ({
    postgres: '18',
    migrations: ['1_first'],
    async *content() {
      yield fileOf('plants', 'content');
    },
    freeze: async () => ({ position: `0/${state.logged.toString(16).toUpperCase()}` }),
    async *log() {
      yield { name: '0000', bytes: text('first') };
    },
    async figures() {
      if (state.failure) throw state.failure;
      return FIGURES;
    },
    keys: async () => state.keys,
    keep: async () => {
      state.places = [id];
      state.kept = id;
    },
    [Symbol.asyncDispose]: async () => {
      if (state.kept !== id) state.places = state.places.filter((each) => each !== id);
    },
  });
  const source: DatabaseSource = {
    kind: 'cluster',
    async lock() {
      return { [Symbol.asyncDispose]: async () => {} };
    },
    async begin(id) {
      state.places.push(id);
      return backup(id);
    },
  };
  const databaseLog: DatabaseLog = {
    lockLog: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    backups: async () => state.places,
    position: async () => `0/${state.logged}`,
    async *pieces() {
      for (; state.archived < state.logged; state.archived += 1) {
        yield { name: String(1000 + state.archived), bytes: text('x') };
      }
    },
  };
  let ids = 0;
  const deps: KeeperDeps = {
    objects,
    target,
    newDigest,
    pause,
    newId() {
      ids += 1;
      return `id${String(ids).padStart(6, '0')}`;
    },
    source,
    databaseLog,
    archive,
    clock,
    log: {
      info() {},
      warn: (fields) => problems.push(fields),
      error: (fields) => problems.push(fields),
    },
    software: '1.0.0',
    secrets: async () => [{ name: 'callback.secret', value: 's' }],
    keepMs: 3 * DAY_MS,
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { deps, state, store, target, targetOn, objects, problems, pass };
}

/** Calls back before each change; where that throws, the change is not made. */
export function watched(store: ObjectStore, beforeChange: () => void): ObjectStore {
  return {
    async put(...args) {
      beforeChange();
      await store.put(...args);
    },
    async delete(key) {
      beforeChange();
      await store.delete(key);
    },
    get: (key) => store.get(key),
    list: (prefix) => store.list(prefix),
    listFolders: (prefix) => store.listFolders(prefix),
  };
}

/** Writes another manifest of a backup, as whoever can write to the target may. */
export async function forgeManifest(
  store: MemoryObjectStore,
  id: string,
  change: (manifest: Record<string, unknown>) => unknown,
): Promise<void> {
  const key = `backups/${id}/manifest.json`;
  const object = await store.get(key);
  const content = await collect(object?.content ?? once(text('{}')));
  const known = JSON.parse(new TextDecoder().decode(content)) as Record<string, unknown>;
  await store.put(key, text(JSON.stringify(change(known))), '');
}

/** All keys below a prefix. */
export async function keysOf(store: MemoryObjectStore, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const entry of store.list(prefix)) {
    if ('key' in entry) keys.push(entry.key);
    else keys.push(...(await keysOf(store, entry.folder)));
  }
  return keys;
}

/** Ticks, and waits for the backup that it begins. */
export async function tick(keeper: BackupKeeper) {
  await keeper.tick();
  await keeper.backingUp;
  return keeper.tick();
}

/** What a service works with: a database of one file, objects, secrets. */
export function installation(clock: () => Date) {
  return {
    /** Undefined: there is none. */
    database: undefined as
      | {
          found: Record<string, string>;
          keys: readonly KeyState[];
          pending: PendingRestore | undefined;
          /** Why it cannot be read. */
          failure?: unknown;
        }
      | undefined,
    objects: new MemoryObjectStore(clock),
    secrets: {} as Record<string, string>,
  };
}

/** Restores into an installation, in the end; what was restored last can be looked at. */
export function restoring(deps: Parameters<typeof baseOf>[0], into = installation(deps.clock)) {
  const done: string[] = [];
  const found: Record<string, string> = {};
  const all: RestoreDeps = {
    ...baseOf(deps),
    objects: into.objects,
    database: {
      requireUnused: async () => {},
      async current() {
        const { database } = into;
        if (database?.failure)
          return { isEmpty: false, keys: undefined, pending: undefined, failure: database.failure };
        return { isEmpty: !database, keys: database?.keys, pending: database?.pending };
      },
      open: async () => ({
        ...deps.source,
        kind: 'tables',
        begin: async () => ({ ...(await deps.source.begin('replaced')), keep: async () => {} }),
        [Symbol.asyncDispose]: async () => {},
      }),
      async prepare({ content, log, point }) {
        for await (const entry of content)
          found[entry.name] = new TextDecoder().decode(await collect(entry.content));
        let lastChange: Date | undefined;
        for await (const { name, bytes, archivedAt } of log) {
          if (point.kind === 'backup' && name !== '0000') continue;
          found[name] = new TextDecoder().decode(bytes);
          lastChange = archivedAt;
        }
        let pending: PendingRestore | undefined;
        return {
          lastChange,
          figures: async () => FIGURES,
          async finish(note) {
            pending = note;
            done.push(note.holdsWebhooks ? 'held' : 'sent');
            return { keys: [] };
          },
          async replace() {
            into.database = { found, keys: [], pending };
            done.push(`replaced with ${(await keysOf(into.objects)).length} objects`);
          },
          [Symbol.asyncDispose]: async () => void done.push('disposed'),
        };
      },
      async complete() {
        if (into.database) into.database.pending = undefined;
        done.push('completed');
      },
    },
    secrets: {
      read: async (name) => into.secrets[name],
      all: async () => Object.entries(into.secrets).map(([name, value]) => ({ name, value })),
      async write(name, value) {
        into.secrets[name] = value;
      },
    },
  };
  return { all, done, found, into };
}

function baseOf(deps: KeeperDeps) {
  const by = { actor: 'operator o', origin: 'host', onPhase: () => {} };
  return { ...deps, ...by, migrations: ['1_first'] };
}

/** The text of each object. */
export async function contents(objects: MemoryObjectStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const key of await keysOf(objects)) {
    const object = await objects.get(key);
    if (object) found[key] = new TextDecoder().decode(await collect(object.content));
  }
  return found;
}
