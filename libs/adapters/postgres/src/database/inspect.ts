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
