import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** The line of the sum: share, seconds, microseconds a call, calls, errors. */
const TOTAL = /^\s*100\.00\s+[\d.]+\s+(?:\d+\s+)?(\d+)(?:\s+\d+)?\s+total$/m;

/** Counts the system calls of a process, by strace. */
export class SystemCalls {
  readonly #strace: ChildProcess;
  readonly #output: Promise<string>;

  /** Begins to count. Undefined if strace is not installed, or may not look at the process. */
  static async of(pid: number): Promise<SystemCalls | undefined> {
    const strace = spawn('strace', ['-c', '-f', '-p', String(pid)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const attached = new Promise<boolean>((resolve) => {
      strace.once('error', () => resolve(false));
      strace.once('exit', () => resolve(false));
      strace.stderr?.once('data', () => resolve(true));
    });
    const output = strace.stderr ? text(strace.stderr) : Promise.resolve('');
    return (await attached) ? new SystemCalls(strace, output) : undefined;
  }

  private constructor(strace: ChildProcess, output: Promise<string>) {
    this.#strace = strace;
    this.#output = output;
  }

  /** How many there were; undefined if strace did not say. */
  async end(): Promise<number | undefined> {
    const exit = this.#strace.exitCode === null ? once(this.#strace, 'exit') : undefined;
    this.#strace.kill('SIGINT');
    await exit;
    const [, calls] = TOTAL.exec(await this.#output) ?? [];
    return calls === undefined ? undefined : Number(calls);
  }
}
