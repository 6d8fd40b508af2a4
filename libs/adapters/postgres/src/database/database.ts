import { isSolanoError } from '@solano/domain/kernel';
import pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { newConnection } from './connection.ts';
import { ConnectionQueue } from './connection-queue.ts';
import { translating } from './failures.ts';
import { ObservedPool, type ObserveStatement, PooledClient } from './pooled-client.ts';
import { type Snapshot, type SnapshotSource, Snapshots } from './snapshot.ts';
import type { Run, Statement, Value } from './statement.ts';
import { readDate, readTimestamp, requireStorable, timestamp } from './values.ts';

/** Waiting for one of the pool's connections while all are busy. */
const QUEUE_TIMEOUT_MS = 15_000;
/** A statement, waiting for locks included, on the server's clock. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** The part of the connections on which long lists are read. */
const SNAPSHOT_SHARE = 0.4;

/** Both drivers read timestamps and numbers as these settings write them. */
const SESSION = `
  SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO'; SET extra_float_digits TO 1;
  SET statement_timeout TO ${STATEMENT_TIMEOUT_MS};
  SET idle_in_transaction_session_timeout TO ${STATEMENT_TIMEOUT_MS}`;

/** How our own statements' values are read; Prisma has its own way. */
const TYPES = {
  getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>): unknown {
    if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary') return readTimestamp;
    if (oid === pg.types.builtins.DATE && format !== 'binary') return readDate;
    return pg.types.getTypeParser(oid, format);
  },
};

interface ConnectOptions {
  /** How many are opened at most. */
  readonly connections?: number;
  /** How long a call waits for one of them. */
  readonly queueMs?: number;
  readonly observe?: ObserveStatement | undefined;
}

/** One pool of connections, shared by Prisma and by statements of our own. */
export class PostgresDatabase implements AsyncDisposable {
  readonly #pool: pg.Pool;
  readonly #queue: ConnectionQueue;
  readonly #snapshots: Snapshots;
  #prisma: Promise<PrismaClient> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(url: string, pool: pg.Pool) {
    this.#pool = pool;
    this.#queue = new ConnectionQueue(() => connectOnce(url));
    const max = Math.max(1, Math.floor(pool.options.max * SNAPSHOT_SHARE));
    this.#snapshots = new Snapshots(this.#snapshotSource(), max);
  }

  /**
   * Opens a database that has been migrated. Errors: `store_unavailable` if it does not respond;
   * later, every call fails with that while it does not respond, and works again afterwards.
   * If it responds, but no connection is free in time, a call fails with `overloaded`, with nothing begun.
   */
  static async connect(
    url: string,
    { connections = 10, queueMs = QUEUE_TIMEOUT_MS, observe }: ConnectOptions = {},
  ): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(url, openPool(url, connections, queueMs, observe));
    try {
      // Nobody else has taken a connection: it is not asked whether the server is only busy.
      await execute(database.#pool, { text: 'SELECT 1' }, []);
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  readonly run: Run = (statement, values) =>
    this.#queue.watch(() => execute(this.#pool, statement, values));

  /** Runs the work in one transaction; an error from it is rethrown after the rollback. */
  async transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let lost = false;
    try {
      await execute(client, { text: 'BEGIN' }, []);
      const result = await work((statement, values) => execute(client, statement, values));
      await execute(client, { text: 'COMMIT' }, []);
      return result;
    } catch (error) {
      // A connection in doubt is closed, which rolls back too; asking it could wait for long.
      lost = isSolanoError(error, 'store_unavailable') || !(await rollBack(client));
      throw error;
    } finally {
      client.release(lost);
    }
  }

  /** Returns a snapshot, which has to be ended; it takes a connection when it is first read. */
  snapshot(): Snapshot {
    return this.#snapshots.snapshot();
  }

  #snapshotSource(): SnapshotSource {
    return {
      begin: async () => {
        const client = await this.#connect();
        try {
          await execute(client, { text: BEGIN_SNAPSHOT }, []);
          return client;
        } catch (error) {
          client.release(true);
          throw error;
        }
      },
      run: (client) => (statement, values) => execute(client, statement, values),
      end: async (client) => client.release(!(await rollBack(client))),
    };
  }

  #connect(): Promise<pg.PoolClient> {
    return this.#queue.watch(() => translating(() => this.#pool.connect()));
  }

  /** Errors: translated. */
  prisma<T>(work: (prisma: PrismaClient) => Promise<T>): Promise<T> {
    return this.#queue.watch(() => translating(async () => work(await this.#client())));
  }

  #client(): Promise<PrismaClient> {
    this.#prisma ??= openPrisma(this.#pool);
    return this.#prisma;
  }

  /** Waits for what is running, then closes every connection. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await (await this.#prisma)?.$disconnect();
    await this.#pool.end();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

function openPool(
  url: string,
  connections: number,
  queueMs: number,
  observe: ObserveStatement | undefined,
): pg.Pool {
  const config: pg.PoolConfig = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: queueMs,
    keepAlive: true,
    application_name: 'solano',
    Client: PooledClient,
    types: TYPES,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise
    onConnect: (client) => client.query(SESSION),
  };
  const pool = observe ? new ObservedPool(config, observe) : new pg.Pool(config);
  // A lost connection is reported by the next call that needs one. Without listeners, also on
  // connections in use, the loss would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Opens a connection of its own, and closes it. */
async function connectOnce(connectionString: string): Promise<void> {
  const client = newConnection(connectionString);
  await client.connect();
  await client.end();
}

function execute<Row>(
  client: pg.Pool | pg.PoolClient,
  { name, text }: Statement<Row>,
  values: readonly Value[],
): Promise<Row[]> {
  return translating(async () => {
    const query = { text, values: values.map(parameter), ...(name === undefined ? {} : { name }) };
    const { rows } = await client.query(query);
    return rows as Row[];
  });
}

function parameter(value: Value): unknown {
  for (const each of Array.isArray(value) ? value : [value]) {
    if (typeof each === 'string') requireStorable(each);
  }
  // The driver would write a negative zero without its sign.
  if (Object.is(value, -0)) return '-0';
  return value instanceof Date ? timestamp(value) : value;
}

function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

/** Loaded when it is first needed: a start does without, and takes 40 ms of CPU less. */
async function openPrisma(pool: pg.Pool): Promise<PrismaClient> {
  const { newPrismaClient } = await import('./prisma-client.ts');
  return newPrismaClient(pool);
}
