import type { ArchiveEntry, DatabaseContent, Manifest, RestoreNote } from '@solano/domain';
import { addedDeliveries, addedPurchase, addedWebhook, anEntry } from '@solano/domain/contracts';
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
  actor: 'operator o',
  origin: 'host',
  overwrites: true,
  holdsWebhooks: true,
  keysBefore: [],
};

const filled = await createTestDatabase();
let database: PostgresDatabase;

beforeAll(async () => {
  database = await PostgresDatabase.connect(filled.url);
  const stores = postgresStores(database);
  await addedPurchase(stores, {}, '[{"a":"tab\\t, newline\\n, \\\\N"}]');
  const webhook = await addedWebhook(stores, { secret: 'whsec_SECRET' });
  await addedDeliveries(stores, webhook, [{}, {}]);
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
  return { manifest, content: content(), log: nothing(), isToFigures: true };
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
  const target = new TableTarget(place.url);
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
  await using prepared = await new TableTarget(place.url).prepare(contentOf(copy));
  expect(await prepared.figures()).toEqual(copy.manifest.figures);
  await prepared.finish(NOTE);
  await prepared.replace();
  const found = await rows(place.url, 'SELECT secret, disabled_at FROM webhook');
  expect(found).toEqual([{ secret: '', disabled_at: NOTE.at }]);
});

test('a backup of an earlier release is brought to the current schema, and holds no messages where it is not to', async () => {
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
  const target = new TableTarget(place.url);
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
  const target = new TableTarget(place.url);
  await expect(target.prepare(contentOf(copy, true))).rejects.toThrow('any further');
  {
    await using prepared = await target.prepare(contentOf(copy));
    await prepared.finish(NOTE);
  }
  expect(await readFigures(client)).toEqual(before);
  expect(await rows(place.url, SCHEMAS)).toEqual([]);
});

test('a restore of a database that the service uses is rejected', async () => {
  await using place = await createTestDatabase();
  const target = new TableTarget(place.url);
  await target.requireUnused();
  await using _service = await PostgresDatabase.connect(place.url);
  await expect(target.requireUnused()).rejects.toMatchObject({ code: 'overloaded' });
});

test('one process at a time makes or prunes backups', async () => {
  {
    await using _lock = await lockBackups(filled.url);
    await expect(lockBackups(filled.url)).rejects.toMatchObject({ code: 'overloaded' });
    await using _other = await lockBackups(filled.url, 'log');
  }
  await using _again = await lockBackups(filled.url);
});
