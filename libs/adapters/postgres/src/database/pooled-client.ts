import type pg from 'pg';
import { CONNECT_TIMEOUT_MS } from './connection.ts';
import { UncompiledClient } from './uncompiled-client.ts';

/** For a server that disappeared silently: longer than it lets a statement run. */
const QUERY_TIMEOUT_MS = 20_000;

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
    return super.query(...(sent as [never]));
  }

  #lose(): void {
    if (this.#isWaiting) this.connection.stream.destroy(new Error('Query read timeout'));
  }
}
