import { onOneConnection } from './on-one-connection.ts';

/** What a database says of itself. */
export interface DatabaseState {
  /** Such as 180004. */
  readonly version: number;
  /** Its clock minus this process's, in ms; half of the round trip is subtracted. */
  readonly clockAheadMs: number;
  /** Whether it accepts writes. */
  readonly isReadOnly: boolean;
}

/** Asks a database, migrated or not. Errors: `store_unavailable`. */
export function inspectDatabase(url: string): Promise<DatabaseState> {
  return onOneConnection(url, async (client) => {
    const sentAt = Date.now();
    const { rows } = await client.query<{ version: string; now: Date; read_only: string }>(
      `SELECT current_setting('server_version_num') AS version, clock_timestamp() AS now,
         current_setting('transaction_read_only') AS read_only`,
    );
    const receivedAt = Date.now();
    const [row] = rows as [(typeof rows)[number]];
    return {
      version: Number(row.version),
      clockAheadMs: row.now.getTime() - (sentAt + receivedAt) / 2,
      isReadOnly: row.read_only === 'on',
    };
  });
}
