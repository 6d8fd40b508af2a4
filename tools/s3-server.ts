// A real S3 server for tests: versitygw, which keeps its buckets as folders.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What a client has to know. */
export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Each folder in it is a bucket, each file in that an object. */
  readonly buckets: string;
}

/** A running server. Disposing of it stops it and leaves its folder. */
export interface S3Server extends AsyncDisposable {
  readonly access: S3Access;
  readonly pid: number;
  /** Ends the server's process as a crash would, and waits until it is gone. */
  kill(): Promise<void>;
}

const PATIENCE = 20_000;
const POLL_INTERVAL = 20;
/** How often a port that somebody else has taken meanwhile is replaced by another. */
const ATTEMPTS = 3;

/** Ends the server when whoever started it is gone, however that ended, and removes its files. */
const WATCH = 'read -r _; kill -9 "$1"; rm -rf "$2" || { sleep 1; rm -rf "$2"; }';

/**
 * Starts a server on a free port of 127.0.0.1.
 *
 * @param folder the server's own, for buckets and log; it is removed when this process is killed.
 * @throws Error with one line that says what is missing.
 */
export async function startS3Server(folder: string): Promise<S3Server> {
  const binary = await installed();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(binary, folder);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** The path of versitygw; builds it where it is missing. */
async function installed(): Promise<string> {
  const script = fileURLToPath(new URL('install-versitygw', import.meta.url));
  try {
    const { stdout, stderr } = await promisify(execFile)(script);
    if (stderr) console.error(stderr.trim());
    return stdout.trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(stderr?.trim().split('\n').at(-1) || message, { cause: error });
  }
}

async function launch(binary: string, folder: string): Promise<S3Server> {
  const access = await prepare(folder);
  const log = await open(join(folder, 'log'), 'a');
  const child = spawn(binary, argumentsOf(access), {
    // Its own settings come from the environment too: nobody else's may.
    env: { ROOT_ACCESS_KEY: access.accessKeyId, ROOT_SECRET_KEY: access.secretAccessKey },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const ended = endOf(child);
  const { pid } = child;
  if (pid === undefined) throw new Error(`versitygw does not start: ${await ended}`);
  const watcher = watch(pid, folder);
  const stop = async (signal: NodeJS.Signals) => {
    watcher.kill('SIGKILL');
    child.kill(signal);
    await ended;
  };
  try {
    await ready(access.endpoint, ended);
  } catch (error) {
    await stop('SIGKILL');
    const reason = (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n').at(-1);
    throw new Error(`versitygw does not start: ${reason}`, { cause: error });
  }
  return {
    access,
    pid,
    kill: () => stop('SIGKILL'),
    [Symbol.asyncDispose]: () => stop('SIGTERM'),
  };
}

async function prepare(folder: string): Promise<S3Access> {
  const buckets = join(folder, 'buckets');
  await mkdir(buckets, { recursive: true });
  return {
    endpoint: `http://127.0.0.1:${await freePort()}`,
    region: 'us-east-1',
    accessKeyId: 'solano-test',
    secretAccessKey: 'not a secret: a server of tests',
    buckets,
  };
}

function argumentsOf({ endpoint, region, buckets }: S3Access): string[] {
  const server = ['--port', new URL(endpoint).host, '--region', region, '--health', '/health'];
  return [...server, '--keep-alive', '--quiet', 'posix', buckets];
}

function watch(pid: number, folder: string): ChildProcess {
  const watcher = spawn('sh', ['-c', WATCH, 'sh', String(pid), folder], {
    // A session of its own: an interrupt from the terminal is not for it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.stdin?.on('error', () => undefined);
  return watcher;
}

/** How the process ended, when it has. */
function endOf(child: ChildProcess): Promise<string> {
  return once(child, 'exit').then(
    ([code, signal]) => `it ended with ${signal ?? `code ${code}`}`,
    (error: unknown) => String(error),
  );
}

async function ready(endpoint: string, ended: Promise<string>): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  let end: string | undefined;
  void ended.then((how) => {
    end = how;
  });
  while (!(await isHealthy(endpoint))) {
    if (end !== undefined) throw new Error(end);
    if (performance.now() > deadline) throw new Error(`no answer within ${PATIENCE} ms`);
    await delay(POLL_INTERVAL);
  }
}

async function isHealthy(endpoint: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  return fetch(`${endpoint}/health`, { signal }).then(
    (response) => response.ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port found');
  return address.port;
}
