import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { requireNoSecrets, secretsOf } from '../checks/log-secrets.ts';

/** A line of a process's log. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly code?: string };
  readonly purchase_id?: string;
}

/**
 * Runs a script as npm's scripts do, in an environment of its own. Disposing of it kills it, and
 * requires that it has logged no secret.
 */
export function startProcess(script: URL, environment: Record<string, string>) {
  const { PATH = '', HOME = '', NODE_OPTIONS = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, HOME, NODE_OPTIONS, NODE_COMPILE_CACHE, ...environment };
  const child = spawn(process.execPath, [fileURLToPath(script)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Not its exit, after which lines of its output may still come.
  const exit = once(child, 'close') as Promise<[number | null]>;
  const lines: LogLine[] = [];
  let waiting: (() => void)[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line) as LogLine);
    for (const wake of waiting) wake();
    waiting = [];
  });
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return (await exit)[0];
  };
  return {
    lines,
    /** Waits for a log line with this message, or sees that it has been. */
    async saw(msg: string): Promise<LogLine> {
      for (;;) {
        const seen = lines.find((line) => line.msg === msg);
        if (seen) return seen;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    /** Waits for its own end: the exit code, and what it said on standard error. */
    async ended() {
      const [code] = await exit;
      return { code, errors };
    },
    /** Sends the signal and gives the exit code, null where the signal ended the process. */
    end,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
      requireNoSecrets([...lines, { errors }], secretsOf(environment));
    },
  };
}
