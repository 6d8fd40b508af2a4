import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addedDeliveries,
  addedPlant,
  addedPurchase,
  addedWebhook,
  all,
  anEntry,
} from '@solano/domain/contracts';
import { HOUR_MS } from '@solano/domain/kernel';
import type {
  ArchiveEntry,
  DatabaseContent,
  Manifest,
  RestoreNote,
} from '@solano/domain/operations';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackupClient, lockBackups } from '../src/backup/client.ts';
import { readFigures } from '../src/backup/figures.ts';
import { TableSource } from '../src/backup/table-source.ts';
import { TableTarget } from '../src/backup/table-target.ts';
import { PostgresDatabase } from '../src/database/database.ts';
import { migrate, pendingMigrations } from '../src/database/migrate.ts';
import { postgresStores } from '../src/stores.ts';

const NOTE: RestoreNote = {
  at: new Date('2026-11-22T10:00:00Z'),
  backup: 'b',
  point: { kind: 'backup' },
  until: new Date('2026-11-22T09:00:00Z'),
  actor: 'operator o',
  origin: 'host',
  overwrites: true,
  holdsWebhooks: true,
  keysBefore: [],
};

const PLANT_ID = '5f7c1c3e-2f0a-4a4e-9d6f-3a0b1c2d3e4f';
const DAY = Date.parse('2026-03-29T00:00:00Z');
/** Its encoding has a zero byte, a backslash, and bytes that are no UTF-8. */
const RUN = { start: DAY, step: 15, microMw: [0, 46, -99_999_999, 12_345_678] } as const;

const filled = await createTestDatabase();
let database: PostgresDatabase;
/** Who has the plant. */
let owner: string;

beforeAll(async () => {
  database = await PostgresDatabase.connect(filled.url);
  const stores = postgresStores(database);
  await addedPurchase(stores, {}, '[{"a":"tab\\t, newline\\n, \\\\N"}]');
  const webhook = await addedWebhook(stores, { secret: 'whsec_SECRET' });
  await addedDeliveries(stores, webhook, [{}, {}]);
  const plant = await addedPlant(stores, { id: PLANT_ID });
  const { customerId } = plant;
  owner = customerId;
  const series = { kind: 'production', plantId: plant.id } as const;
  const deliveredAt = new Date(DAY + 24 * HOUR_MS);
  await stores.measurements.record(
    { customerId, deliveredAt },
    [{ series, runs: [RUN] }],
    anEntry(),
  );
  await stores.audit.record([anEntry()]);
});

afterAll(async () => {
  await database.close();
  await filled[Symbol.asyncDispose]();
});

interface Copy {
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
  readonly manifest: Manifest;
}

/** A backup, held in memory. */
async function backUp(withSecrets: boolean): Promise<Copy> {
  await using backup = await new TableSource(filled.url, { withSecrets }).begin('b');
  const files = [];
  for await (const { name, size, content } of backup.content()) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    expect(bytes.length).toBe(size);
    files.push({ name, bytes });
  }
  // What is written now is not in it.
  await postgresStores(database).audit.record([anEntry()]);
  const { migrations } = backup;
  const figures = await backup.figures();
  return { files, manifest: { kind: 'tables', migrations, figures } as unknown as Manifest };
}

