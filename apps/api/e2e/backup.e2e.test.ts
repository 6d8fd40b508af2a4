import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '@solano/config';
import { NodeSecrets } from '@solano/crypto';
import { addedWebhook, SOURCE } from '@solano/domain/contracts';
import type { Log, ObjectStore } from '@solano/domain/kernel';
import {
  archiveLog,
  backUp,
  chooseBackup,
  type DatabaseLog,
  type Manifest,
  restore,
  verify,
} from '@solano/domain/operations';
import { addCustomer, issueKey } from '@solano/domain/service';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { knownMigrations, migrate, PostgresDatabase, postgresStores } from '@solano/postgres';
import { BackupClient } from '@solano/postgres/backup';
import {
  backUpDeps,
  makeBackupKey,
  openBackups,
  restoreDeps,
  verifyDeps,
} from '@solano/runtime/backup';
import { ownAddress } from '@solano/tools/own-address';
import { createTestDatabase } from '@solano/tools/test-database';
import { putTestCluster } from '@solano/tools/test-postgres';
import { createTestBucket, environmentOf, testS3 } from '@solano/tools/test-s3';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startService } from '../src/compose.ts';
import { send } from './service.ts';

const OPTIONS = { overwrite: false, sendWebhooks: false, acceptsPlain: false };
const OVERWRITE = { overwrite: true, sendWebhooks: false, acceptsPlain: false };

// Builds the server where the machine has none yet: no test's timeout applies here.
await testS3();

const silent: Log = { info() {}, warn() {}, error() {} };
const BY = { actor: 'operator o', origin: 'host', onPhase: () => {}, log: silent };
/** The schema of the first release that made backups. */
const FIRST_WITH_BACKUPS = '20261122120500_webhook_hold';

let folder: string;
let key: string;
let config: Config;
let metrics: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solano-backup-'));
  key = await makeBackupKey();
  metrics = ownAddress().address;
  config = readConfig({
    SOLANO_DATA: join(folder, 'data'),
    PORT: '0',
    SOLANO_DEMO: 'off',
    METRICS_ADDRESS: metrics,
    BACKUP_TARGET: `file:${join(folder, 'backups')}`,
    BACKUP_KEY: key,
  });
  await putTestCluster(config.dataFolder);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const ENDED = 'the process was ended';
const PENDING = /its restore was ended before it was complete; run `solano backup restore \S+`/;

function start(of: Config) {
  return startService(of, pino({ enabled: false }), () => {});
}

