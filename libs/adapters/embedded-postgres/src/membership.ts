import pg from 'pg';
import { type Cluster, SUPERUSER } from './cluster.ts';
import type { Postmaster } from './postmaster.ts';

/** PostgreSQL's own database: there these locks cannot collide with those of the service. */
const LOCK_DATABASE = 'postgres';
const LOCK_KEY = 0x50_1a_90;

/** SQLSTATE `disk_full`: after a crash a server accepts no connection before it has written some pages. */
const DISK_FULL = '53100';

/**
 * Joins the users of the server: a connection that holds the shared lock, with the service's
 * database made. Undefined while the server starts, stops or is stopped; `full` while the disk has no
 * space for a connection.
 * @throws Error where the server rejects the cluster's password.
 */
export async function joinServer(
  cluster: Cluster,
  { port }: Postmaster,
): Promise<pg.Client | 'full' | undefined> {
  const client = connection(cluster, port);
  let isFull = false;
  try {
    await client.connect();
    if ((await tryLock(client, 'pg_try_advisory_lock_shared')) && (await hasDatabase(client))) {
      return client;
    }
  } catch (error) {
    if (isRejection(error)) throw rejected(cluster, error);
    isFull = error instanceof pg.DatabaseError && error.code === DISK_FULL;
  }
  await client.end().catch(() => undefined);
  return isFull ? 'full' : undefined;
}

/**
 * Leaves the users of the server; true: no other process uses it. Then the connection holds
 * the exclusive lock, which keeps others from joining while the server is stopped.
 */
export async function leaveServer(client: pg.Client): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [LOCK_KEY]);
    return await tryLock(client, 'pg_try_advisory_lock');
  } catch {
    // The connection is lost: other processes may use the server, so it is not stopped.
    return false;
  }
}

function connection(cluster: Cluster, port: number): pg.Client {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: cluster.password,
    database: LOCK_DATABASE,
    ssl: false,
    application_name: 'solano-membership',
    options: '-c jit=off',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  return client;
}

/** @param lock the function of PostgreSQL that tries to acquire it. */
async function tryLock(client: pg.Client, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`SELECT ${lock}($1) AS held`, [LOCK_KEY]);
  return rows[0]?.held === true;
}

async function hasDatabase(client: pg.Client): Promise<boolean> {
  const found = 'SELECT 1 FROM pg_database WHERE datname = $1';
  if ((await client.query(found, [SUPERUSER])).rowCount === 1) return true;
  try {
    await client.query(`CREATE DATABASE ${SUPERUSER}`);
  } catch (error) {
    const made = ['42P04', '23505']; // by another process in the same moment
    if (!(error instanceof pg.DatabaseError && made.includes(error.code ?? ''))) throw error;
  }
  return true;
}

/** SQLSTATE class 28: invalid authorization. */
function isRejection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('28') === true;
}

function rejected(cluster: Cluster, cause: unknown): Error {
  return new Error(
    `PostgreSQL rejects the password in ${cluster.account.home}: see ${cluster.log}`,
    {
      cause,
    },
  );
}