function contentOf({ files, manifest }: Copy, isBroken = false): DatabaseContent {
  const content = async function* (): AsyncGenerator<ArchiveEntry> {
    for (const { name, bytes } of files) {
      yield { name, size: bytes.length, content: once(bytes) };
    }
    if (isBroken) throw new Error('the backup cannot be read any further');
  };
  return { manifest, content: content(), log: nothing(), point: { kind: 'backup' } };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* nothing(): AsyncGenerator<never> {}

async function rows<Row>(url: string, text: string): Promise<Row[]> {
  await using client = await BackupClient.connect(url);
  return await client.rows<Row>(text);
}

const SCHEMAS = `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'solano%'`;

test('a restored database holds the contents of the backup, and works', async () => {
  const copy = await backUp(true);
  await using place = await createTestDatabase('template0');
  const target = new TableTarget(place.url, { withSecrets: true });
  expect(await target.current()).toEqual({ isEmpty: true, keys: undefined, pending: undefined });
  {
    await using prepared = await target.prepare(contentOf(copy));
    expect(await prepared.figures()).toEqual(copy.manifest.figures);
    expect(Object.keys(copy.manifest.figures.tables)).toContain('purchase_series');
    await prepared.finish(NOTE);
    await prepared.replace();
  }
  const { at: _, actor: __, origin: ___, ...pending } = NOTE;
  expect(await target.current()).toEqual({ isEmpty: false, keys: [], pending });
  const message = 'its restore was ended before it was complete; run `solano backup restore b`';
  await expect(migrate(place.url)).rejects.toThrow(message);
  await expect(pendingMigrations(place.url)).rejects.toThrow(message);
  await target.complete();
  expect(await migrate(place.url)).toEqual([]);
  expect((await target.current()).pending).toBeUndefined();
  expect(await rows(place.url, SCHEMAS)).toEqual([]);
  const indexes = `SELECT indexname, replace(indexdef, 'x', 'x') AS def FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`;
  expect(await rows(place.url, indexes)).toEqual(await rows(filled.url, indexes));
  const references = `SELECT conname, pg_get_constraintdef(oid) AS def FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY conrelid::regclass::text, 1`;
  expect(await rows(place.url, references)).toEqual(await rows(filled.url, references));
  await using restored = await PostgresDatabase.connect(place.url);
  const stores = postgresStores(restored);
  expect(await stores.webhooks.heldSince()).toEqual(NOTE.at);
  const window = { from: DAY, to: DAY + 24 * HOUR_MS };
  const production = { kind: 'production', plantIds: [PLANT_ID] } as const;
  const measured = await all(stores.measurements.runs(owner, production, window));
  expect(measured).toMatchObject([{ runs: [{ ...RUN, microMw: Float64Array.from(RUN.microMw) }] }]);
  await addedPurchase(stores);
  const [entry] = await stores.audit.list({ action: 'backup.restore', limit: 1 });
  expect(entry).toMatchObject({ actor: 'operator o', subject: 'b' });
});

test('a backup without secrets restores webhooks without theirs, and disabled', async () => {
  const copy = await backUp(false);
  const text = copy.files.map(({ bytes }) => bytes.toString()).join('');
  expect(text).not.toContain('whsec_');
  expect(text).toContain('newline');
  await using place = await createTestDatabase('template0');
  await using prepared = await new TableTarget(place.url, { withSecrets: true }).prepare(
    contentOf(copy),
  );
  expect(await prepared.figures()).toEqual(copy.manifest.figures);
  await prepared.finish(NOTE);
  await prepared.replace();
  const found = await rows(place.url, 'SELECT secret, disabled_at FROM webhook');
  expect(found).toEqual([{ secret: '', disabled_at: NOTE.at }]);
});

test('a backup of an earlier release is migrated, and releases its messages where it should', async () => {
  const copy = await backUp(true);
  const migrations = copy.manifest.migrations.filter((name) => !name.endsWith('_webhook_hold'));
  const files = copy.files.filter(({ name }) => !name.startsWith('webhook_hold/'));
  const index = JSON.parse(String(files[0]?.bytes)) as { tables: { table: string }[] };
  const tables = index.tables.filter(({ table }) => table !== 'webhook_hold');
  const earlier = [
    { name: 'index.json', bytes: Buffer.from(JSON.stringify({ ...index, tables })) },
    ...files.slice(1),
  ];
  await using place = await createTestDatabase('template0');
  const content = contentOf({ files: earlier, manifest: { ...copy.manifest, migrations } });
  const target = new TableTarget(place.url, { withSecrets: true });
  await using prepared = await target.prepare(content);
  const { webhook_hold: _, ...before } = copy.manifest.figures.tables;
  expect((await prepared.figures()).tables).toEqual(before);
  await prepared.finish({ ...NOTE, holdsWebhooks: false });
  await prepared.replace();
  await target.complete();
  expect(await migrate(place.url)).toEqual([]);
  await using restored = await PostgresDatabase.connect(place.url);
  expect(await postgresStores(restored).webhooks.heldSince()).toBeUndefined();
});

test('a restore that fails, or is not finished, leaves the database as it was', async () => {
  const copy = await backUp(true);
  await using place = await createTestDatabase();
  await using mine = await PostgresDatabase.connect(place.url);
  await addedPurchase(postgresStores(mine));
  await using client = await BackupClient.connect(place.url);
  const before = await readFigures(client);
  const target = new TableTarget(place.url, { withSecrets: true });
  await expect(target.prepare(contentOf(copy, true))).rejects.toThrow('any further');
  {
    await using prepared = await target.prepare(contentOf(copy));
    await prepared.finish(NOTE);
  }
  expect(await readFigures(client)).toEqual(before);
  expect(await rows(place.url, SCHEMAS)).toEqual([]);
});

interface Index {
  tables: { table: string; columns: string[] }[];
  sequences: { name: string; value: string }[];
}

const PROGRAM = `id") FROM PROGRAM 'touch `;

test.each<[string, (index: Index, marker: string) => unknown, string]>([
  [
    'a column that ends the statement',
    ({ tables, ...rest }, marker) => ({
      ...rest,
      tables: tables.map((each, i) => {
        return i > 0 ? each : { ...each, columns: [`${PROGRAM}${marker}' --`] };
      }),
    }),
    'its index names a column "',
  ],
  [
    'a table that ends the statement',
    ({ tables, ...rest }, marker) => ({
      ...rest,
      tables: [...tables, { table: `customer" FROM PROGRAM 'touch ${marker}' --`, columns: [] }],
    }),
    'its index names a table "',
  ],
  [
    'a table of the database’s own',
    (index) => ({
      ...index,
      tables: [...index.tables, { table: 'pg_authid', columns: ['rolname'] }],
    }),
    'its index names a table "pg_authid", which the schema has not',
  ],
  ['a table twice', (index) => ({ ...index, tables: [...index.tables, index.tables[0]] }), 'twice'],
  [
    'a column twice',
    ({ tables, ...rest }) => ({
      ...rest,
      tables: tables.map(({ table, columns }) => ({ table, columns: [columns[0], ...columns] })),
    }),
    'does not name each column',
  ],
  [
    'columns that are none',
    ({ tables, ...rest }) => ({ ...rest, tables: tables.map(({ table }) => ({ table })) }),
    'does not name each column',
  ],
  [
    'a sequence that is none of the schema',
    (index) => ({ ...index, sequences: [{ name: 'pg_catalog.x', value: '1' }] }),
    'its index names a sequence "pg_catalog.x"',
  ],
  [
    'a count that is none',
    ({ sequences, ...rest }) => ({
      ...rest,
      sequences: sequences.map((each) => ({ ...each, value: '1); DROP' })),
    }),
    'no valid count',
  ],
  ['nothing', () => null, 'no tables or no sequences'],
  ['a list', () => [], 'no tables or no sequences'],
  ['tables that are numbers', () => ({ tables: [1], sequences: [] }), 'names a table undefined'],
])('an index that names %s is rejected before a row is written', async (_, forge, reason) => {
  const copy = await backUp(true);
  await using place = await createTestDatabase('template0');
  const folder = await mkdtemp(join(tmpdir(), 'solano-forged-'));
  const marker = join(folder, 'marker');
  // The server may be another user's.
  await chmod(folder, 0o777);
  const [index, ...rest] = copy.files as [Copy['files'][number], ...Copy['files']];
  const forged = forge(JSON.parse(String(index.bytes)) as Index, marker);
  const files = [{ name: index.name, bytes: Buffer.from(JSON.stringify(forged)) }, ...rest];
  const target = new TableTarget(place.url, { withSecrets: true });
  await expect(target.prepare(contentOf({ ...copy, files }))).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(reason),
  });
  expect(await readdir(folder)).toEqual([]);
  expect(await rows(place.url, SCHEMAS)).toEqual([]);
  await rm(folder, { recursive: true });
});

