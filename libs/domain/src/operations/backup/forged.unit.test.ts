import { DAY_MS } from '@solano/domain/kernel';
import {
  forgeManifest,
  keysOf,
  restoring,
  text,
  tick,
  world,
} from '@solano/domain/test/backup-world';
import { describe, expect, test } from 'vitest';
import { backUp } from './create.ts';
import { BackupKeeper } from './keeper.ts';
import { prune } from './prune.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

const OVERWRITE = { overwrite: true, sendWebhooks: true, acceptsPlain: false };

/** A backup of one object, of which somebody changes a file. */
async function backedUp() {
  const around = world();
  await around.objects.put('acme/a.csv', text('a'), '');
  const { id } = await backUp(around.deps);
  return { ...around, id, ...restoring(around.deps) };
}

describe('a manifest is rejected, and nothing is restored,', () => {
  test.each<[string, (manifest: Record<string, unknown>) => unknown, string]>([
    ['that is a list', () => [], 'its format is missing or not valid'],
    ['that is a number', () => 1, 'its format is missing or not valid'],
    ['that is null', () => null, 'its format is missing or not valid'],
    ['of another format', (m) => ({ ...m, format: 2 }), 'its format 2 is not known'],
    ['of another kind', (m) => ({ ...m, kind: 'programs' }), 'its kind is not known'],
    ['of another backup', (m) => ({ ...m, id: '20261122T020000Z-OTHER' }), 'its id is'],
    [
      'of a database’s files without encryption',
      (m) => ({ ...m, isEncrypted: false }),
      'files of a database are always encrypted',
    ],
    ['without migrations', (m) => ({ ...m, migrations: undefined }), 'its migrations'],
    ['with a migration that is no name', (m) => ({ ...m, migrations: [{}] }), 'its migrations'],
    ['with control characters', (m) => ({ ...m, software: '1\u001b[2J' }), 'its software'],
    ['with a time that is none', (m) => ({ ...m, startedAt: 'yesterday' }), 'its startedAt'],
    ['with another instant', (m) => ({ ...m, instant: 5 }), 'its instant'],
    ['with parts that are none', (m) => ({ ...m, database: [1] }), 'its database'],
    [
      'with a part of another size than parts have',
      (m) => ({ ...m, catalogue: [{ size: 1e12, digest: 'a' }] }),
      'its catalogue',
    ],
    [
      'with a negative size',
      (m) => ({ ...m, catalogue: [{ size: -1, digest: 'a' }] }),
      'its catalogue',
    ],
    ['with objects that are none', (m) => ({ ...m, objects: { count: '1' } }), 'its objects'],
    [
      'with a table whose name is a statement',
      (m) => ({ ...m, figures: { tables: { 'a"; DROP': { rows: 1, digest: '1' } } } }),
      'its figures',
    ],
    ['with a position that is none', (m) => ({ ...m, position: '../0' }), 'its position'],
  ])('a manifest is rejected, and nothing is restored, %s', async (_, change, reason) => {
    const { id, store, all, done } = await backedUp();
    await forgeManifest(store, id, change);
    for (const work of [
      restore(all, { ...OVERWRITE, id }),
      verify(all, { id, acceptsPlain: true }),
    ]) {
      await expect(work).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(`The backup ${id} is damaged: ${reason}`),
      });
    }
    expect(done).toEqual([]);
  });

  test('a manifest that is not JSON is rejected, and nothing is restored', async () => {
    const { id, store, all, done } = await backedUp();
    await store.put(`backups/${id}/manifest.json`, text('{'), '');
    await expect(restore(all, { ...OVERWRITE, id })).rejects.toThrow('is not JSON');
    expect(done).toEqual([]);
  });
});

test.each(['../x', 'x', '20261122T020000Z-A/../x', ''])(
  'the text %j is the id of no backup',
  async (id) => {
    const { all } = await backedUp();
    await expect(restore(all, { ...OVERWRITE, id })).rejects.toMatchObject({ code: 'not_found' });
  },
);

const IMPOSSIBLE_KEYS = [
  '../a.csv',
  'acme/../other/a.csv',
  'acme/./a.csv',
  '/etc/passwd',
  'acme//a.csv',
  'acme/',
  'acme/a\0.csv',
  'acme/a\u001b.csv',
  'a.csv',
  '',
  'Acme S.A./a.csv',
  'acme%2e/a.csv',
  '%41cme/a.csv',
  'españa/a.csv',
  `${'x'.repeat(201)}/a.csv`,
];

