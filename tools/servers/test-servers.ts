// The servers that tests need, as vitest's globalSetup: started once for a whole run, however many
// projects ask, and gone with their files when it ends, failed or not.
import { appendFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as embedded from '@solano/embedded-postgres';
import type * as postgres from '@solano/postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { OnDemand } from './on-demand.ts';
import { copyCluster, findInstalledPostgres } from './postgres-cluster.ts';
import { startS3Server } from './s3-server.ts';
import { startTemporalServer } from './temporal-server.ts';
import { makeTestFolder, PLACES } from './test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of this tier; {@link TEMPLATE} is its migrated database. */
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

/** The tier that runs on Debian's PostgreSQL where that is installed: it compiles plans, the embedded one cannot. */
const TIER_ON_INSTALLED = 'contract';

interface Servers {
  readonly postgresCluster: string;
  /** Starts it for the first tier that asks. */
  readonly postgres: (server: 'embedded' | 'installed') => Promise<Postgres>;
  readonly s3OnDemandUrl: string;
  readonly temporalOnDemandUrl: string;
  readonly opened: AsyncDisposableStack;
}

interface Postgres {
  readonly url: string;
  /** Such as `15.18 (Debian 15.18-0+deb12u1)`. */
  readonly version: string;
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
  const { postgres, postgresCluster, s3OnDemandUrl, temporalOnDemandUrl } = await servers;
  project.provide('postgresUrl', await postgresOf(project.name, postgres));
  project.provide('postgresCluster', postgresCluster);
  project.provide('s3OnDemandUrl', s3OnDemandUrl);
  project.provide('temporalOnDemandUrl', temporalOnDemandUrl);
  return leave;
}

/** The URL of the tier's server, after a line that says which it is. */
async function postgresOf(tier: string, postgres: Servers['postgres']): Promise<string> {
  const isInstalled = (await findInstalledPostgres()) !== undefined;
  const server = tier === TIER_ON_INSTALLED && isInstalled ? 'installed' : 'embedded';
  const { url, version } = await postgres(server);
  const hint =
    tier === TIER_ON_INSTALLED && !isInstalled
      ? '; with `apt-get install postgresql` this tier would use that'
      : '';
  console.log(`tests of the tier ${tier} use PostgreSQL ${version}, ${server}${hint}`);
  return url;
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
  const installed = await findInstalledPostgres();
  for (const place of PLACES) await removeAbandoned(place, openEmbeddedServer);
  await using opening = new AsyncDisposableStack();
  const { path: folder } = opening.use(await makeTestFolder());
  const s3 = opening.use(await OnDemand.open(() => startS3Server(join(folder, 's3'))));
  const temporal = opening.use(
    await OnDemand.open(() => startTemporalServer(join(folder, 'temporal'))),
  );
  const postgresCluster = join(folder, 'cluster');
  await (await openEmbeddedServer(postgresCluster)).close();
  await rm(join(postgresCluster, 'postgres', 'reserve'), { force: true });
  const opened = opening.move();
  const started: { [Server in 'embedded' | 'installed']?: Promise<Postgres> } = {};
  const startPostgres = async (server: 'embedded' | 'installed'): Promise<Postgres> => {
    const home = join(folder, server);
    const options = server === 'installed' && installed ? { binaries: installed } : {};
    if (server === 'embedded') await copyCluster(postgresCluster, home);
    else await (await openEmbeddedServer(home, options)).close();
    const configuration = join(home, 'postgres', 'data', 'postgresql.conf');
    await appendFile(configuration, `${SETTINGS.join('\n')}\n`);
    const { url } = opened.use(await openEmbeddedServer(home, options));
    return { url, version: await prepare(url, migrate) };
  };
  return {
    postgresCluster,
    postgres: (server) => (started[server] ??= startPostgres(server)),
    s3OnDemandUrl: s3.url,
    temporalOnDemandUrl: temporal.url,
    opened,
  };
}

/** What runs left behind that were killed before they could stop their servers. */
async function removeAbandoned(
  place: string,
  open: typeof embedded.openEmbeddedServer,
): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const [, pid] = /^solano-test-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(place, name);
    // A server that runs on is adopted, and stopped because no other process uses it.
    for (const home of ['embedded', 'installed']) {
      if (!(await readdir(folder)).includes(home)) continue;
      await open(join(folder, home)).then(
        (server) => server.close(),
        () => undefined,
      );
    }
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

/** Makes the template. Returns the server's version. */
async function prepare(url: string, migrate: typeof postgres.migrate): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
    await migrate(databaseUrl(url, TEMPLATE));
    await client.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false IS_TEMPLATE true`);
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return (rows[0] as { server_version: string }).server_version;
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
