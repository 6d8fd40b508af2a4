import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anEntry, aPlant, aPurchase } from '@solano/domain/contracts';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const opened = new AsyncDisposableStack();
let command: Awaited<ReturnType<typeof openCommand>>;
let stores: ReturnType<typeof postgresStores>;
let ids: Record<'Sol' | 'Eolo', string>;

beforeAll(async () => {
  const { url } = opened.use(await createTestDatabase());
  command = opened.use(await openCommand(url));
  stores = postgresStores(opened.use(await PostgresDatabase.connect(url)));
  ids = { Sol: await customerWithData('Sol'), Eolo: await customerWithData('Eolo') };
});
afterAll(() => opened.disposeAsync());

async function customerWithData(name: string): Promise<string> {
  const { id } = (await command.json('customer', 'add', name)) as { id: string };
  await command.json('key', 'issue', name);
  await command.json('webhook', 'add', name, 'https://customer.example/solano');
  const forecast = await command.file('forecast.csv', 'a;b\n1;2\n');
  await command.json('forecast', 'put', name, 'latest', forecast);
  await stores.purchases.add(aPurchase(id), '[{"purchase":1.10}]', { entry: anEntry() });
  const plant = aPlant(id);
  await stores.plants.add(plant, anEntry());
  const knownAt = new Date('2026-11-23T08:00:00Z');
  const runs = [
    { start: Date.parse('2026-11-24T00:00:00Z'), step: 60, microMw: [1_500_000] },
  ] as const;
  await stores.deliveredForecasts.record(id, [{ plantId: plant.id, file: 'a.csv', knownAt, runs }]);
  return id;
}

const listed = async () =>
  ((await command.json('customer', 'list')) as { id: string }[]).map(({ id }) => id);

/** Returns the data of the second customer. */
const otherData = async () => ({
  keys: await command.json('key', 'list', 'Eolo'),
  webhooks: await command.json('webhook', 'list', 'Eolo'),
  purchases: await stores.customerRecords.purchaseIds(ids.Eolo, 9),
  folders: await readdir(join(command.folder, 'data', 'objects', 'Eolo')),
});

test('a removal without --export or --no-export does nothing', async () => {
  expect(await command.solano('customer', 'remove', 'Sol')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: '--export <folder> or --no-export is required: nothing was removed.\n',
  });
  expect(await listed()).toEqual([ids.Eolo, ids.Sol]);
});

test('an export into a folder that exists is rejected, and nothing is done', async () => {
  const { code, stderr } = await command.solano(
    'customer',
    'remove',
    'Sol',
    '--export',
    command.folder,
  );
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${command.folder}: exists; an export needs a new folder\n`,
  });
  expect(await command.json('key', 'list', 'Sol')).toMatchObject([{ revoked_at: null }]);
});

test('a customer is exported, then removed with its objects; another is unaffected', async () => {
  const before = await otherData();
  const folder = join(command.folder, 'export');
  const result = await command.json('customer', 'remove', 'Sol', '--export', folder);
  expect(result).toEqual({
    id: ids.Sol,
    name: 'Sol',
    export: folder,
    removed: expect.objectContaining({ keys: 1, webhooks: 1, purchases: 1, files: 1, plants: 1 }),
    stays: [
      'entries of the audit log, until `solano audit purge`',
      'backups, until they are pruned',
      'logs of the processes',
      `the export in ${folder}`,
    ],
  });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'purchases.jsonl'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, 'purchases.jsonl'), 'utf8')).toContain('{"purchase":1.10}');
  const versions = await readFile(join(folder, 'delivered-forecasts.jsonl'), 'utf8');
  expect(JSON.parse(versions)).toMatchObject({ minutes: 60, mw: [1.5] });
  const files = await readdir(join(folder, 'files'), { recursive: true });
  expect(files.filter((file) => file.endsWith('forecast.csv'))).toHaveLength(1);
  const left = await readdir(command.folder);
  expect(left.filter((name) => name.includes('incomplete'))).toEqual([]);
  expect(await listed()).toEqual([ids.Eolo]);
  expect(await readdir(join(command.folder, 'data', 'objects'))).not.toContain('Sol');
  expect(await otherData()).toEqual(before);
  const entries = await stores.audit.list({ customerId: ids.Sol, limit: 9 });
  expect(entries[0]).toMatchObject({ action: 'customer.remove', subject: 'Sol' });
});

test('a removal that was interrupted after its export is completed by the same command', async () => {
  const id = await customerWithData('Mar');
  const folder = join(command.folder, 'broken');
  // The state after a kill: the export is complete, keys and purchases are deleted, the customer is
  // not.
  await mkdir(folder);
  await writeFile(join(folder, 'customer.json'), JSON.stringify({ id }));
  const remove = () => command.solano('customer', 'remove', 'Mar', '--export', folder, '--json');
  // With a valid key there may be newer data.
  expect(await remove()).toMatchObject({ code: 1, stdout: '' });
  for (const kind of ['keys', 'purchases'] as const) {
    await stores.customerRecords.removeSome(id, kind, 9, () => anEntry());
  }
  const { code, json } = await remove();
  expect({ code, json }).toMatchObject({ code: 0, json: { removed: { keys: 0, files: 1 } } });
  expect(await readdir(folder)).toEqual(['customer.json']);
  expect(await stores.customers.get(id)).toBeUndefined();
});

test('a removal with --no-export removes at once, and names the data that stays', async () => {
  await command.json('customer', 'add', 'Luna', '--without-folder');
  const { code, stdout } = await command.solano('customer', 'remove', 'Luna', '--no-export');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Removed customer Luna \(\S+\): it had nothing\.\nWhat stays:\n {2}entries/,
  );
  expect(stdout).not.toContain('the export');
});
