import { randomUUID } from 'node:crypto';
import type { Config } from '@solano/config';
import { ConfigError } from '@solano/config';
import { HmacCallbackTokens } from '@solano/crypto';
import type { PurchaseSteps } from '@solano/domain';
import { purchaseSteps } from '@solano/domain';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { HttpPurchaseCallback, startCallbackCheck } from '@solano/http';
import { migrate, PostgresDatabase, postgresStores } from '@solano/postgres';
import type { RunnerOptions } from '@solano/temporal';
import { TemporalPurchaseRunner } from '@solano/temporal';
import { ThreadSplitter } from '@solano/threads';
import type { Logger } from 'pino';

/**
 * Opens everything that the configuration names and works on purchases that a Temporal cluster
 * has. Disposing finishes what runs and closes everything that was opened.
 *
 * @throws ConfigError where the configuration has no work for a worker, or its metrics no place.
 */
export async function startWorker(config: Config, logger: Logger): Promise<AsyncDisposable> {
  const { workflow, callbackSecret } = config;
  if (workflow.kind !== 'temporal' || callbackSecret === undefined) {
    const without = 'the embedded engine runs in the API: a worker needs TEMPORAL_ADDRESS';
    throw new ConfigError([`WORKFLOW_ENGINE ${without}`]);
  }
  const url = apiUrl(config);
  await using opened = new AsyncDisposableStack();
  const steps = await openSteps(config, { url, callbackSecret }, logger, opened);
  opened.use(startRunner({ ...workflow, steps, log: logger }));
  logger.info({ temporal: workflow.address, api: url }, 'starting');
  return opened.move();
}

/** The steps of purchases; what they need is opened on the stack. */
async function openSteps(
  config: Config,
  given: { url: string; callbackSecret: string },
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<PurchaseSteps> {
  const databaseUrl =
    config.databaseUrl ?? opened.use(await openEmbeddedServer(config.dataFolder)).url;
  const migrated = await migrate(databaseUrl);
  if (migrated.length > 0) log.info({ migrations: migrated }, 'database brought up to date');
  const stores = postgresStores(opened.use(await PostgresDatabase.connect(databaseUrl)));
  const clock = () => new Date();
  const tokens = new HmacCallbackTokens(given.callbackSecret);
  const callback = opened.use(new HttpPurchaseCallback({ url: given.url, tokens, clock }));
  const splitter = opened.use(new ThreadSplitter(new URL('./split-thread.ts', import.meta.url)));
  const newId = () => randomUUID();
  opened.use(startCallbackCheck({ callback, newId, log }));
  return purchaseSteps({ ...stores, callback, splitter, clock, log, newId });
}

function startRunner(options: RunnerOptions): TemporalPurchaseRunner {
  const { metricsAddress } = options;
  try {
    return TemporalPurchaseRunner.run(options);
  } catch (error) {
    if (metricsAddress === undefined) throw error;
    throw new ConfigError([`TEMPORAL_METRICS ${metricsAddress}: ${(error as Error).message}`]);
  }
}

/** Where the API is that is called back: as configured, else where it listens on this machine. */
function apiUrl({ callbackUrl, host, port }: Config): string {
  if (callbackUrl !== undefined) return callbackUrl;
  if (port === 0) {
    throw new ConfigError([
      'CALLBACK_URL must be set where PORT is 0: the worker calls the API back',
    ]);
  }
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
