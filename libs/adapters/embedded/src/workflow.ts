import { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Log, PurchaseWorkflow, WebhookWorkflow } from '@solano/domain';
import { compareCodePoints, GroupCommit, SolanoError } from '@solano/domain';
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

/** So many rows are written in one transaction. */
const MOST_AT_ONCE = 50;

const LOOK = `SELECT FROM ${SCHEMA}.workflow_status LIMIT 1`;

/** What has ended is forgotten with its steps, which would not be run again else. */
const FORGET = `WITH ended AS (DELETE FROM ${SCHEMA}.workflow_status
    WHERE workflow_uuid = ANY($1) AND status NOT IN ('PENDING', 'ENQUEUED')
    RETURNING workflow_uuid)
  DELETE FROM ${SCHEMA}.operation_outputs WHERE workflow_uuid IN (SELECT workflow_uuid FROM ended)`;

/** PostgreSQL's codes for a schema, a table or a column that is not there (yet). */
const NO_SCHEMA = new Set(['3F000', '42P01', '42703']);

/** What is handed to the engine, and as what. */
interface HandedOver {
  readonly kind: typeof PURCHASES | typeof DELIVERIES;
  readonly id: string;
  /** One that the engine has finished is run again. */
  readonly again?: boolean;
}

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
  readonly #group = new GroupCommit<HandedOver>((given) => this.#handOver(given), MOST_AT_ONCE);
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
      pipeline: true,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise
      onConnect: (session) => session.query(`SET statement_timeout = ${STATEMENT_MS}`),
    });
    this.#client = DBOSClient.create({
      systemDatabaseUrl: UNUSED_ADDRESS,
      systemDatabasePool: this.#connections.pool,
      systemDatabaseSchemaName: SCHEMA,
      applicationName: APPLICATION,
      logger: engineLog(log, () => this.#closing.signal.aborted),
    });
  }

  submit(purchaseId: string, { again = false } = {}): Promise<void> {
    const message = 'The workflow engine does not take purchases at the moment.';
    return inTime(message, () => this.#group.add([{ kind: PURCHASES, id: purchaseId, again }]));
  }

  deliver(deliveryId: string): Promise<void> {
    const message = 'The workflow engine does not take webhook messages at the moment.';
    return inTime(message, () => this.#group.add([{ kind: DELIVERIES, id: deliveryId }]));
  }

  check(): Promise<void> {
    return inTime('The workflow engine cannot be reached.', (signal) => this.#look(signal));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#preparing?.catch(() => {});
    await this.#connections.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #handOver(given: readonly HandedOver[]): Promise<void> {
    await within(ANSWER_MS, async (signal) => {
      try {
        await this.#enqueue(given, signal);
      } catch (error) {
        if (!isWithoutSchema(error)) throw error;
        // The first to come: no engine has run on this database yet, or none of this release.
        await this.#prepare();
        if (!signal.aborted) await this.#enqueue(given, signal);
      }
    });
  }

  /** Writes the workflows' rows. One that is there, in whatever state, stays as it is. */
  async #enqueue(given: readonly HandedOver[], signal: AbortSignal): Promise<void> {
    const client = await this.#client;
    // In one order, so that no two processes wait for each other's rows.
    const ordered = given.toSorted((a, b) => compareCodePoints(a.id, b.id));
    // DBOS's own `enqueue` would try for ever while the database is away. The connection sends
    // statements on without waiting for answers.
    await this.#onSession(signal, async (session) => {
      const forgotten = ordered.filter(({ again }) => again).map(({ id }) => id);
      const forget = forgotten.length > 0 ? [session.query(FORGET, [forgotten])] : [];
      const written = ordered.map(({ kind, id }) => {
        const { workflow: workflowName, queue: queueName } = kind;
        const options = { workflowName, workflowID: id, queueName, appVersion: VERSION };
        return client.enqueueInTransaction(session, options, id, Date.now());
      });
      await Promise.all([session.query('BEGIN'), ...forget, ...written]);
      await session.query('COMMIT');
    });
  }

  /** Reads of the table that the rows go to. Where there is none yet the first row makes it. */
  async #look(signal: AbortSignal): Promise<void> {
    try {
      await this.#onSession(signal, (session) => session.query(LOOK));
    } catch (error) {
      if (!isWithoutSchema(error)) throw error;
    }
  }

  /** Runs the work on a connection, which is lost when it fails or takes too long. */
  async #onSession(
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
      await work(session);
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

async function inTime(
  message: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await within(ANSWER_MS, work);
  } catch (cause) {
    throw new SolanoError('engine_unavailable', message, { cause });
  }
}

/** Waits for the work, but not longer than so; the work is to see to its own end by the signal. */
async function within(ms: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const over = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`no answer within ${ms} ms`);
    over.abort(error);
    reject(error);
  }, ms);
  try {
    await Promise.race([work(over.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
