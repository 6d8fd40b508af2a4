import { newestIn, SolanoError } from '@solano/domain/kernel';
import {
  contents,
  installation,
  keysOf,
  restoring,
  START,
  text,
  tick,
  watched,
  world,
} from '@solano/domain/test/backup-world';
import { expect, test } from 'vitest';
import { changedKeys } from './changed-keys.ts';
import { backUp } from './create.ts';
import { BackupKeeper } from './keeper.ts';
import { type RestoreDeps, type Restored, restore } from './restore.ts';
import { chooseBackup } from './restore-point.ts';

const OPTIONS = { overwrite: false, sendWebhooks: false, acceptsPlain: false };
const OVERWRITE = { overwrite: true, sendWebhooks: true, acceptsPlain: false };
const KEY = { id: 'k', customer: 'acme', label: '', expiresAt: null, revokedAt: null };

/** The message of a process that was ended in the middle of a restore. */
const KILLED = 'killed';

/** Ends a restore before its nth change of anything, and whatever it attempts after that. */
function killedAt(deps: RestoreDeps, n: number) {
  let changes = 0;
  const count = () => {
    changes += 1;
    if (changes >= n) throw new Error(KILLED);
  };
  const { objects, secrets, database } = deps;
  const killed: RestoreDeps = {
    ...deps,
    objects: watched(objects, count),
    secrets: {
      read: (name) => secrets.read(name),
      all: () => secrets.all(),
      async write(name, value) {
        count();
        await secrets.write(name, value);
      },
    },
    database: {
      ...database,
      async complete() {
        count();
        await database.complete();
      },
      async prepare(content) {
        count();
        const prepared = await database.prepare(content);
        return {
          ...prepared,
          async finish(note) {
            count();
            return prepared.finish(note);
          },
          async replace() {
            count();
            await prepared.replace();
          },
        };
      },
    },
  };
  return { deps: killed, changes: () => changes };
}

/** A backup, and an installation that has moved on since. */
async function movedOn() {
  const around = world();
  const { deps, objects, pass } = around;
  for (const name of ['c', 'a', 'b']) {
    await objects.put(`acme/${name}.csv`, text(name), '');
    pass(60_000);
  }
  await tick(new BackupKeeper(deps));
  const into = installation(deps.clock);
  into.database = { found: { plants: 'later' }, keys: [KEY], pending: undefined };
  into.secrets = { 'callback.secret': 'later' };
  await into.objects.put('acme/c.csv', text('later'), '');
  pass(60_000);
  await into.objects.put('acme/a.csv', text('a'), '');
  const before = { ...structuredClone(into.database), objects: await contents(into.objects) };
  return { ...around, before, ...restoring(deps, into) };
}

/** Restores, ended at two moments if it lasts that long: a restore that continues has less to do. */
async function restoreAfterKills(first: number, second: number): Promise<void> {
  const { all, into, before } = await movedOn();
  let restored: Restored | undefined;
  for (const moment of [first, second, Number.POSITIVE_INFINITY]) {
    const { deps } = killedAt(all, moment);
    const options = into.database?.pending ? OPTIONS : OVERWRITE;
    restored = await restore(deps, options).catch((error: Error) => {
      if (error.message !== KILLED) throw error;
      return undefined;
    });
    if (restored) break;
    // Nobody opens a database whose restore is pending; what can be opened is as it was.
    if (into.database?.pending) continue;
    expect({ ...into.database, objects: await contents(into.objects) }).toEqual(before);
    expect(into.secrets).toEqual({ 'callback.secret': 'later' });
  }
  expect(restored).toMatchObject({
    changedKeys: [{ id: 'k', change: 'lost' }],
    holdsWebhooks: false,
  });
  expect(into.database).toMatchObject({ found: { plants: 'content' }, pending: undefined });
  expect(into.secrets).toEqual({ 'callback.secret': 's' });
  const objects = { 'acme/a.csv': 'a', 'acme/b.csv': 'b', 'acme/c.csv': 'c' };
  expect(await contents(into.objects)).toEqual(objects);
  expect((await newestIn(into.objects, 'acme/'))?.key).toBe('acme/b.csv');
}

test('a restore that is interrupted at any two moments is undone, or pending and can be completed', async () => {
  const { all } = await movedOn();
  const { deps, changes } = killedAt(all, Number.POSITIVE_INFINITY);
  await restore(deps, OVERWRITE);
  expect(changes()).toBeGreaterThanOrEqual(7);
  for (let first = 1; first <= changes(); first += 1) {
    for (let second = 1; second <= changes(); second += 1) {
      await restoreAfterKills(first, second);
    }
  }
});

