// The service and the bare server, each a process, on one database and one folder of objects.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as ticks } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { migrate } from '@solano/postgres';
import pg from 'pg';
import { buildDataSet, type DataSet } from '../dataset.ts';
import { Processes, type Running } from '../processes.ts';
import { postgresPid } from './process-times.ts';

/** A server that responds to the scenarios. Disposing ends its process. */
export interface Server extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
}

export interface HttpSite extends AsyncDisposable {
  readonly data: DataSet;
  readonly databaseUrl: string;
  readonly objects: string;
  /** For what else a measurement keeps. */
  readonly folder: string;
  readonly postgresPid: number;
  /** Rejected when one of the servers ends that was not stopped. */
  readonly lost: Promise<never>;
  /** How often the servers logged each warning and error. */
  readonly warnings: ReadonlyMap<string, number>;
  /** @param more environment variables besides the usual ones, or in their place. */
  startService(more?: Readonly<Record<string, string>>): Promise<Server>;
  startReference(): Promise<Server>;
  /** The `purchase` array that was stored with a purchase. */
  seriesOf(purchaseId: string): Promise<string | undefined>;
  /** The number of the next transaction that writes: each uses one. */
  nextTransaction(): Promise<number>;
  /** @throws Error where a purchase was worked on, as that would count as the service's work. */
  requireIdleEngine(): Promise<void>;
}

const REFERENCE = fileURLToPath(import.meta.resolve('../reference/server.ts'));
const REFERENCE_LISTENS = /^reference: (\d+)$/;
const SETTLE_MS = 500;
/** Leaves purchases uncomputed: computing them is not part of a submission's cost. */
const NO_JOBS = `
  CREATE FUNCTION leave_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER leave_out BEFORE INSERT ON job FOR EACH ROW
    WHEN (NEW.kind = 'purchase') EXECUTE FUNCTION leave_out();
  ALTER TABLE job DISABLE TRIGGER tell_of_jobs`;
const NEXT_TRANSACTION = 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next';
/** In the place of what works on them. */
const SETTLE = `UPDATE purchase SET status = 'completed' WHERE id IN (
  SELECT id FROM purchase WHERE status IN ('pending', 'in_progress') FOR UPDATE SKIP LOCKED)`;

/**
 * Makes database, folder and data set. Purchases are not computed: their jobs are left out, so that
 * a submission costs the service what it costs beside workers in other processes, and no more.
 *
 * @param others how many purchases there are besides those that the scenarios need.
 */
export async function openHttpSite(others: number): Promise<HttpSite> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'solano-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const { url: databaseUrl } = opened.use(await openEmbeddedServer(folder));
  await migrate(databaseUrl);
  const objects = join(folder, 'objects');
  const data = await buildDataSet(databaseUrl, objects, others);
  const pool = new pg.Pool({ connectionString: databaseUrl });
  opened.defer(() => pool.end());
  await pool.query(NO_JOBS);
  opened.use(keepSettling(pool));
  const processes = new Processes();
  const environment = {
    DATABASE_URL: databaseUrl,
    OBJECT_STORE: `file:${objects}`,
    SOLANO_DATA: folder,
    SOLANO_DEMO: 'off',
    WORKFLOW_ENGINE: 'embedded',
    RATE_LIMIT_PER_MINUTE: '0',
    // As shipped: the service writes a line for each request.
    LOG_LEVEL: 'info',
  };
  const running = opened.move();
  return {
    data,
    databaseUrl,
    objects,
    folder,
    postgresPid: await postgresPid(folder),
    lost: processes.lost,
    warnings: processes.warnings,
    startService: async (more = {}) => {
      const started = running.use(await processes.startService({ ...environment, ...more }));
      return serverOf(started, new URL(started.url).port);
    },
    startReference: async () => {
      const settings = { DATABASE_URL: databaseUrl, OBJECTS: objects };
      const started = running.use(processes.start(REFERENCE, settings));
      return serverOf(started, (await started.said(REFERENCE_LISTENS))[1] as string);
    },
    seriesOf: async (id) => {
      const sql = 'SELECT json FROM purchase_series WHERE purchase_id = $1';
      return (await pool.query<{ json: string }>(sql, [id])).rows[0]?.json;
    },
    nextTransaction: async () => {
      const { rows } = await pool.query<{ next: string }>(NEXT_TRANSACTION);
      return Number(rows[0]?.next);
    },
    requireIdleEngine: () => requireIdle(pool, data.purchaseId),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function serverOf(running: Running, port: string): Server {
  return {
    pid: running.pid,
    port: Number(port),
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => running.end('SIGTERM'),
  };
}

/** Sets what is submitted to completed. */
function keepSettling(pool: pg.Pool): AsyncDisposable {
  const closing = new AbortController();
  const settle = async () => {
    const { signal } = closing;
    for await (const _ of ticks(SETTLE_MS, undefined, { signal })) await pool.query(SETTLE);
  };
  const settling = settle().catch((error: Error) => {
    if (!closing.signal.aborted) throw error;
  });
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await settling;
    },
  };
}

async function requireIdle(pool: pg.Pool, known: string): Promise<void> {
  const { rows } = await pool.query<{ purchase_id: string }>(
    `SELECT purchase_id FROM purchase_status_change
    WHERE source = 'workflow' AND purchase_id <> $1 LIMIT 1`,
    [known],
  );
  if (rows[0]) throw new Error(`an engine worked on purchase ${rows[0].purchase_id} meanwhile`);
}
