import type pg from 'pg';
import { onOneConnection } from './connection.ts';

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
