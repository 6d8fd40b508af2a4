import { randomBytes } from 'node:crypto';
import { withTimeout } from '@solano/async';
import type {
  AuditEntry,
  ConnectionListener,
  Job,
  JobClaim,
  JobQueue,
  NewJob,
  SavedJob,
  WorkerConnection,
  WorkerReport,
} from '@solano/domain/service';
import type pg from 'pg';
import { writeAudit } from '../audit/write-audit.ts';
import { newConnection } from '../database/connection.ts';
import type { PostgresDatabase } from '../database/database.ts';
import { translating } from '../database/failures.ts';
import type { Run } from '../database/statement.ts';
import { UnresponsiveWorkers } from './unresponsive-workers.ts';

/** The server gives up on a locked table before this side does. */
const STATEMENT_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 4_000;
const HEARTBEAT_MS = 500;
/** How long an orderly end may take. */
const CLOSE_TIMEOUT_MS = 500;

/** Adds jobs; one that is there and waits for the clock is due. */
const ADD = {
  name: 'job-add',
  text: `
    INSERT INTO job (kind, subject, lane)
    SELECT kind, subject, lane
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
      AS given (kind, subject, lane, place)
    ORDER BY place
    ON CONFLICT (kind, subject) DO UPDATE SET run_at = NULL WHERE job.run_at IS NOT NULL`,
};

/** Adds jobs as {@link JobQueue.add}, in the transaction of a store. */
export async function addJobs(run: Run, jobs: readonly NewJob[]): Promise<void> {
  await run(ADD, [
    jobs.map(({ kind }) => kind),
    jobs.map(({ subject }) => subject),
    jobs.map(({ lane }) => lane),
  ]);
}

/** Jobs in a table of the service's own database, which its stores write in their own statements. */
export class PostgresJobQueue implements JobQueue {
  readonly #database: PostgresDatabase;
  readonly #url: string;

  /** @param url of the same database: each worker has a connection of its own. */
  constructor(database: PostgresDatabase, url: string) {
    this.#database = database;
    this.#url = url;
  }

  async add(jobs: readonly NewJob[], entry?: AuditEntry): Promise<void> {
    if (jobs.length === 0) return;
    if (!entry) return addJobs(this.#database.run, jobs);
    await this.#database.transaction(async (run) => {
      await addJobs(run, jobs);
      await writeAudit(run, entry);
    });
  }

  open(listener: ConnectionListener): Promise<WorkerConnection> {
    return PostgresWorkerConnection.open(this.#url, listener);
  }
}

/**
 * The server ends the session of a worker that is cut off after three seconds, and with it the worker's
 * lock. Its writes need not survive a crash of the server, which ends the session too: its jobs are then
 * free as they were, and every step may be repeated. The table is always read along its indexes.
 */
const SESSION = `
  SET TimeZone TO 'UTC';
  SET statement_timeout TO ${STATEMENT_TIMEOUT_MS};
  SET synchronous_commit TO off;
  SET enable_seqscan TO off;
  SET tcp_keepalives_idle TO 1;
  SET tcp_keepalives_interval TO 1;
  SET tcp_keepalives_count TO 2;
  SET tcp_user_timeout TO 3000`;

/**
 * `job_turn.sql` ends, saves and wakes the jobs that the worker reports, then claims those
 * that are free and due, a lane after the other.
 */
const REPORT_AND_CLAIM = {
  name: 'job-turn',
  text: `SELECT kind, subject, lane, step, reason, attempt FROM job_turn($1, $2, $3, $4, $5)`,
};

/** The statement that frees jobs of workers, and notifies others. */
const freeing = (condition: string) => `
  WITH freed AS (
    UPDATE job SET worker = NULL, attempt = greatest(attempt, 1) WHERE ${condition} RETURNING 1
  )
  SELECT pg_notify('solano_jobs', '') FROM freed LIMIT 1`;

/** Frees the jobs of workers whose session has ended. An advisory lock's key is in two halves. */
const FREE = {
  name: 'job-free',
  text: freeing(`worker IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32) | objid::bigint = worker
  )`),
};

