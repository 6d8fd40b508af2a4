import { type Config, VERSION } from '@solano/config';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { customersFinding } from './customers.ts';
import { examineDatabase } from './database.ts';
import { examineEngine } from './engine.ts';
import { examineFiles } from './files.ts';
import { type Finding, messageOf, ok, problem } from './finding.ts';
import { examineForecastFiles } from './forecasts.ts';
import { examineObjects } from './objects.ts';
import { remedyPage } from './remedies.ts';
import { examineSecretsKey, examineSigningSecrets } from './secrets.ts';
import { examineSources } from './sources.ts';

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
  findings.push(...(await examineFiles(config)), ...examineSecretsKey(config));
  try {
    await using server = config.databaseUrl
      ? undefined
      : await guard(openEmbeddedServer(config.dataFolder));
    const url = config.databaseUrl ?? server?.url ?? '';
    const found = await examineDatabase(url);
    findings.push(...found);
    if (found.some(({ check, status }) => check === 'migrations' && status === 'ok')) {
      await using database = await PostgresDatabase.connect(url);
      const stores = postgresStores(database);
      const customers = await stores.customers.list();
      findings.push(await examineSigningSecrets(config, stores.webhooks));
      findings.push(customersFinding(customers));
      findings.push(await examineForecastFiles(config, stores, customers));
      findings.push(...(await examineSources(config, stores.market)));
    }
  } catch (error) {
    findings.push(problem('database', messageOf(error)));
  }
  findings.push(...(await examineObjects(config)), ...(await examineEngine(config)));
  return findings.map((each) => withHelp(each, config));
}

function withHelp(finding: Finding, { publicUrl, host, port }: Config): Finding {
  const page = finding.status === 'ok' ? undefined : remedyPage(finding.check);
  return page === undefined
    ? finding
    : { ...finding, help: `${publicUrl ?? `http://${host}:${port}`}${page}` };
}
