// A real Temporal server for tests: the development server of `temporal`, Temporal's command.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServerProcess, startServer } from './server-process.ts';

/** Address for a client. */
export interface TemporalAccess {
  /** host:port */
  readonly address: string;
  readonly namespace: string;
}

/** A running server. Disposing of it stops it and leaves its folder. */
export interface TemporalServer extends ServerProcess {
  readonly access: TemporalAccess;
}

export interface TemporalServerOptions {
  /** Keeps what it knows in the folder, for the next server there; else in memory. */
  readonly durable?: boolean;
  /** Any free one by default. */
  readonly port?: number;
}

const NAMESPACE = 'default';
const SERVER = 'server start-dev --ip 127.0.0.1 --headless --log-level error'.split(' ');
/** Addresses and keys of other servers, in the environment and the home folder, are not for these. */
const NO_SETTINGS = ['--disable-config-env', '--disable-config-file'];

/** From submission to completion 0.05 s instead of 0.4 s: its queues wait between polls by default. */
const QUICK = [
  'history.transferProcessorMaxPollRPS=1000',
  'history.timerProcessorMaxPollRPS=1000',
  'system.enableActivityEagerExecution=true',
];
const QUICK_DATABASE = ['journal_mode=WAL', 'synchronous=NORMAL'];

/**
 * Starts a server on 127.0.0.1.
 *
 * @param folder the server's own, for database and log; it is removed when this process is killed.
 * @throws Error with one line that says what is missing.
 */
export async function startTemporalServer(
  folder: string,
  { durable = false, port }: TemporalServerOptions = {},
): Promise<TemporalServer> {
  const database = durable ? databaseArguments(join(folder, 'temporal.db')) : [];
  const quick = QUICK.flatMap((value) => ['--dynamic-config-value', value]);
  const server = await startServer({
    name: 'temporal',
    folder,
    ...(port !== undefined && { port }),
    argumentsOf: (free) => [...SERVER, '--port', String(free), ...quick, ...database],
    environment: { HOME: folder },
    isHealthy,
  });
  return { ...server, access: { address: addressOf(server.port), namespace: NAMESPACE } };
}

function databaseArguments(file: string): string[] {
  return ['--db-filename', file, ...QUICK_DATABASE.flatMap((value) => ['--sqlite-pragma', value])];
}

function addressOf(port: number): string {
  return `127.0.0.1:${port}`;
}

async function isHealthy(port: number, binary: string): Promise<boolean> {
  const access = ['--address', addressOf(port), '--namespace', NAMESPACE];
  const question = ['operator', 'namespace', 'describe', ...access];
  return promisify(execFile)(binary, [...question, ...NO_SETTINGS]).then(
    () => true,
    () => false,
  );
}