/** The stores of a data folder, with or without a service on it. */
async function openStores({ dataFolder }: Config) {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await openEmbeddedServer(dataFolder));
  const database = stack.use(await PostgresDatabase.connect(url));
  const opened = stack.move();
  return {
    ...postgresStores(database),
    database,
    url,
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

test('a service makes backups by itself, archives later changes, and reports both', async () => {
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
    await expect.poll(state).toMatchObject({
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
  const [newest] = (await opened.target.list()).manifests;
  const pieces = await readdir(join(folder, 'backups/backups', newest?.id as string, 'wal'));
  const last = join(
    folder,
    'backups/backups',
    newest?.id as string,
    'wal',
    pieces.sort().at(-1) as string,
  );
  expect((await stat(last)).size).toBeLessThan(200_000);
});

test('a verification compares the backup with its manifest', async () => {
  await using opened = await openBackups(config);
  const found = await verify(await verifyDeps(config, opened, BY));
  expect(found).toMatchObject({ problems: [], missing: [] });
  expect(await readdir(config.dataFolder)).not.toContainEqual(expect.stringMatching(/^restoring/));
});

test('a restore into an empty place restores everything up to the end of the log', async () => {
  const there = { ...config, dataFolder: join(folder, 'there') };
  const objectStore = { kind: 'directory', folder: join(folder, 'there/objects') } as const;
  const place = { ...there, objectStore };
  await using opened = await openBackups(place);
  const restored = await restore(await restoreDeps(place, opened, BY), OPTIONS);
  expect(restored.changedKeys).toBeUndefined();
  expect(await customersOf(place)).toEqual(['acme', 'later']);
  await using stores = await openStores(place);
  expect(await stores.database.run({ text: 'SELECT * FROM console_session' }, [])).toEqual([]);
  expect(await stores.webhooks.heldSince()).toBeInstanceOf(Date);
});

test('a restore over stored data must be asked for, names changed keys, and survives an interruption', async () => {
  {
    await using stores = await openStores(config);
    await addCustomer(stores, SOURCE, 'lost');
    await issueKey(stores, SOURCE, 'lost', { label: 'new' });
    await using opened = await openBackups(config);
    const running = restore(await restoreDeps(config, opened, BY), OVERWRITE);
    await expect(running).rejects.toMatchObject({ code: 'in_use' });
  }
  await using opened = await openBackups(config);
  const deps = await restoreDeps(config, opened, BY);
  const careful = restore(deps, { ...OVERWRITE, overwrite: false });
  await expect(careful).rejects.toMatchObject({ code: 'already_exists' });
  expect(await customersOf(config)).toContain('lost');
  const write = () => Promise.reject(new Error(ENDED));
  const ending = { ...deps, secrets: { ...deps.secrets, write } };
  await expect(restore(ending, OVERWRITE)).rejects.toThrow(ENDED);
  await expect(start(config)).rejects.toThrow(PENDING);
  const { changedKeys } = await restore(deps, { ...OVERWRITE, overwrite: false });
  expect(changedKeys).toEqual([
    { id: expect.any(String), customer: 'lost', label: 'new', change: 'lost' },
  ]);
  expect(await customersOf(config)).toEqual(['acme', 'later']);
});

test('a restore over a cluster without tables finds nothing to back up', async () => {
  const place = { ...elsewhere('untabled'), backup: config.backup };
  await putTestCluster(place.dataFolder);
  await using opened = await openBackups(place);
  const { replaced } = await restore(await restoreDeps(place, opened, BY), OVERWRITE);
  expect(replaced).toBeUndefined();
  expect(await customersOf(place)).toEqual(['acme', 'later']);
});

test('a backup that was changed is not restored, and its verification names the problem', async () => {
  await using opened = await openBackups(config);
  const { id } = (await chooseBackup(opened.target, {})).manifest;
  await writeFile(join(folder, 'backups/backups', id, 'database/0000000'), 'x');
  const deps = await restoreDeps(config, opened, BY);
  await expect(restore(deps, OVERWRITE)).rejects.toThrow('damaged');
  expect(await customersOf(config)).toEqual(['acme', 'later']);
  const { problems } = await verify(await verifyDeps(config, opened, BY));
  expect(problems).toEqual([expect.stringContaining('is missing or has changed')]);
});

test('an id restores its backup’s instant, a moment the log up to it, and nothing the end of the log', async () => {
  const place = elsewhere('moments');
  await putTestCluster(place.dataFolder);
  await using opened = await openBackups(place);
  const [first, second, log] = ['first', 'second', 'log'].map((name) => Buffer.from(name));
  let manifest: Manifest;
  let until: Date;
  {
    await using stores = await openStores(place);
    await migrate(stores.url);
    const deps = await backUpDeps(place, opened, { databaseUrl: stores.url, log: silent });
    const databaseLog = deps.databaseLog as DatabaseLog;
    await opened.objects.put('acme/a.csv', first as Buffer, '');
    await addCustomer(stores, SOURCE, 'acme');
    manifest = await backUp(deps);
    await opened.objects.put('acme/a.csv', second as Buffer, '');
    await addCustomer(stores, SOURCE, 'later');
    await archiveLog({ ...deps, databaseLog }, manifest.id, ['acme/a.csv']);
    until = new Date(await nextMillisecond());
    await nextMillisecond();
    await opened.objects.put('acme/a.csv', log as Buffer, '');
    await addCustomer(stores, SOURCE, 'latest');
    await archiveLog({ ...deps, databaseLog }, manifest.id, ['acme/a.csv']);
  }
  const restoring = async (options: object) => {
    const restored = await restore(await restoreDeps(place, opened, BY), {
      ...OVERWRITE,
      ...options,
    });
    return [
      await customersOf(place),
      await textOf(opened.objects, 'acme/a.csv'),
      restored,
    ] as const;
  };
  const [atBackup, ...own] = await restoring({ id: manifest.id });
  expect([atBackup, own]).toMatchObject([
    ['acme'],
    ['first', { until: new Date(manifest.instant as string), replaced: expect.any(String) }],
  ]);
  expect(await restoring({ until })).toMatchObject([['acme', 'later'], 'second', { until }]);
  const [all, newest, { until: end }] = await restoring({});
  expect([all, newest]).toEqual([['acme', 'later', 'latest'], 'log']);
  expect(end.getTime()).toBeGreaterThan(until.getTime());
  // The data that the first restore replaced are a backup of their own, which only its id names.
  const replaced = own[1].replaced as string;
  const [customers, object] = await restoring({ id: replaced });
  expect([customers, object]).toEqual([['acme', 'later', 'latest'], 'log']);
  const before = new Date(Date.parse(manifest.startedAt) - 1);
  await expect(restoring({ until: before })).rejects.toThrow('No backup is that old');
  const late = restoring({ until: new Date(Date.now() + 60_000) });
  await expect(late).rejects.toThrow(/The log of the backup ends at \S+Z: without --until/);
  expect(await customersOf(place)).toEqual(['acme', 'later', 'latest']);
});

test('a cluster of an earlier release is restored and brought to the current schema', async () => {
  const early = elsewhere('early');
  await putTestCluster(early.dataFolder);
  await using opened = await openBackups(early);
  {
    await using server = await openEmbeddedServer(early.dataFolder);
    const { url } = server;
    const names = (await knownMigrations()).filter((name) => name <= FIRST_WITH_BACKUPS);
    await migrate(url, undefined, names);
    await using client = await BackupClient.connect(url);
    await client.run(`INSERT INTO customer (id, name) VALUES ('${randomUUID()}', 'acme')`);
    await backUp(await backUpDeps(early, opened, { databaseUrl: url, log: silent }));
  }
  const place = { ...early, dataFolder: join(folder, 'early-restored') };
  const { manifest } = await restore(await restoreDeps(place, opened, BY), OPTIONS);
  expect(manifest).toMatchObject({ kind: 'cluster', migrations: { length: 24 } });
  expect(await customersOf(place)).toEqual(['acme']);
  await using server = await openEmbeddedServer(place.dataFolder);
  expect(await migrate(server.url)).toEqual([]);
});

test('an external database and a bucket are not used between a restore that was ended and the next', async () => {
  await using bucket = await createTestBucket();
  for (const [name, value] of Object.entries(environmentOf(bucket.access))) vi.stubEnv(name, value);
  await using database = await createTestDatabase();
  const { url } = database;
  const external = readConfig({
    DATABASE_URL: url,
    SOLANO_DATA: join(folder, 'external'),
    OBJECT_STORE: `s3://${bucket.bucket}/live`,
    BACKUP_TARGET: `s3://${bucket.bucket}/backups`,
    S3_FORCE_PATH_STYLE: 'true',
  });
  await using opened = await openBackups(external);
  const put = (key: string, text: string) => opened.objects.put(key, Buffer.from(text), '');
  await put('acme/a.csv', 'a');
  await put('acme/b.csv', 'b');
  await addCustomerTo(url, 'acme');
  await backUp(await backUpDeps(external, opened, { databaseUrl: url, log: silent }));
  await put('acme/a.csv', 'later');
  await opened.objects.delete('acme/b.csv');
  await addCustomerTo(url, 'later');
  const deps = await restoreDeps(external, opened, BY);
  const ending = new Proxy(opened.objects, {
    get(of, name) {
      if (name === 'put') return () => Promise.reject(new Error(ENDED));
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
  await expect(restore({ ...deps, objects: ending }, OVERWRITE)).rejects.toThrow(ENDED);
  await expect(start(external)).rejects.toThrow(PENDING);
  await restore(deps, OPTIONS);
  expect(await textOf(opened.objects, 'acme/a.csv')).toBe('a');
  expect(await textOf(opened.objects, 'acme/b.csv')).toBe('b');
  await using db = await PostgresDatabase.connect(url);
  expect(await postgresStores(db).customers.list()).toMatchObject([{ name: 'acme' }]);
});

/** Another installation, with backups of its own. */
function elsewhere(name: string): Config {
  return readConfig({
    SOLANO_DATA: join(folder, name),
    OBJECT_STORE: `file:${join(folder, `${name}-objects`)}`,
    BACKUP_TARGET: `file:${join(folder, `${name}-backups`)}`,
    BACKUP_KEY: key,
  });
}

/** Waits until the clock is a millisecond on. Returns its time. */
async function nextMillisecond(): Promise<number> {
  const before = Date.now();
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(before);
  return Date.now();
}

async function addCustomerTo(url: string, name: string): Promise<void> {
  await using db = await PostgresDatabase.connect(url);
  const deps = { ...postgresStores(db), newId: () => randomUUID(), clock: () => new Date() };
  await addCustomer(deps, SOURCE, name);
}

async function textOf(objects: ObjectStore, key: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await objects.get(key))?.content ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
