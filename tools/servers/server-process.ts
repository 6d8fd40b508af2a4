// A real server for tests: a program of its own, on a port of 127.0.0.1, that is gone when the tests are.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@solano/embedded-postgres/free-port';

/** How to start a server, and to see that it works. */
export interface ServerProgram {
  /** The script `tools/install/<name>` prints the path of the program. */
  readonly name: string;
  /** The server's own, for data and log; it is removed when this process is killed. */
  readonly folder: string;
  /** Default: any free port. */
  readonly port?: number;
  readonly argumentsOf: (port: number) => readonly string[];
  /** All of its environment: its settings come from there only. */
  readonly environment: Readonly<Record<string, string>>;
  readonly isHealthy: (port: number, binary: string) => Promise<boolean>;
}

/** A running server. Disposing of it stops it and leaves its folder. */
export interface ServerProcess extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** Ends the server's process as a crash would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** A net for what hangs: on a busy machine a server takes long to start. */
const TIMEOUT_MS = 120_000;
const POLL_INTERVAL = 20;
/** How often a port that another process has taken meanwhile is replaced by another. */
const ATTEMPTS = 3;

/** Ends the server when the process that started it has ended in any way, and removes its files. */
const WATCH = 'read -r _; kill -9 "$1"; rm -rf "$2" || { sleep 1; rm -rf "$2"; }';

/** @throws Error with one line that says what is missing. */
export async function startServer(program: ServerProgram): Promise<ServerProcess> {
  const binary = await installed(program.name);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(program, binary);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** The path of the program; builds it where it is missing. */
async function installed(name: string): Promise<string> {
  const script = fileURLToPath(new URL(`../install/${name}`, import.meta.url));
  try {
    const { stdout, stderr } = await promisify(execFile)(script);
    if (stderr) console.error(stderr.trim());
    return stdout.trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(stderr?.trim().split('\n').at(-1) || message, { cause: error });
  }
}

async function launch(program: ServerProgram, binary: string): Promise<ServerProcess> {
  const { name, folder, environment, isHealthy, port = await freePort() } = program;
  await mkdir(folder, { recursive: true });
  const log = await open(join(folder, 'log'), 'a');
  const child = spawn(binary, program.argumentsOf(port), {
    env: environment,
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const ended = endOf(child);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} does not start: ${await ended}`);
  const watcher = watch(pid, folder);
  const stop = async (signal: NodeJS.Signals) => {
    watcher.kill('SIGKILL');
    child.kill(signal);
    await ended;
  };
  try {
    await ready(() => isHealthy(port, binary), ended);
  } catch (error) {
    await stop('SIGKILL');
    const reason = (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n').at(-1);
    throw new Error(`${name} does not start: ${reason}`, { cause: error });
  }
  return {
    port,
    pid,
    kill: () => stop('SIGKILL'),
    [Symbol.asyncDispose]: () => stop('SIGTERM'),
  };
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

async function ready(isHealthy: () => Promise<boolean>, ended: Promise<string>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  let end: string | undefined;
  void ended.then((how) => {
    end = how;
  });
  while (!(await isHealthy())) {
    if (end !== undefined) throw new Error(end);
    if (performance.now() > deadline) throw new Error(`no response within ${TIMEOUT_MS} ms`);
    await delay(POLL_INTERVAL);
  }
}
