// The operator's command in tests.
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CommandRun, CommandRunResult } from './command-host.ts';

export const COMMAND = fileURLToPath(new URL('../../../apps/cli/solano', import.meta.url));
const HOST = fileURLToPath(new URL('./command-host.ts', import.meta.url));

/** A run of the command. */
export interface Run extends CommandRunResult {
  /** The document of `--json`; undefined if standard output is none. */
  readonly json: unknown;
}

/** Runs the command as an operator does, in a process of its own. */
export function runInProcess(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
  return new Promise((resolve) => {
    execFile(COMMAND, args, { env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      resolve(resultOf({ code, stdout, stderr }));
    });
  });
}

/** The process of {@link runHosted}, from its first run on; it ends with this process. */
let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs the command in a process that runs all others of this one too, which takes a tenth of the time. */
export function runHosted(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
  const result = last.then(async () => resultOf(await send({ args, env })));
  last = result.catch(() => undefined);
  return result;
}

async function send(command: CommandRun): Promise<CommandRunResult> {
  host ??= startHost();
  const ended = new AbortController();
  const { signal } = ended;
  try {
    const exit = once(host, 'exit', { signal }).then(() => {
      throw new Error(`The process of the command ended under solano ${command.args.join(' ')}.`);
    });
    const result = once(host, 'message', { signal });
    host.send(command);
    const [message] = (await Promise.race([result, exit])) as [CommandRunResult];
    exit.catch(() => undefined);
    return message;
  } finally {
    ended.abort();
  }
}

/** Neither process keeps the other one running. */
function startHost(): ChildProcess {
  const started = fork(HOST, { execArgv: [] });
  started.once('exit', () => {
    host = undefined;
  });
  started.unref();
  started.channel?.unref();
  return started;
}

function resultOf({ code, stdout, stderr }: CommandRunResult): Run {
  return { code, stdout, stderr: problemsIn(stderr), json: parsed(stdout) };
}

/** Without the lines that say what the command is doing, as it does where that takes longer. */
function problemsIn(stderr: string): string {
  return stderr.replace(/^.*…\n/gm, '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
