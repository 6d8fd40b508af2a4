import { setTimeout as pause } from 'node:timers/promises';
import { ensureSystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database';
import { GlobalLogger } from '@dbos-inc/dbos-sdk/internal/telemetry/logs';
import type { Log } from '@solano/domain';
import type { Pool } from 'pg';
import { openConnections } from './connections.ts';
import { engineLog } from './engine-log.ts';
import { SCHEMA } from './settings.ts';

const TRY_LOCK = `SELECT pg_try_advisory_lock(hashtextextended('solano/engine-schema', 0)) AS held`;
const BETWEEN_TRIES_MS = 100;

/**
 * Brings the engine's tables to the form that this release needs; one process does it at a time,
 * as DBOS itself does not see to that. `DBOS.migrate` would do, were it not to print.
 */
export async function ensureSchema(
  databaseUrl: string,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  // One connection, so that the lock and the migration share a session and end together.
  const connections = openConnections(databaseUrl, { max: 1, connectionTimeoutMillis: 5_000 });
  const cut = () => connections.cut();
  signal.addEventListener('abort', cut, { once: true });
  try {
    await lock(connections.pool, signal);
    const logger = new GlobalLogger(undefined, { logger: engineLog(log, () => signal.aborted) });
    await ensureSystemDatabase('', logger, connections.pool, SCHEMA, false);
  } finally {
    signal.removeEventListener('abort', cut);
    await connections.close();
  }
}

/** Waits for the lock by asking again: see `lock.ts` for why not by a blocking call. */
async function lock(pool: Pool, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ held: boolean }>(TRY_LOCK);
    if (rows[0]?.held) return;
    await pause(BETWEEN_TRIES_MS, undefined, { signal });
  }
}
