// The servers that tests need, as vitest's globalSetup: started once for a whole run, however many
// projects ask, and gone with their files when it ends, failed or not.
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as embedded from '@solano/embedded-postgres';
import type * as postgres from '@solano/postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { OnDemand } from './on-demand.ts';
import { copyCluster } from './postgres-cluster.ts';
import { startS3Server } from './s3-server.ts';
import { startTemporalServer } from './temporal-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of this run; {@link TEMPLATE} is its migrated database. */
    postgresUrl: string;
    /** A folder with an empty PostgreSQL cluster that no server uses: tests copy it. */
    postgresCluster: string;
  }
}

/** The migrated, empty database that test databases are copies of. */
export const TEMPLATE = 'solano_template';

const SETTINGS = [
  // Every worker has several pools of ten, each with a database of its own.
  'max_connections = 400',
  // Durability is of no use to a server whose files are removed in the end.
  ...['fsync', 'synchronous_commit', 'full_page_writes'].map((setting) => `${setting} = off`),
];

interface Servers {
  readonly postgresUrl: string;
  readonly postgresCluster: string;
  readonly s3OnDemandUrl: string;
  readonly temporalOnDemandUrl: string;
  readonly opened: AsyncDisposableStack;
}
interface Shared {
  users: number;
  servers: Promise<Servers>;
}

// Every project loads this module again, all in one process.
const shared = globalThis as { solanoTestServers?: Shared | undefined };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.solanoTestServers ??= { users: 0, servers: start() };
  const { servers } = shared.solanoTestServers;
  shared.solanoTestServers.users += 1;
  const { postgresUrl, postgresCluster, s3OnDemandUrl, temporalOnDemandUrl } = await servers;
  project.provide('postgresUrl', postgresUrl);
  project.provide('postgresCluster', postgresCluster);
  project.provide('s3OnDemandUrl', s3OnDemandUrl);
  project.provide('temporalOnDemandUrl', temporalOnDemandUrl);
  return leave;
}

async function leave(): Promise<void> {
  const left = shared.solanoTestServers;
  if (!left) return;
  left.users -= 1;
  if (left.users > 0) return;
  shared.solanoTestServers = undefined;
  await (await left.servers).opened.disposeAsync();
}

async function start(): Promise<Servers> {
  const { openEmbeddedServer } = load<typeof embedded>('@solano/embedded-postgres');
  const { migrate } = load<typeof postgres>('@solano/postgres');
  await removeAbandoned(openEmbeddedServer);
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), `solano-test-${process.pid}-`));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  const s3 = opening.use(await OnDemand.open(() => startS3Server(join(folder, 's3'))));
  const temporal = opening.use(
    await OnDemand.open(() => startTemporalServer(join(folder, 'temporal'))),
  );
  const postgresCluster = join(folder, 'cluster');
  await (await openEmbeddedServer(postgresCluster)).close();
  await rm(join(postgresCluster, 'postgres', 'reserve'), { force: true });
  await copyCluster(postgresCluster, folder);
  const configuration = join(folder, 'postgres', 'data', 'postgresql.conf');
  await appendFile(configuration, `${SETTINGS.join('\n')}\n`);
  const { url } = opening.use(await openEmbeddedServer(folder));
  await prepare(url, migrate);
  return {
    postgresUrl: url,
    postgresCluster,
    s3OnDemandUrl: s3.url,
    temporalOnDemandUrl: temporal.url,
    opened: opening.move(),
  };
}

/** What runs left behind that were killed before they could stop their servers. */
async function removeAbandoned(open: typeof embedded.openEmbeddedServer): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^solano-test-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    // A server that runs on is adopted, and stopped because no other process uses it.
    await open(folder).then(
      (server) => server.close(),
      () => undefined,
    );
    await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Loaded by Node itself, as the service does: vite's loader knows no `import.meta.resolve`. */
function load<Module>(name: string): Module {
  return createRequire(import.meta.url)(name) as Module;
}

async function prepare(url: string, migrate: typeof postgres.migrate): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
    await migrate(databaseUrl(url, TEMPLATE));
    await client.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false IS_TEMPLATE true`);
  } finally {
    await client.end();
  }
}

/** The URL of another database of the same server. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
