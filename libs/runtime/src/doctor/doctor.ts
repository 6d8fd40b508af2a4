import type { Config } from '@solano/config';
import { VERSION } from '@solano/config';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { examineDatabase } from './database.ts';
import { examineEngine } from './engine.ts';
import { examineFiles } from './files.ts';
import type { Finding } from './finding.ts';
import { messageOf, ok, problem, warning } from './finding.ts';
import { examineObjects } from './objects.ts';

export type { Finding } from './finding.ts';

interface Guard {
  readonly guard: <T extends AsyncDisposable>(opening: Promise<T>) => Promise<T>;
}

/**
 * Checks everything that an installation needs, and reports on each part: a fault is a
 * problem, a future fault a warning. Changes nothing but one small object, by which the clocks
 * are compared.
 */
export async function examine(config: Config, { guard }: Guard): Promise<Finding[]> {
  const findings = [ok('version', `Solano ${VERSION} on Node ${process.versions.node}.`)];
  findings.push(...(await examineFiles(config)), ...examineSecrets(config));
  try {
    await using server = config.databaseUrl
      ? undefined
      : await guard(openEmbeddedServer(config.dataFolder));
    findings.push(...(await examineDatabase(config.databaseUrl ?? server?.url ?? '')));
  } catch (error) {
    findings.push(problem('database', messageOf(error)));
  }
  findings.push(...(await examineObjects(config)), ...(await examineEngine(config)));
  return findings;
}

function examineSecrets({ databaseUrl, secretsKey }: Config): Finding[] {
  if (secretsKey !== undefined || databaseUrl === undefined) return [];
  const what = 'webhooks cannot be added, and the audit log is not sealed';
  return [warning('secrets', `SECRETS_KEY is not set: ${what}.`)];
}
