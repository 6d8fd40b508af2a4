import pg from 'pg';
import { CONNECT_TIMEOUT_MS, UncompiledClient } from './connection.ts';
import { readTimestamp } from './values.ts';

/** For a server that disappeared silently: longer than it lets a statement run. */
const QUERY_TIMEOUT_MS = 20_000;

/** A query as this library and Prisma's adapter send it, which has its own way to read values. */
interface Query {
  readonly text: string;
  readonly name?: string;
  types?: pg.CustomTypesConfig;
}

/**
 * Observes a statement that is sent. What it returns is called when its result is there, or with its error.
 *
 * @param name by which the connection keeps it parsed.
 */
export type ObserveStatement = (
  text: string,
  name?: string,
) => ((error?: unknown) => void) | undefined;

type QueryCallback = (error: unknown, result: unknown) => void;

interface PooledClientConfig extends pg.ClientConfig {
  readonly observe?: ObserveStatement | undefined;
}

/**
 * A connection of a pool. It is lost where the server does not respond to a statement within `query_timeout`.
 * The driver's own way has a timer for each statement, through which its result stays reachable until the
 * garbage collector looks at old objects: a page of a hundred rows costs a quarter more CPU with it.
 */
export class PooledClient extends UncompiledClient {
  readonly #timer: NodeJS.Timeout;
  readonly #observe: ObserveStatement | undefined;
  #isWaiting = false;

  constructor(settings: PooledClientConfig = {}) {
    const { query_timeout: timeoutMs = QUERY_TIMEOUT_MS, observe, ...config } = settings;
    // The pool's own timeout also counts the wait for a free connection, which may be longer.
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    this.#observe = observe;
    this.#timer = setTimeout(() => this.#lose(), timeoutMs).unref();
    this.on('drain', () => {
      this.#isWaiting = false;
    });
    this.once('end', () => clearTimeout(this.#timer));
  }

  override query(...sent: never[]): never {
    this.#isWaiting = true;
    this.#timer.refresh();
    const query = sent[0] as unknown as Query | string;
    if (typeof query === 'object' && query.types) query.types = isoTypes(query.types);
    const { text, name }: Query = typeof query === 'string' ? { text: query } : query;
    const ended = this.#observe?.(text, name);
    return ended ? this.#observed(sent, ended) : super.query(...(sent as [never]));
  }

  /** Sends a statement that is observed, whether its result is called back or promised. */
  #observed(sent: unknown[], ended: (error?: unknown) => void): never {
    const callback = sent.at(-1) as QueryCallback | undefined;
    if (typeof callback !== 'function') {
      const result = super.query(...(sent as [never])) as Promise<unknown>;
      result.then(() => ended(), ended);
      return result as never;
    }
    const observed = (error: unknown, result: unknown) => {
      ended(error);
      callback(error, result);
    };
    return super.query(...([...sent.slice(0, -1), observed] as unknown as [never]));
  }

  #lose(): void {
    if (this.#isWaiting) this.connection.stream.destroy(new Error('Query read timeout'));
  }
}

type Connected = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/** A pool whose statements belong to their callers, also where a connection is free only once another caller has ended with it. */
export class ObservedPool extends pg.Pool {
  constructor(config: pg.PoolConfig, observe: ObserveStatement) {
    const observed: pg.PoolConfig & PooledClientConfig = { ...config, observe };
    super(observed);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const client = super.connect();
    if (!connected) return client;
    // What follows a promise is its caller's.
    void client.then(
      (each) => connected(undefined, each, (error?: Error | boolean) => each.release(error)),
      (error: Error) => connected(error, undefined, () => {}),
    );
    return undefined;
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
