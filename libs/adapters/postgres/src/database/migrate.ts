import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SolanoError } from '@solano/domain/kernel';
import pg from 'pg';
import { readPendingRestore } from '../backup/pending-restore.ts';
import { applyJobTurn, pendingJobTurn } from '../jobs/job-turn.ts';
import { onOneConnection } from './connection.ts';
import { hasOwnSessions } from './inspect.ts';

const FOLDER = new URL('../../../../../prisma/migrations/', import.meta.url);

/** The lock that Prisma's own tools take, so that these wait for us and we for them. */
const LOCK = 72_707_369;
const LOCK_RETRY_MS = 200;

/** A migration that builds an index beside writers, which no transaction may hold. */
const CONCURRENT = /^(?:--.*\s+)*CREATE INDEX CONCURRENTLY IF NOT EXISTS "(?<index>\w+)"/;

/**
 * Everybody who comes after a migration that waits for a lock waits too: it lets them through, and is
 * attempted again.
 */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_PAUSE_MS = 1_000;
const LOCK_ATTEMPTS = 60;

/** Prisma's table, to the letter. */
const BOOKKEEPING = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

const POOLED =
  'its connections have no sessions of their own, as behind a pooler by transaction; connect to it directly, or pool by session (PgBouncer: pool_mode = session)';

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/**
 * Brings a database to the schema of this build and returns the names of what it did not have: of
 * migrations and, after them, of the function `job_turn`. Each is applied as a whole or not at all, and
 * keeps nobody waiting for a lock that it does not get; calls at the same time wait for each other.
 * A migration that begins with `CREATE INDEX CONCURRENTLY IF NOT EXISTS` is that statement alone.
 *
 * @param folder of the migrations, as Prisma lays them out.
 * @param only names of those to apply, without the function: the schema of an earlier release.
 * @throws SolanoError `store_unavailable`; with a line that says why for a database behind a pooler by
 *   transaction, or that has migrations which this build does not know, or knows otherwise, or whose
 *   restore is pending.
 */
export async function migrate(
  url: string,
  folder: string | URL = FOLDER,
  only?: readonly string[],
): Promise<string[]> {
  const known = await readMigrations(folder);
  const migrations = only ? known.filter(({ name }) => only.includes(name)) : known;
  return onOneConnection(url, async (client) => {
    if (!(await hasOwnSessions(url, client))) throw rejection(POOLED);
    await requireNoPendingRestore(client);
    // Given back when the connection ends.
    await takeLock(client);
    const applied = await bringUpToDate(client, migrations);
    return only ? applied : [...applied, ...(await bringJobTurnUpToDate(client))];
  });
}

/**
 * Lists the migrations that `migrate` would apply to a database. Changes nothing. Errors: as
 * `migrate`.
 *
 * @param folder of the migrations, as Prisma lays them out.
 */
export async function pendingMigrations(
  url: string,
  folder: string | URL = FOLDER,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return onOneConnection(url, async (client) => {
    await requireNoPendingRestore(client);
    const { rows } = await client.query<{ known: boolean }>(
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known",
    );
    const missing = rows[0]?.known ? await missingOf(client, migrations) : migrations;
    const jobTurn = await pendingJobTurn(client);
    return [...missing.map(({ name }) => name), ...(jobTurn ? [jobTurn] : [])];
  });
}

/** A database that was restored before its secrets and objects were: used now, it would be a mixture. */
async function requireNoPendingRestore(client: pg.Client): Promise<void> {
  const pending = await readPendingRestore({
    rows: async <Row>(text: string) => (await client.query(text)).rows as Row[],
  });
  if (!pending) return;
  const command = `solano backup restore ${pending.backup}`;
  throw rejection(
    `its restore was ended before it was complete; run \`${command}\` to complete it`,
  );
}

/** Polls: a statement that waits for the lock would hold a snapshot for which concurrent indexes wait. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS locked',
      [LOCK],
    );
    if (rows[0]?.locked) return;
    await delay(LOCK_RETRY_MS);
  }
}

/** The names of the migrations of this build, in order. */
export async function knownMigrations(): Promise<string[]> {
  return (await readMigrations(FOLDER)).map(({ name }) => name);
}

async function bringUpToDate(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(BOOKKEEPING);
  const missing = await missingOf(client, migrations);
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

async function bringJobTurnUpToDate(client: pg.Client): Promise<string[]> {
  const name = await pendingJobTurn(client);
  if (name === undefined) return [];
  try {
    await applyJobTurn(client);
  } catch (cause) {
    throw rejection(`its function ${name} could not be stored: ${(cause as Error).message}`, cause);
  }
  return [name];
}

/** Errors: `store_unavailable` for a database that has others than these. */
async function missingOf(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows: applied } = await client.query<Applied>(
    `SELECT migration_name, checksum, finished_at FROM _prisma_migrations
     WHERE rolled_back_at IS NULL`,
  );
  for (const row of applied) requireKnown(row, migrations);
  const names = new Set(applied.map(({ migration_name }) => migration_name));
  return migrations.filter(({ name }) => !names.has(name));
}

function requireKnown(applied: Applied, migrations: readonly Migration[]): void {
  const name = applied.migration_name;
  const known = migrations.find((migration) => migration.name === name);
  if (!known) throw rejection(`it has the migration ${name} of a newer version of Solano`);
  if (applied.finished_at === null) throw rejection(`its migration ${name} was never finished`);
  if (applied.checksum !== known.checksum) {
    throw rejection(`the file of its migration ${name} has changed since it was applied`);
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, migration);
    } catch (cause) {
      if (attempt === LOCK_ATTEMPTS || !isLockTimeout(cause)) {
        // The end of the connection, which follows, rolls back.
        const message = `the migration ${migration.name} failed: ${(cause as Error).message}`;
        throw rejection(message, cause);
      }
      await client.query('ROLLBACK');
      await delay(LOCK_PAUSE_MS);
    }
  }
}

async function applyOnce(client: pg.Client, migration: Migration): Promise<void> {
  const { sql } = migration;
  const startedAt = new Date().toISOString();
  const index = CONCURRENT.exec(sql)?.groups?.index;
  if (index !== undefined) await buildIndex(client, index, sql);
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout TO ${LOCK_TIMEOUT_MS}`);
  if (index === undefined) await client.query(sql);
  await record(client, migration, startedAt);
  await client.query('COMMIT');
}

/** SQLSTATE lock_not_available. */
function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

function record(client: pg.Client, { name, checksum }: Migration, startedAt: string) {
  return client.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name, startedAt],
  );
}

/** Rebuilds it where an interrupted attempt has left it invalid. */
async function buildIndex(client: pg.Client, index: string, sql: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY "${index}"`);
  await client.query(sql);
}

async function readMigrations(folder: string | URL): Promise<Migration[]> {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder;
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.sort().map((name) => readMigration(path, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const text = await readFile(`${folder}/${name}/migration.sql`, 'utf8');
  // A check-out with other line ends is not a change; Prisma sees it the same way.
  const sql = text.replaceAll('\r\n', '\n');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

function rejection(reason: string, cause?: unknown): SolanoError {
  const message = `The database cannot be used: ${reason}.`;
  return new SolanoError('store_unavailable', message, { cause });
}
