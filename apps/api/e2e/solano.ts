import { type Run, runHosted } from '@solano/tools/test-command';
import type { TestService } from './service.ts';

/** Runs the operator's command with `--json` on the database and the folder of a service. */
export function solano(
  { databaseUrl, folder }: Pick<TestService, 'databaseUrl' | 'folder'>,
  ...args: string[]
): Promise<Run> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SOLANO_DATA: folder,
    SECRETS_KEY: 'not a secret: that of the tests of the API',
  };
  return runHosted([...args, '--json'], env);
}