describe('an object that the service cannot have', () => {
  test.each(IMPOSSIBLE_KEYS)(
    'an invalid object is not restored, whichever file names it: %j',
    async (key) => {
      const { id, store, target, all, into, deps } = await backedUp();
      const object = { key, etag: 'e', size: 1, digest: '61', blob: 'b', parts: 1 };
      await target.writeRecent(id, 'x', JSON.stringify(object));
      await expect(restore(all, OVERWRITE)).rejects.toThrow('no object can have the key');
      const { problems } = await verify(all);
      expect(problems).toEqual([expect.stringContaining('no object can have the key')]);
      await store.delete(`backups/${id}/recent/x`);
      const lines = async function* () {
        yield text(`${JSON.stringify({ object })}\n`);
      };
      const catalogue = await target.writeCatalogue(id, lines());
      await forgeManifest(store, id, (manifest) => ({ ...manifest, catalogue }));
      await expect(restore(all, OVERWRITE)).rejects.toThrow('no object can have the key');
      expect([into.database, await keysOf(into.objects)]).toEqual([undefined, []]);
      expect(await prune(deps)).toEqual({ removed: [] });
    },
  );

  test('an invalid object is left out of a backup, and counted', async () => {
    const { deps, objects } = world();
    await objects.put('stray.csv', text('s'), '');
    await objects.put('Acme S.A./a.csv', text('s'), '');
    await objects.put('Acme%20S.A./a.csv', text('a'), '');
    expect((await backUp(deps)).objects).toEqual({ count: 1, bytes: 1, skipped: 2 });
    const { all, into } = restoring(deps);
    await restore(all, OVERWRITE);
    expect(await keysOf(into.objects)).toEqual(['Acme%20S.A./a.csv']);
  });
});

test.each([
  ['that is a list', []],
  ['of no kind', { other: 1 }],
  ['with an unknown secret', { secret: { name: '../x', value: 'v' } }],
  ['with a secret that is no text', { secret: { name: 'callback.secret', value: 1 } }],
  ['with a key that is none', { key: { id: 1 } }],
  [
    'with more parts than its size has',
    { object: { key: 'a/b', etag: 'e', size: 1, digest: 'a', blob: 'b', parts: 1e15 } },
  ],
  [
    'whose object is stored elsewhere',
    { object: { key: 'a/b', etag: 'e', size: 1, digest: 'a', blob: '../../x', parts: 1 } },
  ],
])('a line of a catalogue %s is rejected before anything is restored', async (_, line) => {
  const { id, store, target, all, into } = await backedUp();
  const lines = async function* () {
    yield text(`${JSON.stringify(line)}\n`);
  };
  const catalogue = await target.writeCatalogue(id, lines());
  await forgeManifest(store, id, (manifest) => ({ ...manifest, catalogue }));
  await expect(restore(all, OVERWRITE)).rejects.toMatchObject({ code: 'invalid_request' });
  expect([into.database, into.secrets]).toEqual([undefined, {}]);
});

test('an object that is longer than its backup says is not read to its end', async () => {
  const { store, all, into } = await backedUp();
  const [blob = ''] = await keysOf(store, 'objects/');
  await store.put(blob, text('a'.repeat(1000)), '');
  await expect(restore(all, OVERWRITE)).rejects.toThrow('The backup is damaged: object acme/a.csv');
  expect(into.database).toBeUndefined();
});

test('a backup without encryption is rejected where there is a key, unless it is accepted', async () => {
  const { id, store, all, done } = await backedUp();
  const plain = { kind: 'tables', position: '', isEncrypted: false };
  await forgeManifest(store, id, (manifest) => ({ ...manifest, ...plain }));
  await expect(restore(all, OVERWRITE)).rejects.toThrow(
    'is not encrypted though BACKUP_KEY is set',
  );
  await expect(verify(all)).rejects.toThrow('is not encrypted though BACKUP_KEY is set');
  expect(done).toEqual([]);
  expect(await verify(all, { acceptsPlain: true })).toMatchObject({ id, problems: [] });
  expect((await restore(all, { ...OVERWRITE, acceptsPlain: true })).manifest.id).toBe(id);
});

