import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@solano/tools/test-database';
import { TestPooler } from '@solano/tools/test-pooler';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { BackupClient } from '../src/backup/client.ts';
import { completeRestore, readPendingRestore } from '../src/backup/pending-restore.ts';
import { migrate, pendingMigrations } from '../src/database/migrate.ts';
import { readJobTurn } from '../src/jobs/job-turn.ts';

const shipped = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url));
const { version, digest } = await readJobTurn();
const jobTurn = `job_turn ${version}`;
const names = (await readdir(shipped)).filter((name) => /^\d/.test(name)).sort();

describe('migrations', () => {
  test('migrations are applied to a fresh database, and not again', async () => {
    await using place = await freshLocation();
    const { url } = place;
    expect(await pendingMigrations(url)).toEqual([...names, jobTurn]);
    expect(await migrate(url)).toEqual([...names, jobTurn]);
    expect(await migrate(url)).toEqual([]);
    expect(await pendingMigrations(url)).toEqual([]);
    const tables = await query(url, 'SELECT count(*)::int FROM customer');
    expect(tables).toEqual([{ count: 0 }]);
  });

  test('migrations are not begun behind a pooler by transaction, which the message names', async () => {
    await using place = await freshLocation();
    await using pooler = await TestPooler.open(place.url);
    const message =
      'The database cannot be used: its connections have no sessions of their own, as behind a pooler by transaction; connect to it directly, or pool by session (PgBouncer: pool_mode = session).';
    await rejected(migrate(pooler.url), message);
    expect(await pendingMigrations(place.url)).toEqual([...names, jobTurn]);
  });

  test('migrations are applied once by three starts at once', async () => {
    await using place = await freshLocation();
    const { url } = place;
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([[...names, jobTurn], [], []]);
  });

  test('migrations are applied if they are new, and no others', async () => {
    await using place = await freshLocation();
    const { url, folder } = place;
    await migrate(url, folder);
    await addMigration(folder, '99990101000000_later', 'CREATE TABLE later (id int)');
    expect(await pendingMigrations(url, folder)).toEqual(['99990101000000_later']);
    expect(await migrate(url, folder)).toEqual(['99990101000000_later']);
    const message =
      'The database cannot be used: it has the migration 99990101000000_later of a newer version of Solano.';
    await rejected(pendingMigrations(url), message);
    expect(await query(url, 'SELECT * FROM later')).toEqual([]);
  });

  test('migrations may have other line ends in another check-out', async () => {
    await using place = await freshLocation();
    const { url, folder } = place;
    await addMigration(folder, '99990101000000_lines', 'CREATE TABLE a (id int);\n');
    await migrate(url, folder);
    await addMigration(folder, '99990101000000_lines', 'CREATE TABLE a (id int);\r\n');
    expect(await migrate(url, folder)).toEqual([]);
  });

  test('migrations that build an index beside writers run outside a transaction, also a second time', async () => {
    await using place = await freshLocation();
    const { url, folder } = place;
    await addMigration(folder, '99990101000000_table', 'CREATE TABLE t (id int)');
    await migrate(url, folder);
    await query(url, 'INSERT INTO t VALUES (1), (1)');
    await query(url, 'CREATE UNIQUE INDEX CONCURRENTLY t_id ON t (id)').catch(() => undefined);
    const isValid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 't_id'::regclass";
    expect(await query(url, isValid)).toEqual([{ indisvalid: false }]);
    const sql = '-- CreateIndex\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "t_id" ON t (id);';
    await addMigration(folder, '99990101000001_index', sql);
    const applied = await Promise.all([migrate(url, folder), migrate(url, folder)]);
    expect(applied.flat()).toEqual(['99990101000001_index']);
    expect(await query(url, isValid)).toEqual([{ indisvalid: true }]);
  });

  test('migrations let others through while they wait for a lock, and are applied when it is free', async () => {
    await using place = await freshLocation();
    const { url, folder } = place;
    await addMigration(folder, '99990101000000_table', 'CREATE TABLE t (id int)');
    await migrate(url, folder);
    const reading = new pg.Client({ connectionString: url });
    await reading.connect();
    await reading.query('BEGIN; SELECT * FROM t');
    await addMigration(folder, '99990101000001_column', 'ALTER TABLE t ADD COLUMN a int');
    const migrating = migrate(url, folder);
    const isWaiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 't'::regclass`;
    await expect.poll(() => query(url, isWaiting), { interval: 20 }).toHaveLength(1);
    expect(await query(url, 'SELECT id FROM t')).toEqual([]);
    await reading.end();
    expect(await migrating).toEqual(['99990101000001_column']);
  });

  test('migrations that fail leave no trace', async () => {
    await using place = await freshLocation();
    const { url, folder } = place;
    const sql = 'CREATE TABLE half (id int); SELECT 1/0;';
    await addMigration(folder, '99990101000000_broken', sql);
    const message =
      'The database cannot be used: the migration 99990101000000_broken failed: division by zero.';
    await rejected(migrate(url, folder), message);
    const half = await query(url, "SELECT to_regclass('half') AS half");
    expect(half).toEqual([{ half: null }]);
    expect(await migrate(url)).toEqual([jobTurn]);
  });
});

describe('a database is rejected', () => {
  test('a database is rejected when the file of a migration has changed', async () => {
    await using place = await freshLocation();
    const { url, folder } = place;
    await addMigration(folder, '99990101000000_x', 'CREATE TABLE x (id int)');
    await migrate(url, folder);
    await addMigration(folder, '99990101000000_x', 'CREATE TABLE x (id int) -- changed');
    await rejected(
      migrate(url, folder),
      'The database cannot be used: the file of its migration 99990101000000_x has changed ' +
        'since it was applied.',
    );
  });

  test('a database is rejected when a newer version has migrated it', async () => {
    await using place = await freshLocation();
    const { url, folder } = place;
    await addMigration(folder, '99990101000000_newer', 'CREATE TABLE newer (id int)');
    await migrate(url, folder);
    await rejected(
      migrate(url),
      'The database cannot be used: it has the migration 99990101000000_newer of a newer ' +
        'version of Solano.',
    );
  });

  test('a database is rejected when Prisma’s own tool left a migration half done', async () => {
    await using place = await freshLocation();
    const { url } = place;
    await migrate(url);
    await query(url, 'UPDATE _prisma_migrations SET finished_at = NULL');
    await rejected(
      migrate(url),
      `The database cannot be used: its migration ${names[0]} was never finished.`,
    );
    await query(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    expect(await migrate(url)).toEqual([...names, jobTurn]);
  });

  test('a database that does not exist is rejected', async () => {
    await using place = await freshLocation();
    const { url } = place;
    const missing = `${url}_missing`;
    const { pathname } = new URL(missing);
    await rejected(
      migrate(missing),
      `The database is not available: database "${pathname.slice(1)}" does not exist`,
    );
  });
});

describe('the function of the queue', () => {
  test('the queue’s function is replaced once where a migration or another release made it', async () => {
    await using place = await location(names);
    const { url } = place;
    for (const comment of ['', `version ${version}, sha256 0`, 'version 0, sha256 1']) {
      await storeFunction(url, comment);
      expect(await pendingMigrations(url)).toEqual([jobTurn]);
      const applied = await Promise.all([migrate(url), migrate(url)]);
      expect(applied.flat()).toEqual([jobTurn]);
      expect(await pendingMigrations(url)).toEqual([]);
      expect(await storedFunction(url)).toEqual({
        isOurs: true,
        comment: `version ${version}, sha256 ${digest}`,
      });
    }
  });

  test('the queue’s function of a newer release stays when an older process starts later', async () => {
    await using place = await location(names);
    const { url } = place;
    const comment = `version ${version + 1}, sha256 1`;
    await storeFunction(url, comment);
    expect(await pendingMigrations(url)).toEqual([]);
    expect(await migrate(url)).toEqual([]);
    expect(await storedFunction(url)).toEqual({ isOurs: false, comment });
  });

  test('the queue’s function is stored again by a start after it was dropped', async () => {
    await using place = await location(names);
    const { url } = place;
    await migrate(url);
    await query(url, 'DROP FUNCTION job_turn');
    expect(await migrate(url)).toEqual([jobTurn]);
  });

  test('a queue’s function that cannot be stored rejects the database, which keeps its function', async () => {
    await using place = await location(names);
    const { url } = place;
    await query(
      url,
      'DROP FUNCTION job_turn; CREATE FUNCTION job_turn(a bigint, b jsonb, c jsonb,' +
        'd jsonb, e jsonb) RETURNS SETOF job LANGUAGE sql BEGIN ATOMIC SELECT * FROM job; END',
    );
    await rejected(
      migrate(url),
      `The database cannot be used: its function ${jobTurn} could not be stored: ` +
        'cannot change name of input parameter "a".',
    );
    expect(await storedFunction(url)).toEqual({ isOurs: false, comment: null });
  });
});

/** Another text of the function, as a release has stored it. */
async function storeFunction(url: string, comment: string): Promise<void> {
  const parameters = 'me bigint, ended jsonb, saved jsonb, due jsonb, rooms jsonb';
  await query(
    url,
    `CREATE OR REPLACE FUNCTION job_turn(${parameters}) RETURNS SETOF job LANGUAGE plpgsql AS
     $$ BEGIN END $$; COMMENT ON FUNCTION job_turn IS '${comment}'`,
  );
}

async function storedFunction(url: string) {
  const [stored] = await query(
    url,
    `SELECT prosrc LIKE '%pg_advisory_xact_lock%' AS "isOurs", obj_description(oid) AS comment
     FROM pg_proc WHERE proname = 'job_turn'`,
  );
  return stored;
}

test('unfinished work of a release without jobs has jobs afterwards', async () => {
  await using place = await locationBefore('_jobs');
  const { url } = place;
  const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const [customer, webhook] = [uuid(1), uuid(2)];
  await query(url, `INSERT INTO customer VALUES ('${customer}', 'a', NULL, '{}')`);
  await query(
    url,
    `INSERT INTO webhook VALUES ('${webhook}', '${customer}', 'https://a', '{}', 's', now(), NULL)`,
  );
  for (const [i, status] of ['pending', 'in_progress', 'completed', 'failed'].entries()) {
    await query(
      url,
      `INSERT INTO purchase (id, customer_id, "user", retailer, status, error, rows, created_at, updated_at)
       VALUES ('${uuid(10 + i)}', '${customer}', 'u', 'r', '${status}', '', 1, now(), now())`,
    );
  }
  for (const [i, status] of ['delivered', 'failed', 'pending'].entries()) {
    await query(
      url,
      `INSERT INTO webhook_delivery VALUES ('${uuid(20 + i)}', '${webhook}', '${uuid(12)}',
       'purchase.completed', '{}', now(), '${status}', NULL, '')`,
    );
  }
  await migrate(url);
  const jobs = await query(
    url,
    'SELECT kind, subject, lane, step, run_at FROM job ORDER BY sequence',
  );
  const due = { step: '', run_at: null };
  expect(jobs).toEqual([
    { kind: 'purchase', subject: uuid(10), lane: customer, ...due },
    { kind: 'purchase', subject: uuid(11), lane: customer, ...due },
    { kind: 'message', subject: uuid(22), lane: webhook, ...due },
  ]);
});

describe('a database of before restores had a point', () => {
  test('a database from before restores had a target is migrated', async () => {
    await using place = await locationBefore('_restore_point');
    const { url, later } = place;
    expect(await pendingMigrations(url)).toEqual([...later, jobTurn]);
    expect(await migrate(url)).toEqual([...later, jobTurn]);
  });

  test('a pending restore to the end of the log is rejected, and migrated once it is complete', async () => {
    await using place = await locationBefore('_restore_point');
    const { url, later } = place;
    await query(url, `INSERT INTO restore_pending VALUES (1, 'b1', true, false, '[]')`);
    const message =
      'The database cannot be used: its restore was ended before it was complete; ' +
      'run `solano backup restore b1` to complete it.';
    await rejected(pendingMigrations(url), message);
    await rejected(migrate(url), message);
    await using client = await BackupClient.connect(url);
    expect(await readPendingRestore(client)).toEqual({
      backup: 'b1',
      overwrites: true,
      holdsWebhooks: false,
      keysBefore: [],
      point: { kind: 'latest' },
      until: expect.any(Date) as Date,
    });
    await completeRestore(client);
    expect(await migrate(url)).toEqual([...later, jobTurn]);
  });
});

/** A database at the schema before a migration, whose name ends so, and the names of what is missing. */
async function locationBefore(suffix: string) {
  const first = names.findIndex((name) => name.endsWith(suffix));
  const place = await location(names.slice(0, first));
  return Object.assign(place, { later: names.slice(first) });
}

/** A database with these migrations. */
async function location(only: readonly string[]) {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase('template0'));
  await migrate(url, undefined, only);
  const opened = opening.move();
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** A database without migrations, and a copy of their folder. */
async function freshLocation() {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase('template0'));
  const folder = await mkdtemp(join(tmpdir(), 'solano-migrations-'));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(shipped, folder, { recursive: true });
  const opened = opening.move();
  return { url, folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function addMigration(folder: string, name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

async function rejected(migrated: Promise<unknown>, message: string): Promise<void> {
  await expect(migrated).rejects.toMatchObject({ code: 'store_unavailable', message });
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<object>(text);
    return rows;
  } finally {
    await client.end();
  }
}
