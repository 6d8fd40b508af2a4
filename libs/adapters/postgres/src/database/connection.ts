import type pg from 'pg';
import { translating } from './failures.ts';
import { UncompiledClient } from './uncompiled-client.ts';

/** A server that does not respond by then is unavailable. */
export const CONNECT_TIMEOUT_MS = 4_000;

/** A connection beside the pool, not opened yet. Its loss is reported by the next statement. */
export function newConnection(connectionString: string, options: pg.ClientConfig = {}): pg.Client {
  const client = new UncompiledClient({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...options,
    connectionString,
  });
  client.on('error', () => undefined);
  return client;
}

/** Does work on a connection of its own, which is closed at its end. Errors: translated. */
export function onOneConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = newConnection(url);
  return translating(async () => {
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end();
    }
  });
}
