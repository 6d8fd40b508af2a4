import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '@solano/config';
import { readConfig } from '@solano/config';
import { NodeSecrets } from '@solano/crypto';
import { addCustomer, issueKey, restore, verify } from '@solano/domain';
import { addedWebhook, SOURCE } from '@solano/domain/contracts';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { freePort } from '@solano/embedded-postgres/free-port';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { makeBackupKey, openBackups, restoreDeps, verifyDeps } from '@solano/runtime/backup';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../src/compose.ts';
import { send } from './service.ts';

const BY = { actor: 'operator o', origin: 'host', onPhase: () => {} };
const OVERWRITE = { overwrite: true, sendWebhooks: false };

let folder: string;
let config: Config;
let metrics: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solano-backup-'));
  metrics = `127.0.0.1:${await freePort()}`;
  config = readConfig({
    SOLANO_DATA: join(folder, 'data'),
    PORT: '0',
    SOLANO_DEMO: 'off',
    METRICS_ADDRESS: metrics,
    BACKUP_TARGET: `file:${join(folder, 'backups')}`,
    BACKUP_KEY: await makeBackupKey(),
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The stores of a data folder, with or without a service on it. */
async function openStores({ dataFolder }: Config) {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await openEmbeddedServer(dataFolder));
  const database = stack.use(await PostgresDatabase.connect(url));
  const opened = stack.move();
  return {
    ...postgresStores(database),
    database,
    secrets: new NodeSecrets(),
    newId: () => randomUUID(),
    clock: () => new Date(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function customersOf(of: Config): Promise<string[]> {
  await using stores = await openStores(of);
  return (await stores.customers.list()).map(({ name }) => name);
}

test('a service backs up by itself, archives what comes after, and says so', async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => expect.fail(line) });
  {
    await using service = await startService(config, log, () => {});
    await using stores = await openStores(config);
    await addCustomer(stores, SOURCE, 'acme');
    const { token: key } = await issueKey(stores, SOURCE, 'acme', { scopes: ['operator'] });
    const state = async () => {
      const { json } = await send(service.url, 'GET', '/api/v0/service', { key });
      return (json as { backup: { newest: object | null; archived_until: string | null } }).backup;
    };
    await expect.poll(state, { timeout: 60_000 }).toMatchObject({
      newest: { kind: 'cluster', encrypted: true },
      verification: null,
      failure: null,
    });
    const text = await (await fetch(`http://${metrics}/metrics`)).text();
    expect(text).toMatch(/^solano_backup_age_seconds \d/m);
    expect(text).toMatch(/^solano_backup_failed 0$/m);
    expect(text).not.toMatch(/^solano_backup_verification_ok /m);
    await addCustomer(stores, SOURCE, 'later');
    const { id } = (await stores.customers.byName('later')) ?? {};
    await addedWebhook(stores, { customerId: id as string });
    await stores.database.run(
      {
        text: `INSERT INTO console_session (digest, key_id, created_at, expires_at)
      SELECT 'd', id, now(), now() + interval '1 day' FROM api_key`,
      },
      [],
    );
  }
  await using opened = await openBackups(config);
  const [newest] = await opened.target.list();
  const pieces = await readdir(join(folder, 'backups/backups', newest?.id as string, 'wal'));
  const last = join(
    folder,
    'backups/backups',
    newest?.id as string,
    'wal',
    pieces.sort().at(-1) as string,
  );
  expect((await stat(last)).size).toBeLessThan(200_000);
}, 120_000);

test('a verification compares the backup with what it says of itself', async () => {
  await using opened = await openBackups(config);
  const found = await verify(await verifyDeps(config, opened, BY));
  expect(found).toMatchObject({ problems: [], missing: [] });
  expect(await readdir(config.dataFolder)).not.toContainEqual(expect.stringMatching(/^restoring/));
}, 60_000);

test('everything is restored in another place, up to the end', async () => {
  const there = { ...config, dataFolder: join(folder, 'there') };
  const objectStore = { kind: 'directory', folder: join(folder, 'there/objects') } as const;
  const place = { ...there, objectStore };
  await using opened = await openBackups(place);
  const restored = await restore(await restoreDeps(place, opened, BY), {
    overwrite: false,
    sendWebhooks: false,
  });
  expect(restored.changedKeys).toBeUndefined();
  expect(await customersOf(place)).toEqual(['acme', 'later']);
  await using stores = await openStores(place);
  expect(await stores.database.run({ text: 'SELECT * FROM console_session' }, [])).toEqual([]);
  expect(await stores.webhooks.heldSince()).toBeInstanceOf(Date);
}, 60_000);

test('a restore over what is there has to be asked for, and names the keys that changed since', async () => {
  {
    await using stores = await openStores(config);
    await addCustomer(stores, SOURCE, 'lost');
    await issueKey(stores, SOURCE, 'lost', { label: 'new' });
    await using opened = await openBackups(config);
    const running = restore(await restoreDeps(config, opened, BY), OVERWRITE);
    await expect(running).rejects.toMatchObject({ code: 'overloaded' });
  }
  await using opened = await openBackups(config);
  const deps = await restoreDeps(config, opened, BY);
  const careful = restore(deps, { ...OVERWRITE, overwrite: false });
  await expect(careful).rejects.toMatchObject({ code: 'already_exists' });
  expect(await customersOf(config)).toContain('lost');
  const { changedKeys } = await restore(deps, OVERWRITE);
  expect(changedKeys).toEqual([
    { id: expect.any(String), customer: 'lost', label: 'new', change: 'lost' },
  ]);
  expect(await customersOf(config)).toEqual(['acme', 'later']);
}, 60_000);

test('a backup that was changed is not restored, and its verification says why', async () => {
  await using opened = await openBackups(config);
  const { id } = await opened.target.find();
  await writeFile(join(folder, 'backups/backups', id, 'database/0000000'), 'x');
  const deps = await restoreDeps(config, opened, BY);
  await expect(restore(deps, OVERWRITE)).rejects.toThrow('damaged');
  expect(await customersOf(config)).toEqual(['acme', 'later']);
  const { problems } = await verify(await verifyDeps(config, opened, BY));
  expect(problems).toEqual([expect.stringContaining('is missing or has changed')]);
}, 60_000);
