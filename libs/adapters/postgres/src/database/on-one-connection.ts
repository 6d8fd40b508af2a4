import pg from 'pg';
import { translating } from './failures.ts';

const CONNECT_TIMEOUT_MS = 4_000;

/** Does work on a connection of its own, which is closed at its end. Errors: translated. */
export function onOneConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The loss of the connection is reported by the next statement.
  client.on('error', () => undefined);
  return translating(async () => {
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end();
    }
  });
}