/** Frees the jobs that a worker still has when it ends in order. */
const RELEASE = { name: 'job-release', text: freeing('worker = $1') };

/**
 * A worker is a connection: it holds the advisory lock by whose key its jobs are marked, and hears of
 * new ones. Whatever fails on it ends it.
 */
class PostgresWorkerConnection implements WorkerConnection {
  readonly #client: pg.Client;
  readonly #listener: ConnectionListener;
  /** The key of its lock, small enough for a number. */
  readonly #worker = randomBytes(6).readUIntBE(0, 6);
  readonly #unresponsive: UnresponsiveWorkers;
  #beat: NodeJS.Timeout | undefined;
  #isOver = false;

  /** Errors: `store_unavailable`. */
  static open(url: string, listener: ConnectionListener): Promise<PostgresWorkerConnection> {
    return translating(async () => {
      const connection = new PostgresWorkerConnection(url, listener);
      try {
        await connection.#begin();
        return connection;
      } catch (error) {
        await connection.close();
        throw error;
      }
    });
  }

  private constructor(url: string, listener: ConnectionListener) {
    this.#listener = listener;
    const options = { query_timeout: QUERY_TIMEOUT_MS, application_name: 'solano-worker' };
    this.#client = newConnection(url, options);
    this.#unresponsive = new UnresponsiveWorkers(this.#client, this.#worker);
    this.#client.on('notification', () => listener.onWork());
    this.#client.on('error', (error) => this.#lose(error));
    this.#client.once('end', () => this.#lose(new Error('the connection of the worker has ended')));
  }

  async reportAndClaim({ ended, saved, due, claims }: WorkerReport): Promise<Job[]> {
    // Workers wait for each other kind by kind: in one order, or two would wait for each other.
    const inOrder = claims.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    const lists = [ended, saved.map(savedRow), due, inOrder.map(claimRow)];
    const values = [this.#worker, ...lists.map((list) => JSON.stringify(list))];
    return translating(async () => {
      try {
        return (await this.#client.query<Job>({ ...REPORT_AND_CLAIM, values })).rows;
      } catch (error) {
        // Whether it was done is not known; the jobs are released with the lock.
        this.#lose(error);
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    const isOrderly = !this.#isOver;
    this.#isOver = true;
    clearTimeout(this.#beat);
    const released = isOrderly
      ? this.#client.query({ ...RELEASE, values: [this.#worker] })
      : Promise.resolve();
    const ended = released.then(() => this.#client.end());
    await withTimeout(CLOSE_TIMEOUT_MS, ended).catch(() => {
      // A server that does not respond would never confirm an orderly end.
      this.#client.connection.stream.destroy();
    });
  }

  async #begin(): Promise<void> {
    await this.#client.connect();
    await this.#client.query(SESSION);
    await this.#client.query('SELECT pg_advisory_lock($1)', [this.#worker]);
    await this.#client.query('LISTEN solano_jobs');
    await this.#client.query(FREE);
    this.#beatLater();
  }

  #beatLater(): void {
    this.#beat = setTimeout(() => void this.#free(), HEARTBEAT_MS);
  }

  /** Also this worker's sign of life to the others, and the server's to it. */
  async #free(): Promise<void> {
    try {
      await this.#unresponsive.terminate();
      await this.#client.query(FREE);
      if (!this.#isOver) this.#beatLater();
    } catch (error) {
      this.#lose(error);
    }
  }

  #lose(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#beat);
    this.#listener.onLost(error);
  }
}

/** An instant is one of this process's clock, which the server's may be ahead of or behind. */
function savedRow({ due, ...job }: SavedJob): object {
  if (due === 'now') return job;
  return { ...job, after_ms: 'at' in due ? due.at.getTime() - Date.now() : due.afterMs };
}

function claimRow({ kind, limit, concurrencyPerLane, afterLane, maxDelayMs }: JobClaim): object {
  return {
    kind,
    room: limit,
    per_lane: Number.isFinite(concurrencyPerLane) ? concurrencyPerLane : null,
    after_lane: afterLane,
    polls: maxDelayMs !== undefined,
    longest_ms: maxDelayMs ?? null,
  };
}
