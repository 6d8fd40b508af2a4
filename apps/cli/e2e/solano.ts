import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandRun, CommandRunResult } from './command-host.ts';

export const COMMAND = fileURLToPath(new URL('../solano', import.meta.url));
const HOST = fileURLToPath(new URL('./command-host.ts', import.meta.url));

export interface Run extends CommandRunResult {
  /** The document of `--json`; undefined if standard output is none. */
  readonly json: unknown;
}

/** The operator's command with a data folder of its own, on a database where one is given. */
export async function openCommand(databaseUrl?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'solano-cli-'));
  const { DATABASE_URL: _foreign, ...inherited } = process.env;
  const env = {
    ...inherited,
    SOLANO_DATA: join(folder, 'data'),
    SECRETS_KEY: 'not a secret: that of the tests of commands',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const host = new CommandHost();
  const solano = async (...args: string[]): Promise<Run> => {
    const { code, stdout, stderr } = await host.run({ args, env });
    return { code, stdout, stderr: problemsIn(stderr), json: parsed(stdout) };
  };
  return {
    folder,
    env,
    /** Runs in a process that runs others too, which takes a tenth of the time. */
    solano,
    /** Runs as an operator does, in a process of its own. */
    process: (...args: string[]) => run(args, env),
    /** Runs with `--json` and gives the document; a failure fails the test. */
    async json(...args: string[]): Promise<unknown> {
      const { code, json, stderr } = await solano(...args, '--json');
      if (code !== 0 || json === undefined) throw new Error(`solano ${args.join(' ')}: ${stderr}`);
      return json;
    },
    async file(name: string, content: string): Promise<string> {
      const path = join(folder, name);
      await writeFile(path, content, 'latin1');
      return path;
    },
    async [Symbol.asyncDispose]() {
      host.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs commands one after the other in one process, which starts with the first. */
class CommandHost {
  #process: ReturnType<typeof fork> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  run(command: CommandRun): Promise<CommandRunResult> {
    const result = this.#last.then(() => this.#send(command));
    this.#last = result.catch(() => undefined);
    return result;
  }

  end(): void {
    this.#process?.kill('SIGKILL');
  }

  async #send(command: CommandRun): Promise<CommandRunResult> {
    this.#process ??= fork(HOST, { execArgv: [] });
    const ended = new AbortController();
    const { signal } = ended;
    try {
      const exit = once(this.#process, 'exit', { signal }).then(() => {
        throw new Error(`The process of the command ended under solano ${command.args.join(' ')}.`);
      });
      const result = once(this.#process, 'message', { signal });
      this.#process.send(command);
      const [message] = (await Promise.race([result, exit])) as [CommandRunResult];
      exit.catch(() => undefined);
      return message;
    } finally {
      ended.abort();
    }
  }
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
  return new Promise((resolve) => {
    execFile(COMMAND, args, { env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      resolve({ code, stdout, stderr: problemsIn(stderr), json: parsed(stdout) });
    });
  });
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
