import pg from 'pg';
import { translating } from './failures.ts';

/** A server that does not respond by then is unavailable. */
export const CONNECT_TIMEOUT_MS = 4_000;

/** Its compiler takes longer than any statement of the service: some ten milliseconds, again on each connection. */
const NO_JIT = '-c jit=off';

/** A connection on which PostgreSQL compiles no statement, whatever plan it estimates. */
export class UncompiledClient extends pg.Client {
  /** The driver's reading of URL and environment. */
  declare readonly connectionParameters: { options?: string | undefined };

  constructor(config?: pg.ClientConfig) {
    super(config);
    const { options } = this.connectionParameters;
    this.connectionParameters.options = options ? `${options} ${NO_JIT}` : NO_JIT;
  }
}

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
