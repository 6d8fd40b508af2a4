import type pg from 'pg';
import { onOneConnection } from './connection.ts';

/** Properties that a database reports. */
export interface DatabaseState {
  /** For example 180004. */
  readonly version: number;
  /** Its clock minus this process's, in ms; half of the round trip is subtracted. */
  readonly clockAheadMs: number;
  /** Whether it rejects all writes. */
  readonly isReadOnly: boolean;
  /** Whether its role may create tables, as migrations do. */
  readonly mayCreate: boolean;
}

interface Row {
  readonly version: string;
  readonly now: Date;
  readonly read_only: string;
  readonly may_create: boolean;
}

/** Asks a database, migrated or not. Errors: `store_unavailable`. */
export function inspectDatabase(url: string): Promise<DatabaseState> {
  return onOneConnection(url, async (client) => {
    const sentAt = Date.now();
    const { rows } = await client.query<Row>(
      `SELECT current_setting('server_version_num') AS version, clock_timestamp() AS now,
         current_setting('transaction_read_only') AS read_only,
         coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), true) AS may_create`,
    );
    const receivedAt = Date.now();
    const [row] = rows as [(typeof rows)[number]];
    return {
      version: Number(row.version),
      clockAheadMs: row.now.getTime() - (sentAt + receivedAt) / 2,
      isReadOnly: row.read_only === 'on',
      mayCreate: row.may_create,
    };
  });
}

/**
 * Whether each connection has a session of its own, which locks, notices and settings need: behind a pooler by
 * transaction, several are served by one process of the server, or one by several.
 *
 * @param client a connection to the same database. Errors: `store_unavailable`.
 */
export function hasOwnSessions(url: string, client: pg.Client): Promise<boolean> {
  return onOneConnection(url, async (other) => {
    const own = [await processOf(client), await processOf(client)];
    const others = [await processOf(other), await processOf(other)];
    own.push(await processOf(client));
    return new Set(own).size === 1 && new Set(others).size === 1 && own[0] !== others[0];
  });
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
