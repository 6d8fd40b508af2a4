import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { readTimestamp, requireStorable } from './values.ts';

/** The driver's own form of a query, which Prisma's adapter uses. */
interface PrismaQuery {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly types: pg.CustomTypesConfig;
}

/**
 * The pool as Prisma sees it. Inside {@link PrismaPool.within} its statements go to the connection
 * of a transaction that is ours: Prisma's own transactions would give a connection back to the
 * pool whose state is in doubt, and could not share it with statements of our own.
 */
export class PrismaPool {
  readonly pool: pg.Pool;
  readonly #connection = new AsyncLocalStorage<pg.PoolClient | undefined>();

  constructor(pool: pg.Pool) {
    const query = (sent: PrismaQuery) => {
      const target = this.#connection.getStore() ?? pool;
      return target.query({ ...sent, types: typesOf(sent.types), values: checked(sent.values) });
    };
    const connect = () => {
      if (this.#connection.getStore())
        throw new TypeError('Prisma began a transaction in another.');
      return pool.connect();
    };
    // Prisma's adapter accepts only a pool.
    this.pool = Object.create(pool, {
      query: { value: query },
      connect: { value: connect },
    }) as pg.Pool;
  }

  /** Runs the work on the connection; without one, on any of the pool. */
  within<T>(connection: pg.PoolClient | undefined, work: () => Promise<T>): Promise<T> {
    // Prisma begins when its promise is awaited, which is to be in here.
    return this.#connection.run(connection, async () => work());
  }
}

function checked(values: readonly unknown[]): unknown[] {
  for (const value of values) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string') requireStorable(each);
    }
  }
  return [...values];
}

/** Years beyond 9999 as JavaScript writes them; Prisma's adapter would pass on PostgreSQL's way. */
function typesOf(types: pg.CustomTypesConfig): pg.CustomTypesConfig {
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => {
      if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary') {
        return (text: string) => readTimestamp(text).toISOString();
      }
      return types.getTypeParser(oid, format) as unknown;
    },
  };
}