test('a restore that is pending can be replaced by one of another backup', async () => {
  const { all, into, deps, pass } = await movedOn();
  const { id } = (await chooseBackup(deps.target, {})).manifest;
  pass(60_000);
  await backUp(deps);
  await expect(restore(killedAt(all, 4).deps, OVERWRITE)).rejects.toThrow(KILLED);
  expect(into.database?.pending?.backup).not.toBe(id);
  await expect(restore(all, { ...OPTIONS, id })).rejects.toMatchObject({ code: 'already_exists' });
  const { manifest, changedKeys: changed } = await restore(all, { ...OVERWRITE, id });
  expect(manifest.id).toBe(id);
  expect(changed).toMatchObject([{ id: 'k', change: 'lost' }]);
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

test('a restore of which an object cannot be read replaces nothing', async () => {
  const { all, into, before, store } = await movedOn();
  for (const blob of await keysOf(store, 'objects/')) await store.put(blob, text('z'), '');
  await expect(restore(all, OVERWRITE)).rejects.toThrow('The backup is damaged: object acme/');
  expect({ ...into.database, objects: await contents(into.objects) }).toEqual(before);
});

test('objects with another content are replaced only on request', async () => {
  const { all, into, done } = await movedOn();
  into.database = undefined;
  into.secrets = {};
  await expect(restore(all, OPTIONS)).rejects.toThrow('1 objects are there with another content');
  expect(await contents(into.objects)).toEqual({ 'acme/a.csv': 'a', 'acme/c.csv': 'later' });
  await restore(all, OVERWRITE);
  expect(await contents(into.objects)).toMatchObject({ 'acme/b.csv': 'b', 'acme/c.csv': 'c' });
  expect(done).toEqual([
    'held',
    'disposed',
    'sent',
    'replaced with 2 objects',
    'disposed',
    'completed',
  ]);
});

test('a secret with another content is replaced only on request', async () => {
  const { all, into, done } = await movedOn();
  into.database = undefined;
  await expect(restore(all, OPTIONS)).rejects.toThrow('callback.secret is there with another');
  expect([done, into.secrets]).toEqual([[], { 'callback.secret': 'later' }]);
});

test('a database is overwritten only on request', async () => {
  const { all, done } = await movedOn();
  await expect(restore(all, OPTIONS)).rejects.toMatchObject({ code: 'already_exists' });
  expect(done).toEqual([]);
});

test('a file that came after the backup stays, and stays the newest of its folder', async () => {
  const { all, into, pass } = await movedOn();
  pass(60_000);
  await into.objects.put('acme/0.csv', text('later'), '');
  await restore(all, OVERWRITE);
  expect((await newestIn(into.objects, 'acme/'))?.key).toBe('acme/0.csv');
});

test('the replaced database, else a later backup, shows which keys have changed', async () => {
  const { all, into, deps, state, pass } = await movedOn();
  const { id } = (await chooseBackup(deps.target, {})).manifest;
  pass(60_000);
  state.keys = [{ ...KEY, id: 'later' }];
  await backUp(deps);
  into.database = undefined;
  into.secrets = {};
  const { changedKeys: changed } = await restore(all, { ...OVERWRITE, id });
  expect(changed).toMatchObject([{ id: 'later', change: 'lost' }]);
});

test('a database that cannot be read is replaced without a backup of it, with a warning', async () => {
  const { all, into, problems } = await movedOn();
  const failure = new Error('The cluster is damaged.');
  into.database = { found: {}, keys: [], pending: undefined, failure };
  expect((await restore(all, OVERWRITE)).replaced).toBeUndefined();
  expect(problems).toContainEqual({ err: failure });
});

test('a database without tables is replaced without a backup of it', async () => {
  const { all, problems } = await movedOn();
  const current = async () => ({ isEmpty: false, keys: undefined, pending: undefined });
  const open = () => Promise.reject(new Error('relation "_prisma_migrations" does not exist'));
  const database = { ...all.database, current, open };
  expect((await restore({ ...all, database }, OVERWRITE)).replaced).toBeUndefined();
  expect(problems).toEqual([]);
});

test('changed keys are unknown, with a warning, where the newest backup cannot be read', async () => {
  const { all, into, deps, store, pass, problems } = await movedOn();
  const { id } = (await chooseBackup(deps.target, {})).manifest;
  pass(60_000);
  const later = (await backUp(deps)).id;
  const catalogue = `backups/${later}/catalogue/`;
  for (const key of await keysOf(store)) if (key.startsWith(catalogue)) await store.delete(key);
  into.database = undefined;
  into.secrets = {};
  const { changedKeys: changed } = await restore(all, { ...OVERWRITE, id });
  expect(changed).toBeUndefined();
  expect(problems).toContainEqual({ backup: later, err: expect.any(SolanoError) });
});

test('keys that changed later are lost, or valid again', () => {
  const at = '2026-11-22T10:00:00Z';
  const named = { id: 'k', customer: 'acme', label: '' };
  expect(changedKeys([KEY], [])).toEqual([{ ...named, change: 'lost' }]);
  expect(changedKeys([{ ...KEY, revokedAt: at }], [KEY])).toEqual([
    { ...named, change: 'valid_again' },
  ]);
  expect(changedKeys([{ ...KEY, expiresAt: at }], [KEY])).toEqual([
    { ...named, change: 'valid_again' },
  ]);
  expect(changedKeys([KEY], [{ ...KEY, revokedAt: at }])).toEqual([]);
  expect(changedKeys([], [KEY])).toEqual([]);
});

test('every moment between two backups can be restored, with the objects that were put till then', async () => {
  const { deps, state, objects, pass } = world();
  const { id: first } = await backUp(deps);
  pass(5_000);
  await objects.put('acme/b.csv', text('b'), '');
  state.logged = 2;
  const until = new Date(START + 6_000);
  pass(5_000);
  let isArchiving = true;
  const databaseLog = deps.databaseLog && {
    ...deps.databaseLog,
    async lockLog() {
      if (!isArchiving) return { [Symbol.asyncDispose]: async () => {} };
      isArchiving = false;
      throw new SolanoError('locked', 'Another process archives.');
    },
  };
  await backUp({ ...deps, databaseLog });
  expect(isArchiving).toBe(false);

  const { all, found, into } = restoring(deps);
  const { manifest } = await restore(all, { ...OPTIONS, until });
  expect(manifest.id).toBe(first);
  expect(found).toEqual({ plants: 'content', '0000': 'first', 1000: 'x', 1001: 'x' });
  expect(await keysOf(into.objects)).toEqual(['acme/b.csv']);
});
