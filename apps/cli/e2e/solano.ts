import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Run, runHosted, runInProcess } from '@solano/tools/test-command';

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
  const solano = (...args: string[]): Promise<Run> => runHosted(args, env);
  return {
    folder,
    env,
    /** Runs in a process that runs others too, which takes a tenth of the time. */
    solano,
    /** Runs as an operator does, in a process of its own. */
    process: (...args: string[]) => runInProcess(args, env),
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
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
