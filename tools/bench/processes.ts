// Processes of a measurement: started in an environment of their own, and ended when it is over.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

/** A process that is running. Disposing ends it as an operator would. */
export interface Running extends AsyncDisposable {
  readonly pid: number;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Waits for a line that matches. Throws where the process ends before. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
}

const API = fileURLToPath(import.meta.resolve('../../apps/api/src/main.ts'));
/** The service's log line with its address. */
const API_LISTENS = /^API: (.*)\/api\/v0\/$/;
const WARN = 40;
/** The parts in which otherwise equal messages differ. */
const ID = /[\da-f]{8}-[\da-f-]{27}\S*/g;
/** The service's processes end by themselves within ten seconds. */
const TIMEOUT_MS = 15_000;

/** Rejected when this process is told to end, so that what it started is ended first. */
export function untilInterrupted(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => reject(new Error(`ended by ${signal}`)));
  }
  return promise;
}

/** Processes that run scripts, in an environment of their own. */
export class Processes {
  /** How often the processes logged each warning and error. */
  readonly warnings = new Map<string, number>();
  /** Rejected when one of the processes ends that was not stopped. */
  readonly lost: Promise<never>;
  readonly #lose: (error: Error) => void;

  constructor() {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.lost = promise;
    this.#lose = reject;
  }

  /** @param options Node's own, before the script. */
  start(
    script: string,
    environment: Record<string, string>,
    options: readonly string[] = [],
  ): Running {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    const child = spawn(process.execPath, [...options, script], {
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let isWanted = true;
    const exit = once(child, 'exit').then(([code, signal]) => {
      if (isWanted) this.#lose(new Error(`${script} has ended: ${code ?? signal}`));
    });
    const lines = createInterface({ input: child.stdout }).on('line', (line) => this.#note(line));
    const end = async (signal: NodeJS.Signals) => {
      isWanted = false;
      child.kill(signal);
      const force = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
      await exit;
      clearTimeout(force);
    };
    return {
      pid: child.pid ?? 0,
      end,
      said: (pattern) => {
        const { promise, resolve } = Promise.withResolvers<RegExpExecArray>();
        const read = (line: string) => {
          const match = pattern.exec(line);
          if (!match) return;
          lines.off('line', read);
          resolve(match);
        };
        lines.on('line', read);
        return Promise.race([promise, this.lost]);
      },
      [Symbol.asyncDispose]: () => end('SIGTERM'),
    };
  }

  /** Starts the service with the options of `npm start` and further ones of its environment, and waits until it listens. */
  async startService(environment: Record<string, string>): Promise<Running & { url: string }> {
    const running = this.start(API, { PORT: '0', ...environment }, startOptions());
    return { ...running, url: (await running.said(API_LISTENS))[1] as string };
  }

  #note(line: string): void {
    if (!line.startsWith('{')) return;
    const { level, msg, err } = JSON.parse(line) as LogLine;
    if (level < WARN) return;
    const warning = [msg.replaceAll(ID, '…'), err?.message ?? ''].filter(Boolean).join(': ');
    this.warnings.set(warning, (this.warnings.get(warning) ?? 0) + 1);
  }
}

/** The options of Node with which `npm start` runs the service. */
function startOptions(): readonly string[] {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: { start: string } };
  return scripts.start.split('bin/node')[1]?.match(/--\S+/g) ?? [];
}

/** Days behind the demonstration of which it adds a purchase each. */
const DEMONSTRATION_DAYS = 365;
const POLL_MS = 500;

/** The service with its demonstration whose year is there, in a folder of its own. Disposing ends it and removes the folder. */
export async function startDemonstration(environment: Record<string, string> = {}) {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'solano-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const processes = new Processes();
  const started = await processes.startService({ SOLANO_DATA: folder, ...environment });
  const { pid, url } = opened.use(started);
  const key = (await readFile(join(folder, 'demo.key'), 'utf8')).trim();
  await demonstrationYear(url, key);
  const running = opened.move();
  const { warnings, lost } = processes;
  return {
    pid,
    url,
    key,
    folder,
    warnings,
    lost,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Waits until the purchases of the demonstration's year are there. */
async function demonstrationYear(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  for (;;) {
    const response = await fetch(`${url}/api/v0/user/ana/purchases/summary`, { headers });
    if (!response.ok) throw new Error(`The summary of purchases is answered ${response.status}.`);
    const { evaluated } = (await response.json()) as { evaluated: number };
    if (evaluated >= DEMONSTRATION_DAYS) return;
    await delay(POLL_MS);
  }
}
