import { cut } from '@solano/domain/kernel';
import type { ArchiveEntry, DatabaseBackup, DatabaseSource } from '@solano/domain/operations';
import { to as copyTo } from 'pg-copy-streams';
import { BackupClient, lockBackups } from './client.ts';
import {
  readFigures,
  readKeys,
  readMigrations,
  readTables,
  readVersion,
  rowsOf,
} from './figures.ts';
import { fileName, INDEX, type TableIndex } from './table-index.ts';

/** The size of a file precedes its content: a large table is several files. Bytes. */
const FILE_BYTES = 4 * 2 ** 20;

/** Backups of any PostgreSQL: the rows of all tables as one snapshot has them, by COPY. */
export class TableSource implements DatabaseSource, AsyncDisposable {
  readonly kind = 'tables';
  readonly #url: string;
  readonly #withSecrets: boolean;

  constructor(url: string, { withSecrets }: { readonly withSecrets: boolean }) {
    this.#url = url;
    this.#withSecrets = withSecrets;
  }

  lock(): Promise<AsyncDisposable> {
    return lockBackups(this.#url);
  }

  /** Nothing is open but what a backup opens. */
  async [Symbol.asyncDispose](): Promise<void> {}

  async begin(_id: string): Promise<DatabaseBackup> {
    await using stack = new AsyncDisposableStack();
    const client = stack.use(await BackupClient.connect(this.#url));
    await client.run('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const postgres = await readVersion(client);
    const migrations = await readMigrations(client);
    const opened = stack.move();
    const withSecrets = this.#withSecrets;
    return {
      postgres,
      migrations,
      content: () => filesOf(client, withSecrets),
      freeze: async () => ({ position: '' }),
      log: async function* () {},
      figures: () => readFigures(client, withSecrets),
      keys: () => readKeys(client),
      keep: async () => undefined,
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  }
}

async function* filesOf(client: BackupClient, withSecrets: boolean): AsyncGenerator<ArchiveEntry> {
  const tables = await readTables(client);
  const sequences = await client.rows<TableIndex['sequences'][number]>(`
    SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL`);
  yield fileOf(INDEX, Buffer.from(JSON.stringify({ tables, sequences } satisfies TableIndex)));
  for (const each of tables) {
    const rows = client.pg.query(copyTo(`COPY (${rowsOf(each, withSecrets)}) TO STDOUT`));
    let number = 0;
    for await (const bytes of cut(rows, FILE_BYTES)) {
      yield fileOf(fileName(each.table, number), bytes);
      number += 1;
    }
  }
}

function fileOf(name: string, bytes: Uint8Array): ArchiveEntry {
  const content = async function* () {
    yield bytes;
  };
  return { name, size: bytes.length, content: content() };
}
