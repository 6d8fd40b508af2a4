import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestService } from './service.ts';

const COMMAND = fileURLToPath(new URL('../../cli/solano', import.meta.url));

/** Runs the operator's command with `--json` on the database and the folder of a service. */
export async function solano(
  { databaseUrl, folder }: Pick<TestService, 'databaseUrl' | 'folder'>,
  ...args: string[]
): Promise<{ readonly json: unknown; readonly stdout: string; readonly stderr: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SOLANO_DATA: folder,
    SECRETS_KEY: 'not a secret: that of the tests of the API',
  };
  const ended = await promisify(execFile)(COMMAND, [...args, '--json'], { env }).catch(
    (error: { stderr: string }) => ({ stdout: '', stderr: error.stderr }),
  );
  const json: unknown = ended.stdout === '' ? undefined : JSON.parse(ended.stdout);
  return { json, ...ended };
}
