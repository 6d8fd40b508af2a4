import { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Log, PurchaseWorkflow, WebhookWorkflow } from '@solano/domain';
import { SolanoError } from '@solano/domain';
import type { PoolClient } from 'pg';
import type { Connections } from './connections.ts';
import { openConnections } from './connections.ts';
import { engineLog } from './engine-log.ts';
import { ensureSchema } from './schema.ts';
import { APPLICATION, DELIVERIES, PURCHASES, SCHEMA, UNUSED_ADDRESS, VERSION } from './settings.ts';

/** The engine has two seconds to take a purchase: the rest of them is for answering. */
const ANSWER_MS = 1_800;
/** The server gives up on a locked table before this side does, and so frees its session. */
const STATEMENT_MS = 1_500;

const LOOK = `SELECT FROM ${SCHEMA}.workflow_status LIMIT 1`;

/** PostgreSQL's codes for a schema, a table or a column that is not there (yet). */
const NO_SCHEMA = new Set(['3F000', '42P01', '42703']);

/**
 * Hands purchases and webhook messages to the engine on a database: one row in its queue, which
 * any process may write whether an engine runs at the moment or not.
 */
export class EmbeddedPurchaseWorkflow
  implements PurchaseWorkflow, WebhookWorkflow, AsyncDisposable
{
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

  submit(purchaseId: string): Promise<void> {
    return this.#inTime('The workflow engine does not take purchases at the moment.', (signal) =>
      this.#handOver(PURCHASES, purchaseId, signal),
    );
  }

  deliver(deliveryId: string): Promise<void> {
    const message = 'The workflow engine does not take webhook messages at the moment.';
    return this.#inTime(message, (signal) => this.#handOver(DELIVERIES, deliveryId, signal));
  }

  check(): Promise<void> {
    return this.#inTime('The workflow engine cannot be reached.', (signal) => this.#look(signal));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#preparing?.catch(() => {});
    await this.#connections.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #inTime(message: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await orAbort(AbortSignal.timeout(ANSWER_MS), work);
    } catch (cause) {
      throw new SolanoError('engine_unavailable', message, { cause });
    }
  }

  async #handOver(kind: typeof PURCHASES, id: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#enqueue(kind, id, signal);
    } catch (error) {
      if (!isWithoutSchema(error)) throw error;
      // The first to come: no engine has run on this database yet, or none of this release.
      await this.#prepare();
      if (!signal.aborted) await this.#enqueue(kind, id, signal);
    }
  }

  /** Writes the workflow's row. One that is there, in whatever state, stays as it is. */
  async #enqueue(kind: typeof PURCHASES, id: string, signal: AbortSignal): Promise<void> {
    const client = await this.#client;
    const options = {
      workflowName: kind.workflow,
      workflowID: id,
      queueName: kind.queue,
      appVersion: VERSION,
    };
    // DBOS's own `enqueue` would try for ever while the database is away.
    await this.#transaction(signal, (session) =>
      client.enqueueInTransaction(session, options, id, Date.now()),
    );
  }

  /** Reads of the table that the rows go to. Where there is none yet the first row makes it. */
  async #look(signal: AbortSignal): Promise<void> {
    try {
      await this.#transaction(signal, (session) => session.query(LOOK));
    } catch (error) {
      if (!isWithoutSchema(error)) throw error;
    }
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

function isWithoutSchema(error: unknown): boolean {
  return NO_SCHEMA.has((error as { code?: string }).code ?? '');
}

/** Waits for the work, but not longer than until the signal; the work is to see to its own end. */
function orAbort<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work(signal).then(resolve, reject);
  });
}
