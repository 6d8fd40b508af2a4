import pg from 'pg';
import { CONNECT_TIMEOUT_MS } from './connection.ts';
import { UncompiledClient } from './uncompiled-client.ts';
import { readTimestamp } from './values.ts';

/** For a server that disappeared silently: longer than it lets a statement run. */
const QUERY_TIMEOUT_MS = 20_000;

/** A query as Prisma's adapter sends it: with its own way to read values. */
interface Query {
  types?: pg.CustomTypesConfig;
}

/**
 * A connection of a pool. It is lost where the server does not respond to a statement within `query_timeout`.
 * The driver's own way has a timer for each statement, through which its result stays reachable until the
 * garbage collector looks at old objects: a page of a hundred rows costs a quarter more CPU with it.
 */
export class PooledClient extends UncompiledClient {
  readonly #timer: NodeJS.Timeout;
  #isWaiting = false;

  constructor({ query_timeout: timeoutMs = QUERY_TIMEOUT_MS, ...config }: pg.ClientConfig = {}) {
    // The pool's own timeout also counts the wait for a free connection, which may be longer.
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    this.#timer = setTimeout(() => this.#lose(), timeoutMs).unref();
    this.on('drain', () => {
      this.#isWaiting = false;
    });
    this.once('end', () => clearTimeout(this.#timer));
  }

  override query(...sent: never[]): never {
    this.#isWaiting = true;
    this.#timer.refresh();
    const query = sent[0] as Query | string | undefined;
    if (typeof query === 'object' && query.types) query.types = isoTypes(query.types);
    return super.query(...(sent as [never]));
  }

  #lose(): void {
    if (this.#isWaiting) this.connection.stream.destroy(new Error('Query read timeout'));
  }
}

/** Timestamps as JavaScript writes them, beyond the year 9999 too, where Prisma's adapter would pass on PostgreSQL's way. */
function isoTypes(types: pg.CustomTypesConfig): pg.CustomTypesConfig {
  return {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary')
        return (text: string) => readTimestamp(text).toISOString();
      return types.getTypeParser(oid, format) as unknown;
    },
  };
}
