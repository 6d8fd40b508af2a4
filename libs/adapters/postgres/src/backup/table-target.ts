import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { invalidRequest, SolanoError } from '@solano/domain/kernel';
import type {
  ArchiveEntry,
  CurrentDatabase,
  DatabaseContent,
  DatabaseSource,
  DatabaseTarget,
  PreparedDatabase,
} from '@solano/domain/operations';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { translating } from '../database/failures.ts';
import { migrate } from '../database/migrate.ts';
import { BackupClient } from './client.ts';
import { readFigures, readKeys, readTables, type TableColumns } from './figures.ts';
import { completeRestore, readPendingRestore } from './pending-restore.ts';
import { finishRestored } from './restored.ts';
import {
  damagedArchive,
  FileOrder,
  readIndex,
  readSchema,
  type TableIndex,
  type TableSchema,
} from './table-index.ts';
import { TableSource } from './table-source.ts';

const { escapeIdentifier } = pg;

const FILES =
  'The backup holds the files of an embedded database: it is restored where DATABASE_URL is unset.';

/** Restores rows into a schema of its own, which replaces `public` in one transaction. */
export class TableTarget implements DatabaseTarget {
  readonly #url: string;
  readonly #withSecrets: boolean;

  /** @param options whether a backup of what is replaced has the secrets of webhooks. */
  constructor(url: string, { withSecrets }: { readonly withSecrets: boolean }) {
    this.#url = url;
    this.#withSecrets = withSecrets;
  }

  async requireUnused(): Promise<void> {
    await using client = await BackupClient.connect(this.#url);
    const [row] = await client.rows<{ count: number }>(`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'solano'`);
    if (!row?.count) return;
    const message = `The service uses the database (${row.count} connections): stop it first.`;
    throw new SolanoError('in_use', message);
  }

  async current(): Promise<CurrentDatabase> {
    await using client = await BackupClient.connect(this.#url, 'public');
    const isEmpty = await hasNoRows(client);
    const pending = await readPendingRestore(client);
    try {
      return { isEmpty, keys: await readKeys(client), pending };
    } catch (failure) {
      // Without tables there is nothing to read; a damaged one may be the reason for the restore.
      return { isEmpty, keys: undefined, pending, ...(!isEmpty && { failure }) };
    }
  }

  async open(): Promise<DatabaseSource & AsyncDisposable> {
    return new TableSource(this.#url, { withSecrets: this.#withSecrets });
  }

  async prepare(backup: DatabaseContent): Promise<PreparedDatabase> {
    if (backup.manifest.kind !== 'tables') throw invalidRequest(FILES);
    const schema = `solano_restore_${randomBytes(4).toString('hex')}`;
    const url = inSchema(this.#url, schema);
    await using stack = new AsyncDisposableStack();
    const client = stack.use(await BackupClient.connect(this.#url));
    await removeAbandoned(client);
    await client.run(`CREATE SCHEMA ${schema}`);
    // After a failure a transaction is open, in which nothing else can be run.
    stack.defer(() =>
      client
        .run('ROLLBACK')
        .then(() => client.run(`DROP SCHEMA IF EXISTS ${schema} CASCADE`))
        .catch(() => undefined),
    );
    await migrate(url, undefined, backup.manifest.migrations);
    await client.run(`SET search_path TO ${schema}`);
    await load(client, backup.content);
    const opened = stack.move();
    return {
      lastChange: undefined,
      figures: () => readFigures(client),
      async finish(note) {
        await migrate(url);
        await finishRestored(client, note);
        return { keys: await readKeys(client) };
      },
      replace: async () => {
        // The service may have been started meanwhile.
        await this.requireUnused();
        await client.run(`BEGIN; SET LOCAL lock_timeout TO '10s'; DROP SCHEMA IF EXISTS public CASCADE;
          ALTER SCHEMA ${schema} RENAME TO public; COMMIT`);
      },
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  }

  async complete(): Promise<void> {
    await using client = await BackupClient.connect(this.#url, 'public');
    await completeRestore(client);
  }
}

async function hasNoRows(client: BackupClient): Promise<boolean> {
  for (const { table } of await readTables(client)) {
    // Probes and workers write these by themselves.
    if (table === 'heartbeat' || table === 'job') continue;
    if ((await client.rows(`SELECT 1 FROM "${table}" LIMIT 1`)).length > 0) return false;
  }
  return true;
}

function inSchema(url: string, schema: string): string {
  const own = new URL(url);
  const others = own.searchParams.get('options') ?? '';
  own.searchParams.set('options', `${others} -c search_path=${schema}`.trim());
  return own.href;
}

/** The remains of an interrupted restore; a restore under way holds locks on its schema. */
async function removeAbandoned(client: BackupClient): Promise<void> {
  const found = await client.rows<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'solano\\_restore\\_%'`,
  );
  for (const { name } of found) {
    await client
      .run(`SET lock_timeout TO '1s'; DROP SCHEMA ${name} CASCADE; SET lock_timeout TO 0`)
      .catch(() => undefined);
  }
}

/** In one transaction; indexes and references are made again when all rows are there. */
async function load(client: BackupClient, content: AsyncIterable<ArchiveEntry>): Promise<void> {
  await client.run(`BEGIN; SET LOCAL maintenance_work_mem TO '256MB'`);
  const schema = await readSchema(client);
  const names = schema.tables.map(({ table }) => escapeIdentifier(table));
  if (names.length > 0) await client.run(`TRUNCATE ${names.join(', ')}`);
  for (const name of names) await client.run(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const restoreIndexes = await dropIndexes(client);
  const index = await copyAll(client, content, schema);
  for (const statement of restoreIndexes) await client.run(statement);
  for (const name of names) await client.run(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const { name, value } of index.sequences) {
    await client.rows(`SELECT setval(quote_ident($1)::regclass, $2)`, [name, value]);
  }
  await client.run('COMMIT; ANALYZE');
}

/** Drops references and the indexes that are not constraints. Returns the statements that make them again. */
async function dropIndexes(client: BackupClient): Promise<string[]> {
  const references = await client.rows<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) AS add
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0`);
  const indexes = await client.rows<{ drop: string; add: string }>(`
    SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS add
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`);
  for (const { drop } of [...references, ...indexes]) await client.run(drop);
  return [...indexes, ...references].map(({ add }) => add);
}

/** The files of a table follow each other: they are one COPY. */
async function copyAll(
  client: BackupClient,
  content: AsyncIterable<ArchiveEntry>,
  schema: TableSchema,
): Promise<TableIndex> {
  const entries = content[Symbol.asyncIterator]();
  const first = await entries.next();
  if (first.done) throw damagedArchive('it is empty');
  const index = await readIndex(first.value, schema);
  const order = new FileOrder(index);
  let next = await entries.next();
  while (!next.done) {
    const columns = order.begin(next.value.name);
    const rows = async function* () {
      while (!next.done && order.continues(next.value.name)) {
        yield* next.value.content;
        next = await entries.next();
      }
    };
    await translating(() => pipeline(rows, client.pg.query(copyFrom(copyStatement(columns)))));
  }
  return index;
}

/** @param columns as the schema names them: what an archive says is never part of a statement. */
function copyStatement({ table, columns }: TableColumns): string {
  return `COPY ${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')}) FROM STDIN`;
}
