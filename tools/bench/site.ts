// The whole service as an operator runs it, each part a process of its own, for measurements.
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PurchaseStore, StrategyStore } from '@solano/domain/desk';
import type { CustomerStore } from '@solano/domain/service';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { startTemporalServer } from '../servers/temporal-server.ts';
import { type CpuTimes, cpuTimes, parentOf } from './cpu.ts';
import { Processes } from './processes.ts';

export type Engine = 'embedded' | 'temporal';

/** Where to send purchases, and where to see what becomes of them. */
export interface Site extends AsyncDisposable {
  readonly url: string;
  /** The key of the demo customer, for whom there are predictions and past prices. */
  readonly key: string;
  readonly customers: CustomerStore;
  readonly purchases: PurchaseStore;
  readonly strategies: StrategyStore;
  /** How often the processes logged each warning and error. */
  readonly warnings: ReadonlyMap<string, number>;
  /** Rejected when one of the processes ends that was not stopped. */
  readonly lost: Promise<never>;
  /** What its parts have used so far; undefined if that is unknown. */
  cpuTimes(): Promise<CpuTimes | undefined>;
}

export const API = fileURLToPath(import.meta.resolve('../../apps/api/src/main.ts'));
/** The options of Node with which `npm start` runs it. */
export const API_OPTIONS = startOptions();
const WORKER = fileURLToPath(import.meta.resolve('../../apps/worker/src/main.ts'));
/** What the service says of its address. */
export const API_LISTENS = /^API: (.*)\/api\/v0\/$/;
const WORKER_WORKS = /this process works on purchases from Temporal/;

/**
 * Starts the service on a folder, a database and, where that is the engine, a Temporal server of
 * its own. Disposing stops everything and removes the folder.
 *
 * @param workers how many processes work on what Temporal has.
 */
export async function openSite(engine: Engine, workers: number): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'solano-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  // Used from before the service until after it, so that the server is stopped in any case.
  const server = opened.use(await openEmbeddedServer(data));
  const processes = new Processes();
  const cluster =
    engine === 'temporal' ? await startCluster(join(folder, 'temporal'), opened) : undefined;
  const common = {
    ...cluster?.environment,
    WORKFLOW_ENGINE: engine,
    SOLANO_DATA: data,
    CALLBACK_SECRET: 'not a secret: a service that is measured, and its workers',
    RATE_LIMIT_PER_MINUTE: '0',
  };

  const environment = { ...common, PORT: '0', LOG_LEVEL: 'warn' };
  const api = opened.use(processes.start(API, environment, API_OPTIONS));
  const url = (await api.said(API_LISTENS))[1] as string;
  const count = engine === 'temporal' ? workers : 0;
  const crew = Array.from({ length: count }, () =>
    opened.use(processes.start(WORKER, { ...common, PUBLIC_URL: url })),
  );
  await Promise.all(crew.map((worker) => worker.said(WORKER_WORKS)));

  const database = opened.use(await PostgresDatabase.connect(server.url, { connections: 1 }));
  const parts = {
    API: [api.pid],
    ...(cluster && { workers: crew.map(({ pid }) => pid), Temporal: [cluster.pid] }),
    PostgreSQL: [await postmaster(database)],
  };
  const running = opened.move();
  return {
    url,
    key: (await readFile(join(data, 'demo.key'), 'utf8')).trim(),
    ...postgresStores(database),
    warnings: processes.warnings,
    lost: processes.lost,
    cpuTimes: () => cpuTimes(parts),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function startOptions(): readonly string[] {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: { start: string } };
  return scripts.start.split('bin/node')[1]?.match(/--\S+/g) ?? [];
}

/** A Temporal server that keeps what it knows on disk, and the settings of its clients. */
async function startCluster(folder: string, opened: AsyncDisposableStack) {
  const { access, pid } = opened.use(await startTemporalServer(folder, { durable: true }));
  const environment = { TEMPORAL_ADDRESS: access.address, TEMPORAL_NAMESPACE: access.namespace };
  return { pid, environment };
}

/** The process that all of the database's others are children of. */
async function postmaster(database: PostgresDatabase): Promise<number> {
  const [own] = await database.run<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' }, []);
  return (await parentOf(own?.pid ?? 0)) ?? 0;
}