test.each<[string, (files: Copy['files']) => Copy['files'], string]>([
  ['outside of its folder', (f) => [...f, { ...f[1], name: '../customer/0000000.copy' }], '"../'],
  ['of an absolute name', (f) => [...f, { ...f[1], name: '/etc/passwd' }], '"/etc/passwd"'],
  ['of a table that the index has not', (f) => [...f, { ...f[1], name: 'x/0000000.copy' }], '"x/'],
  ['of a table that has ended', (f) => [...f, { ...f[1] }], 'where none of a table begins'],
  ['that is not the next one', (f) => f.filter((_, i) => i !== 1), ''],
  ['before its index', (f) => f.slice(1), 'it does not begin with its index'],
  ['at all', () => [], 'it is empty'],
] as [string, (files: Copy['files']) => Copy['files'], string][])(
  'an archive with no valid file %s is rejected',
  async (_, forge, reason) => {
    const copy = await backUp(true);
    const files = forge(copy.files).map((each, i) => {
      // The first file of a table is missing where the second is the first that is left.
      return reason === '' && i === 1
        ? { ...each, name: each.name.replace('0.copy', '1.copy') }
        : each;
    });
    await using place = await createTestDatabase('template0');
    const target = new TableTarget(place.url, { withSecrets: true });
    await expect(target.prepare(contentOf({ ...copy, files }))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(reason),
    });
  },
);

test('a restore of a database that the service uses is rejected', async () => {
  await using place = await createTestDatabase();
  const target = new TableTarget(place.url, { withSecrets: true });
  await target.requireUnused();
  await using _service = await PostgresDatabase.connect(place.url);
  await expect(target.requireUnused()).rejects.toMatchObject({ code: 'in_use' });
});

test('one process at a time makes or prunes backups', async () => {
  {
    await using _lock = await lockBackups(filled.url);
    await expect(lockBackups(filled.url)).rejects.toMatchObject({ code: 'locked' });
    await using _other = await lockBackups(filled.url, 'log');
  }
  await using _again = await lockBackups(filled.url);
});
