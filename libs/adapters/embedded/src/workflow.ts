import { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Log, PurchaseWorkflow } from '@solano/domain';
import { SolanoError } from '@solano/domain';
import type { PoolClient } from 'pg';
import type { Connections } from './connections.ts';
import { openConnections } from './connections.ts';
import { engineLog } from './engine-log.ts';
import { ensureSchema } from './schema.ts';
import { APPLICATION, QUEUE, SCHEMA, UNUSED_ADDRESS, VERSION, WORKFLOW } from './settings.ts';

/** The engine has two seconds to take a purchase: the rest of them is for answering. */
const ANSWER_MS = 1_800;
/** The server gives up on a locked table before this side does, and so frees its session. */
const STATEMENT_MS = 1_500;

/** PostgreSQL's codes for a schema, a table or a column that is not there (yet). */
const NO_SCHEMA = new Set(['3F000', '42P01', '42703']);

/**
 * Hands purchases to the engine on a database: one row in its queue, which any process may write
 * whether an engine runs at the moment or not.
 */
export class EmbeddedPurchaseWorkflow implements PurchaseWorkflow, AsyncDisposable {
  readonly #databaseUrl: string;
  readonly #log: Log;
  readonly #connections: Connections;
  readonly #client: Promise<DBOSClient>;
  readonly #closing = new AbortController();
  #preparing: Promise<void> | undefined;

  /** Connects when there is something to hand over. */
  static connect(databaseUrl: string, log: Log): EmbeddedPurchaseWorkflow {
    return new EmbeddedPurchaseWorkflow(databaseUrl, log);
  }

  private constructor(databaseUrl: string, log: Log) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
    this.#connections = openConnections(databaseUrl, {
      max: 4,
      connectionTimeoutMillis: ANSWER_MS,
    });
    this.#client = DBOSClient.create({
      systemDatabaseUrl: UNUSED_ADDRESS,
      systemDatabasePool: this.#connections.pool,
      systemDatabaseSchemaName: SCHEMA,
      applicationName: APPLICATION,
      logger: engineLog(log, () => this.#closing.signal.aborted),
    });
  }

  async submit(purchaseId: string): Promise<void> {
    try {
      await orAbort(AbortSignal.timeout(ANSWER_MS), (signal) => this.#handOver(purchaseId, signal));
    } catch (cause) {
      const message = 'The workflow engine does not take purchases at the moment.';
      throw new SolanoError('engine_unavailable', message, { cause });
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#preparing?.catch(() => {});
    await this.#connections.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #handOver(purchaseId: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#enqueue(purchaseId, signal);
    } catch (error) {
      if (!NO_SCHEMA.has((error as { code?: string }).code ?? '')) throw error;
      // The first to come: no engine has run on this database yet, or none of this release.
      await this.#prepare();
      if (!signal.aborted) await this.#enqueue(purchaseId, signal);
    }
  }

  /** Writes the workflow's row. One that is there, in whatever state, stays as it is. */
  async #enqueue(purchaseId: string, signal: AbortSignal): Promise<void> {
    const client = await this.#client;
    const options = {
      workflowName: WORKFLOW,
      workflowID: purchaseId,
      queueName: QUEUE,
      appVersion: VERSION,
    };
    // DBOS's own `enqueue` would try for ever while the database is away.
    await this.#transaction(signal, (session) =>
      client.enqueueInTransaction(session, options, purchaseId, Date.now()),
    );
  }

  /** Runs the work in a transaction. What fails or takes too long costs the connection. */
  async #transaction(
    signal: AbortSignal,
    work: (session: PoolClient) => Promise<unknown>,
  ): Promise<void> {
    const session = await this.#connections.pool.connect();
    let held = true;
    const release = (drop: boolean) => {
      if (held) session.release(drop);
      held = false;
    };
    const drop = () => release(true);
    signal.addEventListener('abort', drop, { once: true });
    try {
      signal.throwIfAborted();
      await session.query(`BEGIN; SET LOCAL statement_timeout = ${STATEMENT_MS}`);
      await work(session);
      await session.query('COMMIT');
      release(false);
    } finally {
      signal.removeEventListener('abort', drop);
      release(true);
    }
  }

  #prepare(): Promise<void> {
    this.#preparing ??= ensureSchema(this.#databaseUrl, this.#log, this.#closing.signal).finally(
      () => (this.#preparing = undefined),
    );
    return this.#preparing;
  }
}

/** Waits for the work, but not longer than until the signal; the work is to see to its own end. */
function orAbort<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work(signal).then(resolve, reject);
  });
}
