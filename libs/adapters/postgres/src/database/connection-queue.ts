import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import pg from 'pg';

/** Messages of the pool and the driver: no connection was free, or a new one was not made in time. */
const TIMEOUTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
];
/** SQLSTATE class of the error of a server that has no room for another connection. */
const NO_RESOURCES = '53';

/**
 * Distinguishes a pool whose connections are all busy, or a server that is too busy to make new ones in time, from a
 * server that is not available, for which the pool reports the same errors: an available server responds to a
 * connection outside the pool.
 */
export class ConnectionQueue {
  readonly #connect: () => Promise<unknown>;
  #asking: Promise<boolean> | undefined;

  /** @param connect opens a connection beside the pool, and closes it. */
  constructor(connect: () => Promise<unknown>) {
    this.#connect = connect;
  }

  /** Does what needs a connection. Errors: its own, and `overloaded` if there was none in time. */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (!isConnectTimeout(cause) || !(await this.#isThere())) throw cause;
      throw new SolanoError('overloaded', 'The service is busy. Try again soon.', { cause });
    }
  }

  /** All callers at one time share one connection. */
  #isThere(): Promise<boolean> {
    this.#asking ??= this.#connect()
      .then(
        () => true,
        (error: unknown) =>
          error instanceof pg.DatabaseError && error.code?.startsWith(NO_RESOURCES) === true,
      )
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }
}

function isConnectTimeout(error: unknown): boolean {
  if (!isSolanoError(error, 'store_unavailable')) return false;
  return TIMEOUTS.some((timeout) => error.message.endsWith(timeout));
}
