import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const COMMAND = fileURLToPath(new URL('../solano', import.meta.url));

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The document of `--json`; undefined where standard output is none. */
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
  return {
    folder,
    env,
    solano: (...args: string[]) => run(args, env),
    /** Runs with `--json` and gives the document; a failure fails the test. */
    async json(...args: string[]): Promise<unknown> {
      const { code, json, stderr } = await run([...args, '--json'], env);
      if (code !== 0 || json === undefined) throw new Error(`solano ${args.join(' ')}: ${stderr}`);
      return json;
    },
    async file(name: string, content: string): Promise<string> {
      const path = join(folder, name);
      await writeFile(path, content, 'latin1');
      return path;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
  return new Promise((resolve) => {
    execFile(COMMAND, args, { env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      resolve({ code, stdout, stderr, json: parsed(stdout) });
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
