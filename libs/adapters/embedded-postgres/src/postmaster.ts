import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandOf, giveTo } from './account.ts';
import type { Cluster } from './cluster.ts';
import { undefinedIfMissing } from './files.ts';
import { freePort } from './free-port.ts';

/** How long to wait for a start or a stop. */
export const SERVER_TIMEOUT_MS = 30_000;
export const POLL_INTERVAL_MS = 20;

/** A live server process, from its postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `starting` until it has recovered, from a crash or a backup, however long that takes. */
  readonly status: 'starting' | 'ready' | 'other';
}

/** A server process that this process spawned. */
export interface Launch {
  readonly pid: number | undefined;
  /** Why it is no longer there, in one line; undefined while it runs. */
  readonly failure: () => Promise<string | undefined>;
}

/** The live server of the data folder, or undefined; moves a misleading postmaster.pid aside. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const path = pidFile(data);
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const written = Number.isSafeInteger(pid) && pid > 0;
  if (written && (await runsServer(pid, data))) {
    return { pid, port: Number(lines[3]), status: statusOf(lines[7]) };
  }
  // A young file without a pid is being written; PostgreSQL itself replaces that of a dead process.
  if (written ? isAlive(pid) : await isOlderThan(path, 5_000)) await setAside(path, text);
  return undefined;
}

/**
 * Spawns a server on a port of 127.0.0.1, by default a free one. It continues when this process ends.
 * The launch fails later if the port is taken or the data folder has another server by then.
 */
export async function launch(cluster: Cluster, port?: number): Promise<Launch> {
  const log = await open(cluster.log, 'a', 0o600);
  try {
    await giveTo(cluster.account, cluster.log);
    const settings = serverArguments(cluster.data, port ?? (await freePort()));
    const { file, args, options } = commandOf(cluster.account, 'postgres', settings);
    const { size } = await log.stat();
    const child = spawn(file, args, { ...options, stdio: ['ignore', log.fd, log.fd] });
    // In the same turn as the spawn: an end that comes at once would be missed.
    return watch(child, cluster.log, size);
  } finally {
    await log.close();
  }
}

/**
 * Stops the server of the cluster in order (fast shutdown) and waits until its process has ended.
 * @throws Error where it has not ended after 30 s.
 */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const server = await findPostmaster(cluster.data);
  if (server === undefined) return;
  signal(server.pid, 'SIGINT');
  const deadline = performance.now() + SERVER_TIMEOUT_MS;
  while (await runsServer(server.pid, cluster.data)) {
    if (performance.now() > deadline) {
      throw new Error(`PostgreSQL (pid ${server.pid}) does not stop: see ${cluster.log}`);
    }
    await delay(POLL_INTERVAL_MS);
  }
}

/** The last line of the file; missing for a moment when the server has just begun. */
function statusOf(line = ''): Postmaster['status'] {
  const status = line.trim();
  // `standby`: it recovers from an archive, or from a backup.
  if (status === 'starting' || status === 'standby') return 'starting';
  return status === 'ready' ? status : 'other';
}

function pidFile(data: string): string {
  return join(data, 'postmaster.pid');
}

function serverArguments(data: string, port: number): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    // What backups have not archived; beyond that they begin again.
    'max_slot_wal_keep_size=4GB',
  ];
  return ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
}

function watch(child: ChildProcess, log: string, logged: number): Launch {
  let end: string | undefined;
  child.once('error', (error) => {
    end = error.message;
  });
  child.once('exit', (code, name) => {
    end = `it ended with ${name ?? `code ${code}`}`;
  });
  child.unref();
  return { pid: child.pid, failure: async () => end && ((await fatalLine(log, logged)) ?? end) };
}

/** The last fatal message that the log holds beyond its first bytes. */
async function fatalLine(log: string, skippedBytes: number): Promise<string | undefined> {
  const lines = (await readFile(log)).subarray(skippedBytes).toString().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|unshare:/.test(line));
}

/** Whether the process is the server of the data folder; a reused pid or a zombie is not. */
async function runsServer(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') return (await commandLine(pid)).includes(`-D ${data} `);
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const args = line.split('\0');
  return args[args.indexOf('-D') + 1] === data;
}

function commandLine(pid: number): Promise<string> {
  return promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/** Whether a process has this id, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function isOlderThan(path: string, milliseconds: number): Promise<boolean> {
  const state = await stat(path).catch(undefinedIfMissing);
  return state !== undefined && Date.now() - state.mtimeMs > milliseconds;
}

/**
 * Removes the postmaster.pid that was judged stale. A server that wrote its own in the meantime
 * gets it back; until then its shared memory, keyed by the data folder, prevents a second server.
 */
async function setAside(path: string, judged: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch (error) {
    return undefinedIfMissing(error as NodeJS.ErrnoException);
  }
  if ((await readFile(aside, 'utf8')) !== judged) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
