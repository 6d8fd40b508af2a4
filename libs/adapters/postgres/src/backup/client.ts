import { SolanoError } from '@solano/domain/kernel';
import type pg from 'pg';
import { newConnection } from '../database/connection.ts';
import { translating } from '../database/failures.ts';

/** Texts of values are to be the same wherever they are compared; a big table takes long. */
const SESSION = `
  SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO'; SET IntervalStyle TO 'postgres';
  SET extra_float_digits TO 1; SET bytea_output TO 'hex'; SET statement_timeout TO 0;
  SET idle_in_transaction_session_timeout TO 0; SET synchronize_seqscans TO off`;

/** One process at a time makes or prunes backups, and one archives the log. */
const LOCKS = { backup: 72_707_370, log: 72_707_371 } as const;

/** A connection of its own: a backup's statements take as long as the database is big. */
export class BackupClient implements AsyncDisposable {
  readonly pg: pg.Client;

  private constructor(client: pg.Client) {
    this.pg = client;
  }

  /** @param schema in which tables are looked for, where it is not the usual one. */
  static async connect(url: string, schema?: string): Promise<BackupClient> {
    const client = newConnection(url, { application_name: 'solano-backup' });
    return translating(async () => {
      await client.connect();
      await client.query(SESSION);
      if (schema !== undefined) await client.query(`SET search_path TO ${schema}`);
      return new BackupClient(client);
    });
  }

  async rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return translating(async () => (await this.pg.query(text, [...values])).rows as Row[]);
  }

  /** Several statements without parameters. */
  async run(text: string): Promise<void> {
    await translating(() => this.pg.query(text));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pg.end().catch(() => undefined);
  }
}

/** Keeps other processes from the same until it is disposed of. Errors: `locked`. */
export async function lockBackups(
  url: string,
  what: keyof typeof LOCKS = 'backup',
): Promise<AsyncDisposable> {
  const client = await BackupClient.connect(url);
  const [row] = await client.rows<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
    LOCKS[what],
  ]);
  if (row?.held) return client;
  await client[Symbol.asyncDispose]();
  throw new SolanoError('locked', 'Another process is making or pruning backups.');
}
