import { MemoryObjectStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import type { Archive, DatabaseBackup, DatabaseLog, DatabaseSource, Manifest } from './backup.ts';
import { changedKeys } from './changed-keys.ts';
import { backUp } from './create.ts';
import type { KeeperDeps } from './keeper.ts';
import { BackupKeeper } from './keeper.ts';
import { prune } from './prune.ts';
import type { RestoreDeps } from './restore.ts';
import { differences, restore, verify } from './restore.ts';
import { readBackupState } from './state.ts';
import { BackupTarget, cut, whole } from './target.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-22T02:00:00Z');
const text = (content: string) => new TextEncoder().encode(content);
const FIGURES = {
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
    end: () => String(sum),
  };
}

/** Files of an archive, one line each: their content is text. */
const archive: Archive = {
  async *pack(entries) {
    for await (const { name, content } of entries) {
      yield text(`${name}=${new TextDecoder().decode(await whole(content))}\n`);
    }
  },
  async *unpack(content) {
    const lines = new TextDecoder()
      .decode(await whole(content))
      .trim()
      .split('\n');
    for (const line of lines) yield fileOf(...(line.split('=') as [string, string]));
  },
};

function fileOf(name: string, content: string) {
  const bytes = text(content);
  return { name, size: bytes.length, content: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A database of one file, with a log of numbered bytes, and everything around it. */
function world() {
  let now = START;
  const clock = () => new Date(now);
  const store = new MemoryObjectStore(clock);
  const objects = new MemoryObjectStore(clock);
  const target = new BackupTarget({ store, sealer, newDigest, pause: async () => {} });
  const problems: unknown[] = [];
  const state = {
    logged: 0,
    archived: 0,
    chain: undefined as string | undefined,
    isLocked: false,
    failure: undefined as Error | undefined,
  };
  const backup = (id: string): DatabaseBackup => ({
    postgres: '18',
    migrations: ['1_first'],
    async *content() {
      yield fileOf('plants', 'content');
    },
    freeze: async () => ({ position: String(state.logged) }),
    async *log() {
      yield { name: '0000', bytes: text('first') };
    },
    async figures() {
      if (state.failure) throw state.failure;
      return FIGURES;
    },
    keys: async () => [],
    keep: async () => {
      state.chain = id;
    },
    [Symbol.asyncDispose]: async () => {},
  });
  const source: DatabaseSource = {
    kind: 'cluster',
    async lock() {
      return { [Symbol.asyncDispose]: async () => {} };
    },
    begin: async (id) => backup(id),
  };
  const databaseLog: DatabaseLog = {
    backup: async () => state.chain,
    position: async () => String(state.logged),
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
    lockLog: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    keepMs: 3 * DAY_MS,
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { deps, state, store, target, objects, problems, pass };
}

async function keysOf(store: MemoryObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const entry of store.list(prefix)) {
    if ('key' in entry) keys.push(entry.key);
    else keys.push(...(await keysOf(store, entry.folder)));
  }
  return keys;
}

/** Ticks, and waits for the backup that it begins. */
async function tick(keeper: BackupKeeper) {
  await keeper.tick();
  await keeper.backingUp;
  return keeper.tick();
}

/** Restores into nothing; what was restored can be looked at. */
function restoring(deps: KeeperDeps, into = new MemoryObjectStore(deps.clock)) {
  const done: string[] = [];
  const secrets: Record<string, string> = {};
  const found: Record<string, string> = {};
  const all: RestoreDeps = {
    ...deps,
    objects: into,
    database: {
      requireUnused: async () => {},
      isEmpty: async () => true,
      keys: async () => undefined,
      async prepare({ content, log }) {
        for await (const entry of content)
          found[entry.name] = new TextDecoder().decode(await whole(entry.content));
        for await (const { name, bytes } of log) found[name] = new TextDecoder().decode(bytes);
        return {
          figures: async () => FIGURES,
          finish: async ({ holdsWebhooks }) => {
            done.push(holdsWebhooks ? 'held' : 'sent');
            return { keys: [] };
          },
          replace: async () => {
            done.push(`replaced with ${(await keysOf(into, '')).length} objects`);
          },
          [Symbol.asyncDispose]: async () => void done.push('disposed'),
        };
      },
    },
    migrations: ['1_first'],
    async putSecret(name, value) {
      secrets[name] = value;
    },
    actor: 'operator o',
    origin: 'host',
    onPhase: () => {},
  };
  return { all, done, found, secrets, into };
}

const OPTIONS = { overwrite: false, sendWebhooks: false };

test('a service without a backup makes one at once, and archives what comes after it', async () => {
  const { deps, state, objects, store } = world();
  await objects.put('acme/a.csv', text('a'), '');
  const keeper = new BackupKeeper(deps);
  expect((await tick(keeper)).newest?.id).toBe(state.chain);
  await objects.put('acme/b.csv', text('b'), '');
  keeper.notePut('acme/b.csv');
  state.logged = 3;
  const { archivedUntil, failure } = await keeper.tick();
  expect([archivedUntil, failure, state.archived]).toEqual([
    new Date(START).toISOString(),
    null,
    3,
  ]);

  const { all, found, into, done, secrets } = restoring(deps);
  await restore(all, OPTIONS);
  expect(found).toEqual({ plants: 'content', '0000': 'first', 1000: 'x', 1001: 'x', 1002: 'x' });
  expect(await keysOf(into, '')).toEqual(['acme/a.csv', 'acme/b.csv']);
  expect(done).toEqual(['held', 'replaced with 2 objects', 'disposed']);
  expect(secrets).toEqual({ 'callback.secret': 's' });
  expect((await keysOf(store, 'objects/')).length).toBe(2);
});

test('objects that were put before the service was killed are archived by the next one', async () => {
  const { deps, objects } = world();
  await tick(new BackupKeeper(deps));
  await objects.put('acme/b.csv', text('b'), '');
  await new BackupKeeper(deps).tick();
  const { all, into } = restoring(deps);
  await restore(all, OPTIONS);
  expect(await keysOf(into, '')).toEqual(['acme/b.csv']);
});

test('a backup is made every day, with the objects that have changed, and old ones go', async () => {
  const { deps, store, target, objects, pass } = world();
  const keeper = new BackupKeeper(deps);
  await objects.put('acme/a.csv', text('a'), '');
  await objects.put('acme/b.csv', text('b'), '');
  await tick(keeper);
  for (let day = 1; day <= 6; day += 1) {
    pass(DAY_MS);
    await objects.put('acme/b.csv', text(`b${day}`), '');
    await tick(keeper);
  }
  const starts = (await target.list()).map(({ startedAt }) => startedAt.slice(8, 10));
  expect(starts).toEqual(['28', '27', '26', '25']);
  // One object that never changed, and one of each day; the blob of the day that was removed is a day old by now.
  expect((await keysOf(store, 'objects/')).length).toBe(5);
});

test('a backup that fails is told, and made again after a pause', async () => {
  const { deps, state, pass, target, problems } = world();
  const keeper = new BackupKeeper(deps);
  state.failure = new Error('no space');
  expect(await tick(keeper)).toMatchObject({ newest: null, failure: 'no space' });
  state.failure = undefined;
  expect((await tick(keeper)).newest).toBeNull();
  pass(10 * 60_000);
  expect(await tick(keeper)).toMatchObject({ newest: { kind: 'cluster' }, failure: null });
  expect(await target.ids()).toHaveLength(2);
  expect(problems).toHaveLength(1);
  pass(4 * DAY_MS);
  // What was broken off goes a day later.
  await prune(deps);
  expect(await target.ids()).toHaveLength(1);
});

test('a failure is told until it is over, also where there is no log to archive', async () => {
  const { deps, store, pass } = world();
  const keeper = new BackupKeeper({ ...deps, databaseLog: undefined });
  await tick(keeper);
  pass(60_000);
  const list = store.list.bind(store);
  store.list = () => {
    throw new SolanoError('objects_unavailable', 'The bucket is away.');
  };
  expect((await keeper.tick()).failure).toBe('The bucket is away.');
  store.list = list;
  expect((await keeper.tick()).failure).toBeNull();
});

test('a backup that failed is told while it is tried again', async () => {
  const { deps, state, pass } = world();
  const keeper = new BackupKeeper(deps);
  await tick(keeper);
  pass(DAY_MS);
  state.failure = new Error('no space');
  await tick(keeper);
  pass(10 * 60_000);
  // A backup is under way again; the log was archived well.
  expect((await keeper.tick()).failure).toBe('no space');
  await keeper.backingUp;
  // Another process makes it.
  state.failure = undefined;
  pass(1_000);
  await backUp(deps);
  pass(60_000);
  expect((await keeper.tick()).failure).toBeNull();
});

test('backups that another key sealed go when they are old, and keep their objects until then', async () => {
  const { deps, target, store, objects, pass } = world();
  await objects.put('acme/a.csv', text('a'), '');
  await backUp(deps);
  pass(DAY_MS + 1_000);
  await objects.put('acme/a.csv', text('b'), '');
  const [old] = await target.list();
  await backUp(deps);
  const unreadable = new Proxy(target, {
    get(of, name) {
      if (name === 'objects') throw new SolanoError('invalid_request', 'The key is another one.');
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
  const cautious = { ...deps, target: unreadable, keepMs: DAY_MS };
  expect(await prune(cautious)).toEqual({ removed: [old?.id] });
  expect(await keysOf(store, 'objects/')).toHaveLength(2);
  await prune(deps);
  expect(await keysOf(store, 'objects/')).toHaveLength(1);
});

test('a log whose backup was broken off gets another backup', async () => {
  const { deps, state } = world();
  await tick(new BackupKeeper(deps));
  state.chain = '20261122T020001Z-KILLED';
  const { newest } = await tick(new BackupKeeper(deps));
  expect(newest?.id).toBe(state.chain);
});

test('a verification compares, reads every object, and notes the result', async () => {
  const { deps, objects, store, target } = world();
  await objects.put('acme/a.csv', text('a'), '');
  const keeper = new BackupKeeper(deps);
  await tick(keeper);
  const good = restoring(deps);
  expect(await verify(good.all)).toMatchObject({ problems: [], missing: [] });
  expect(good.done).toEqual(['held', 'disposed']);
  const [blob = ''] = await keysOf(store, 'objects/');
  await store.put(blob, text('z'), '');
  const { id, problems } = await verify(restoring(deps).all);
  expect(problems).toEqual(['object acme/a.csv: another content']);
  await target.remove(id);
  // The drill is known after its backup has gone.
  const { verification } = await readBackupState(target);
  expect(verification).toMatchObject({ id, problems });
});

test('a restore rejects a damaged backup, and one of a newer release', async () => {
  const { deps, store } = world();
  await tick(new BackupKeeper(deps));
  const { all, done } = restoring(deps);
  await expect(restore({ ...all, migrations: [] }, OPTIONS)).rejects.toThrow('newer version');
  const [part = ''] = (await keysOf(store, 'backups/')).filter((key) => key.includes('/database/'));
  await store.put(part, text('plants=forged\n'), '');
  await expect(restore(all, OPTIONS)).rejects.toThrow('is missing or has changed');
  expect(done).toEqual([]);
});

test('objects with another content are replaced last, and only where that is asked for', async () => {
  const { deps, objects } = world();
  await objects.put('acme/a.csv', text('a'), '');
  await objects.put('acme/b.csv', text('b'), '');
  await tick(new BackupKeeper(deps));
  const into = new MemoryObjectStore();
  await into.put('acme/a.csv', text('z'), '');
  await into.put('acme/c.csv', text('c'), '');
  const { all, done } = restoring(deps, into);
  await expect(restore(all, OPTIONS)).rejects.toThrow('1 objects are there with another content');
  expect(await keysOf(into, '')).toEqual(['acme/a.csv', 'acme/c.csv']);
  await restore(all, { overwrite: true, sendWebhooks: true });
  const stored = await into.get('acme/a.csv');
  expect(new TextDecoder().decode(await whole(stored?.content ?? once(text(''))))).toBe('a');
  expect(done).toEqual(['held', 'disposed', 'sent', 'replaced with 3 objects', 'disposed']);
});

test('a database is overwritten only where that is asked for', async () => {
  const { deps } = world();
  await tick(new BackupKeeper(deps));
  const { all, done } = restoring(deps);
  const database = { ...all.database, isEmpty: async () => false };
  await expect(restore({ ...all, database }, OPTIONS)).rejects.toMatchObject({
    code: 'already_exists',
  });
  expect(done).toEqual([]);
});

test('differences name the tables, and an audit entry that is another one', () => {
  const found = {
    tables: { plant: { rows: 2, digest: '7' }, job: { rows: 0, digest: '0' } },
    newestAudit: null,
  };
  expect(differences(FIGURES, found)).toEqual([
    'table plant: 2 rows instead of 1',
    'table job: 0 rows instead of none',
    'the newest audit entry is another one',
  ]);
  const other = { ...FIGURES, tables: { plant: { rows: 1, digest: '8' } } };
  expect(differences(FIGURES, other)).toEqual(['table plant: another content']);
  expect(differences(FIGURES, FIGURES)).toEqual([]);
});

test('keys that changed later are lost, or valid again', () => {
  const key = { id: 'k', customer: 'acme', label: '', expiresAt: null, revokedAt: null };
  const at = '2026-11-22T10:00:00Z';
  const named = { id: 'k', customer: 'acme', label: '' };
  expect(changedKeys([key], [])).toEqual([{ ...named, change: 'lost' }]);
  expect(changedKeys([{ ...key, revokedAt: at }], [key])).toEqual([
    { ...named, change: 'valid_again' },
  ]);
  expect(changedKeys([{ ...key, expiresAt: at }], [key])).toEqual([
    { ...named, change: 'valid_again' },
  ]);
  expect(changedKeys([key], [{ ...key, revokedAt: at }])).toEqual([]);
  expect(changedKeys([], [key])).toEqual([]);
});

test.each([1, 3, 4, 100])('cuts bytes into pieces of %i', async (size) => {
  const pieces: number[] = [];
  const all: number[] = [];
  const content = async function* () {
    for (const length of [3, 0, 5, 2]) yield new Uint8Array(length).fill(length);
  };
  for await (const piece of cut(content(), size)) {
    pieces.push(piece.length);
    all.push(...piece);
  }
  expect(all).toEqual([3, 3, 3, 5, 5, 5, 5, 5, 2, 2]);
  expect(pieces.slice(0, -1).every((length) => length === size)).toBe(true);
});

test('there is no backup before its manifest', async () => {
  const { target } = world();
  await target.writeDatabase('20261122T020000Z-A', once(text('x')));
  expect(await target.list()).toEqual([]);
  await expect(target.find()).rejects.toMatchObject({ code: 'not_found' });
  const manifest = { id: '20261122T020000Z-A' } as Manifest;
  await target.finish(manifest);
  expect(await target.find()).toEqual(manifest);
});