describe('a damaged manifest', () => {
  /** A good backup, and a newer one that is damaged. */
  async function withDamaged() {
    const around = world();
    const good = await backUp(around.deps);
    around.pass(60_000);
    const { id: damaged } = await backUp(around.deps);
    await around.store.put(`backups/${damaged}/manifest.json`, text('[]'), '');
    return { ...around, good: good.id, damaged };
  }

  test('a damaged manifest is listed with its reason, and stops neither verification nor restore of others', async () => {
    const { deps, target, good, damaged } = await withDamaged();
    const problem = `The backup ${damaged} is damaged: its format is missing or not valid.`;
    const passedOver = [{ id: damaged, problem }];
    const listed = await target.list();
    expect(listed).toMatchObject({ manifests: [{ id: good }], damaged: passedOver });
    const { all } = restoring(deps);
    expect(await verify(all)).toMatchObject({ id: good, problems: [], passedOver });
    expect(await restore(all, OVERWRITE)).toMatchObject({ manifest: { id: good }, passedOver });
  });

  test('a damaged manifest stops no other backup, by hand or by the service, and goes when it is old', async () => {
    const { deps, target, store, state, pass, problems, good, damaged } = await withDamaged();
    const { newest, failure } = await tick(new BackupKeeper(deps));
    expect(failure).toBeNull();
    // The log belonged to the damaged one: another backup is made at once.
    expect(state.places).toEqual([newest?.id]);
    expect([good, damaged]).not.toContain(newest?.id);
    expect(problems).toEqual([expect.objectContaining({ backup: damaged })]);
    pass(4 * DAY_MS);
    await backUp(deps);
    const { removed } = await prune(deps);
    expect(removed).toEqual([good, damaged, newest?.id]);
    expect(await keysOf(store, `backups/${damaged}/`)).toEqual([]);
    expect((await target.list()).damaged).toEqual([]);
  });

  test('a damaged manifest without its backup stays', async () => {
    const { deps, good, damaged, store, pass } = await withDamaged();
    await store.put(`backups/${good}/manifest.json`, text('x'), '');
    pass(10 * DAY_MS);
    expect(await prune(deps)).toEqual({ removed: [] });
    const nothing = restore(restoring(deps).all, OVERWRITE);
    await expect(nothing).rejects.toThrow(
      `There is no backup that can be used. The backup ${damaged}`,
    );
  });

  test('a damaged report of the last verification counts as no verification', async () => {
    const { deps, store, target } = await withDamaged();
    await store.put('verified.json', text('{"problems":'), '');
    expect(await target.verification()).toBeUndefined();
    expect((await new BackupKeeper(deps).tick()).failure).toBeNull();
  });
});

describe('the newest backup that was verified and found good', () => {
  test('the newest backup that was verified stays while newer ones are not verified or not good', async () => {
    const { deps, store, target, objects, pass } = world();
    await objects.put('acme/a.csv', text('a'), '');
    const { id: good } = await backUp(deps);
    await verify(restoring(deps).all);
    const keeper = new BackupKeeper(deps);
    for (let day = 1; day <= 6; day += 1) {
      pass(DAY_MS);
      await objects.put('acme/a.csv', text(`a${day}`), '');
      await tick(keeper);
    }
    expect(await target.ids()).toContain(good);
    const [newest] = (await target.list()).manifests;
    await store.put(`backups/${newest?.id}/database/0000000`, text('forged'), '');
    expect((await verify(restoring(deps).all)).problems).toHaveLength(1);
    pass(4 * DAY_MS);
    await prune(deps);
    expect(await target.ids()).toEqual([good, newest?.id]);
    const restored = await restore(restoring(deps).all, { ...OVERWRITE, id: good });
    expect(restored.manifest.id).toBe(good);
    await backUp(deps);
    await verify(restoring(deps).all);
    expect((await prune(deps)).removed).toEqual([good, newest?.id]);
  });

  test('the newest verified backup is no longer spared when a later verification finds problems', async () => {
    const { deps, store, target, pass } = world();
    const { id } = await backUp(deps);
    await verify(restoring(deps).all);
    await store.put(`backups/${id}/database/0000000`, text('forged'), '');
    await verify(restoring(deps).all);
    pass(4 * DAY_MS);
    await backUp(deps);
    expect((await prune(deps)).removed).toEqual([id]);
    expect(await target.ids()).toHaveLength(1);
  });
});
