import { cut, DAY_MS, SolanoError } from '@solano/domain/kernel';
import {
  FIGURES,
  keysOf,
  once,
  restoring,
  START,
  text,
  tick,
  watched,
  world,
} from '@solano/domain/test/backup-world';
import type { MemoryObjectStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { backUp } from './create.ts';
import { BackupKeeper } from './keeper.ts';
import { prune } from './prune.ts';
import { restore } from './restore.ts';
import { chooseBackup } from './restore-point.ts';
import { readBackupState } from './state.ts';
import { differences, verify } from './verify.ts';

const OPTIONS = { overwrite: false, sendWebhooks: false, acceptsPlain: false };

test('a service without a backup makes one at once, and archives later changes', async () => {
  const { deps, state, objects, store } = world();
  await objects.put('acme/a.csv', text('a'), '');
  const keeper = new BackupKeeper(deps);
  expect((await tick(keeper)).newest?.id).toBe(state.places[0]);
  await objects.put('acme/b.csv', text('b'), '');
  keeper.notePut('acme/b.csv');
  state.logged = 3;
  const { archivedUntil, failure } = await keeper.tick();
  expect([archivedUntil, failure, state.archived]).toEqual([
    new Date(START).toISOString(),
    null,
    3,
  ]);

  const { all, found, into, done } = restoring(deps);
  await restore(all, OPTIONS);
  expect(found).toEqual({ plants: 'content', '0000': 'first', 1000: 'x', 1001: 'x', 1002: 'x' });
  expect(await keysOf(into.objects)).toEqual(['acme/a.csv', 'acme/b.csv']);
  expect(done).toEqual(['held', 'replaced with 0 objects', 'disposed', 'completed']);
  expect(into.secrets).toEqual({ 'callback.secret': 's' });
  expect((await keysOf(store, 'objects/')).length).toBe(2);
});

test('objects that were put before the service was killed are archived by the next one', async () => {
  const { deps, objects } = world();
  await tick(new BackupKeeper(deps));
  await objects.put('acme/b.csv', text('b'), '');
  await new BackupKeeper(deps).tick();
  const { all, into } = restoring(deps);
  await restore(all, OPTIONS);
  expect(await keysOf(into.objects)).toEqual(['acme/b.csv']);
});

test('a backup is not made while the object store lists an object that it does not give', async () => {
  const { deps, objects, target } = world();
  await objects.put('acme/a.csv', text('a'), '');
  await objects.put('acme/b.csv', text('b'), '');
  const get = objects.get.bind(objects);
  objects.get = async (key) => (key === 'acme/a.csv' ? undefined : get(key));
  await expect(backUp(deps)).rejects.toMatchObject({ code: 'objects_unavailable' });
  await objects.delete('acme/a.csv');
  await backUp(deps);
  expect((await target.list()).manifests).toMatchObject([{ objects: { count: 1 } }]);
});

test('an object that was put and is not given yet is archived later', async () => {
  const { deps, objects } = world();
  const keeper = new BackupKeeper(deps);
  await tick(keeper);
  await objects.put('acme/b.csv', text('b'), '');
  keeper.notePut('acme/b.csv');
  const get = objects.get.bind(objects);
  objects.get = async () => undefined;
  expect((await keeper.tick()).failure).toMatch(/acme\/b\.csv/);
  objects.get = get;
  expect((await keeper.tick()).failure).toBeNull();
  const { all, into } = restoring(deps);
  await restore(all, OPTIONS);
  expect(await keysOf(into.objects)).toEqual(['acme/b.csv']);
});

test('a transfer that breaks off once in either store is repeated', async () => {
  const { deps, store, objects } = world();
  await objects.put('acme/a.csv', text('a'), '');
  breakOnce(objects);
  breakOnce(store);
  await backUp(deps);
  const { all, into } = restoring(deps);
  breakOnce(into.objects);
  await restore(all, OPTIONS);
  expect(await keysOf(into.objects)).toEqual(['acme/a.csv']);
});

/** Breaks off the first reading and the first put of each object. */
function breakOnce(store: MemoryObjectStore): void {
  const broken = new Set<string>();
  const isFirst = (call: string) => !broken.has(call) && broken.add(call);
  const { get, put } = { get: store.get.bind(store), put: store.put.bind(store) };
  store.get = async (key) => {
    const object = await get(key);
    return object && isFirst(`get ${key}`) ? { ...object, content: breakingOff() } : object;
  };
  store.put = async (key, ...content) => {
    if (isFirst(`put ${key}`)) throw RESET;
    await put(key, ...content);
  };
}

const RESET = new SolanoError('objects_unavailable', 'The connection was reset.');

async function* breakingOff() {
  yield text('{');
  throw RESET;
}

test('a backup is made every day, with the objects that have changed, and old ones are removed', async () => {
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
  const starts = (await target.list()).manifests.map(({ startedAt }) => startedAt.slice(8, 10));
  expect(starts).toEqual(['28', '27', '26', '25']);
  // One object that never changed, and one of each day; the blob of the day that was removed is a day old by now.
  expect((await keysOf(store, 'objects/')).length).toBe(5);
});

test('processes that share a database make one backup a day together', async () => {
  const { deps, target, pass } = world();
  const [first, second] = [1, 2].map(() => new BackupKeeper({ ...deps, databaseLog: undefined }));
  await tick(first as BackupKeeper);
  for (let time = 0; time < DAY_MS + 60_000; time += 20_000) {
    pass(20_000);
    for (const keeper of [first, second]) {
      await keeper?.tick();
      await keeper?.backingUp;
    }
  }
  const days = (await target.list()).manifests.map(({ startedAt }) => startedAt.slice(8, 10));
  expect(days).toEqual(['23', '22']);
});

test('a backup that fails is reported, and retried after a pause', async () => {
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
  // An interrupted backup is removed a day later.
  await prune(deps);
  expect(await target.ids()).toHaveLength(1);
});

test('a failure is reported until it is over, also where there is no log to archive', async () => {
  const { deps, store, pass } = world();
  const keeper = new BackupKeeper({ ...deps, databaseLog: undefined });
  await tick(keeper);
  pass(60_000);
  const list = store.list.bind(store);
  store.list = () => {
    throw new SolanoError('objects_unavailable', 'The bucket is unavailable.');
  };
  expect((await keeper.tick()).failure).toBe('BACKUP_TARGET: The bucket is unavailable.');
  store.list = list;
  expect((await keeper.tick()).failure).toBeNull();
});

test('a backup that failed is reported while it is retried', async () => {
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

test('backups under another key are removed when they are old, and keep their objects until then', async () => {
  const { deps, target, store, objects, pass } = world();
  await objects.put('acme/a.csv', text('a'), '');
  await backUp(deps);
  pass(DAY_MS + 1_000);
  await objects.put('acme/a.csv', text('b'), '');
  const [old] = (await target.list()).manifests;
  await backUp(deps);
  const unreadable = new Proxy(target, {
    get(of, name) {
      if (name === 'contents') throw new SolanoError('invalid_request', 'The key is another one.');
      return bound(of, name);
    },
  });
  const cautious = { ...deps, target: unreadable, keepMs: DAY_MS };
  expect(await prune(cautious)).toEqual({ removed: [old?.id] });
  expect(await keysOf(store, 'objects/')).toHaveLength(2);
  await prune(deps);
  expect(await keysOf(store, 'objects/')).toHaveLength(1);
});

test('a log whose backup was interrupted gets another backup', async () => {
  const { deps, state } = world();
  await tick(new BackupKeeper(deps));
  state.places = ['20261122T020001Z-KILLED'];
  const { newest } = await tick(new BackupKeeper(deps));
  expect(newest?.id).toBe(state.places[0]);
});

/** Ends the process that uses a store after so many changes. */
function killedAfter(store: MemoryObjectStore, changes: number) {
  let left = changes;
  return watched(store, () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  });
}

test('a backup that is interrupted at any moment harms no other, and is removed', async () => {
  let isWhole = false;
  let changes = 0;
  for (; !isWhole; changes += 1) {
    const { deps, store, target, targetOn, objects, pass } = world();
    await objects.put('acme/a.csv', text('a'), '');
    const { id } = await backUp(deps);
    pass(60_000);
    await objects.put('acme/a.csv', text('b'), '');
    const killed = { ...deps, target: targetOn(killedAfter(store, changes)) };
    isWhole = await backUp(killed).then(
      () => true,
      () => false,
    );
    const ids = (await target.list()).manifests.map((each) => each.id);
    expect(ids.at(-1)).toBe(id);
    expect(await verify(restoring(deps).all)).toMatchObject({ id: ids[0], problems: [] });
    pass(2 * DAY_MS);
    await backUp(deps);
    await verify(restoring(deps).all);
    await prune({ ...deps, keepMs: DAY_MS });
    expect(await target.ids()).toHaveLength(1);
    expect(await keysOf(store, 'objects/')).toHaveLength(1);
  }
  expect(changes).toBeGreaterThan(5);
});

test('removing old backups may be interrupted at any moment, harms no other, and can be repeated', async () => {
  let isDone = false;
  for (let changes = 0; !isDone; changes += 1) {
    const { deps, store, target, targetOn, objects, pass } = world();
    for (const content of ['a', 'b']) {
      await objects.put('acme/a.csv', text(content), '');
      await backUp(deps);
      pass(2 * DAY_MS);
    }
    const [newest] = (await target.list()).manifests;
    const old = { ...deps, keepMs: DAY_MS };
    const killed = { ...old, target: targetOn(killedAfter(store, changes)) };
    isDone = await prune(killed).then(
      () => true,
      () => false,
    );
    expect(await verify(restoring(deps).all)).toMatchObject({ id: newest?.id, problems: [] });
    await prune(old);
    expect([await target.ids(), await keysOf(store, 'objects/')]).toMatchObject([
      [newest?.id],
      { length: 1 },
    ]);
  }
});

test('the log continues in a backup whose process was ended just after it was complete', async () => {
  const { deps, state } = world();
  const { id: old } = await backUp(deps);
  const { id } = await backUp(deps);
  state.places = [old, id];
  state.logged = 1;
  await new BackupKeeper(deps).tick();
  const { all, found } = restoring(deps);
  await restore(all, OPTIONS);
  expect(found).toMatchObject({ 1000: 'x' });
});

test('an object that was put while a backup was made is archived with it', async () => {
  const { deps, objects, state } = world();
  const keeper = new BackupKeeper(deps);
  await tick(keeper);
  const secrets = async () => {
    // The backup has its place in the log, and has not listed the objects yet.
    await objects.put('acme/a.csv', text('before'), '');
    return [];
  };
  const figures = async () => {
    await objects.put('acme/b.csv', text('after'), '');
    keeper.notePut('acme/b.csv');
    await keeper.tick();
    return FIGURES;
  };
  const source = {
    ...deps.source,
    begin: async (id: string) => ({ ...(await deps.source.begin(id)), figures }),
  };
  const { id } = await backUp({ ...deps, source, secrets });
  expect(state.places).toEqual([id]);
  await keeper.tick();
  const { all, into } = restoring(deps);
  await restore(all, OPTIONS);
  expect(await keysOf(into.objects)).toEqual(['acme/a.csv', 'acme/b.csv']);
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
  // The drill is known after its backup was removed.
  const { verification } = await readBackupState(target);
  expect(verification).toMatchObject({ id, problems });
});

test('a verification without the key, or by an older release, is no verdict on the backup', async () => {
  const { deps, target } = world();
  await backUp(deps);
  const { all } = restoring(deps);
  const keyless = new Proxy(target, {
    get: (of, name) => (name === 'isEncrypting' ? false : bound(of, name)),
  });
  for (const lacking of [{ target: keyless }, { migrations: [] }]) {
    await expect(verify({ ...all, ...lacking })).rejects.toMatchObject({ code: 'invalid_request' });
  }
  expect(await target.verification()).toBeUndefined();
});

test('differences name the tables, and a changed audit entry', () => {
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

test.each([1, 3, 4, 100])('bytes are cut into pieces of %i', async (size) => {
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

test('a backup does not exist before its manifest', async () => {
  const { target, deps } = world();
  await target.writeDatabase('20261122T020000Z-A', once(text('x')));
  expect(await target.list()).toEqual({ manifests: [], damaged: [] });
  await expect(chooseBackup(target, {})).rejects.toMatchObject({ code: 'not_found' });
  const manifest = { ...(await backUp(deps)), id: '20261122T020000Z-A' };
  await target.finish(manifest);
  expect(await target.find(manifest.id)).toEqual(manifest);
});

/** A member of an object, bound to it. */
function bound<T extends object>(of: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(of, name, of);
  return typeof value === 'function' ? (value.bind(of) as unknown) : value;
}
