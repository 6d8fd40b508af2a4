import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@solano/config';
import { purchaseSteps, refreshDemo } from '@solano/domain';
import { EmbeddedPurchaseRunner, EmbeddedPurchaseWorkflow } from '@solano/embedded';
import { FileSecret, HmacCallbackTokens, HttpPurchaseCallback, NodeSecrets } from '@solano/node';
import {
  migrate,
  openEmbeddedServer,
  PostgresCustomerStore,
  PostgresDatabase,
  PostgresKeyStore,
  PostgresPriceStore,
  PostgresPurchaseStore,
  PostgresStrategyStore,
} from '@solano/postgres';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { startHandingOver } from './hand-over.ts';
import { listen } from './listen.ts';

/** The running service. `close` ends what runs, in order, and everything that was opened. */
export interface Service {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens everything that the configuration names and serves the API. What was opened is closed
 * again when a later part fails.
 *
 * @param announce told the service's URL once it listens, before anything is logged.
 */
export async function startService(
  config: Config,
  logger: Logger,
  announce: (url: string) => void,
): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  const databaseUrl =
    config.databaseUrl ?? opened.use(await openEmbeddedServer(config.dataFolder)).url;
  const migrated = await migrate(databaseUrl);
  const database = opened.use(await PostgresDatabase.connect(databaseUrl));
  const customers = new PostgresCustomerStore(database);
  const keys = new PostgresKeyStore(database);
  const purchases = new PostgresPurchaseStore(database);
  const strategies = new PostgresStrategyStore(database);
  const prices = new PostgresPriceStore(database);
  const secrets = new NodeSecrets();
  const clock = () => new Date();
  const newId = () => randomUUID();

  const keyFile = new FileSecret(join(config.dataFolder, 'demo.key'));
  if (config.demo) {
    await refreshDemo({ customers, keys, prices, secrets, clock, newId, keyFile });
  }

  const callbackTokens = new HmacCallbackTokens(await callbackSecret(config, secrets));
  const workflow = opened.use(EmbeddedPurchaseWorkflow.connect(databaseUrl, logger));
  const app = createApp({
    keys,
    purchases,
    strategies,
    workflow,
    secrets,
    callbackTokens,
    clock,
    newId,
    log: logger,
    logger,
    mostItems: config.mostPurchaseItems,
    mostJsonBytes: config.mostJsonBytes,
  });
  const server = opened.use(await listen(app, config));
  const url = config.publicUrl ?? server.url;
  announce(url);
  if (migrated.length > 0) logger.info({ migrations: migrated }, 'database brought up to date');

  const callback = opened.use(new HttpPurchaseCallback({ url, tokens: callbackTokens, clock }));
  const steps = purchaseSteps({ purchases, strategies, prices, callback, clock, log: logger });
  opened.use(EmbeddedPurchaseRunner.run({ databaseUrl, steps, log: logger }));
  opened.use(startHandingOver({ purchases, workflow, clock, log: logger }));
  logger.info({ url }, 'listening');

  const running = opened.move();
  return { url, close: () => running.disposeAsync() };
}

/** The secret that signs call-back tokens: as configured, else made once in the data folder. */
async function callbackSecret(config: Config, secrets: NodeSecrets): Promise<string> {
  if (config.callbackSecret !== undefined) return config.callbackSecret;
  const file = new FileSecret(join(config.dataFolder, 'callback.secret'));
  return file.readOrWrite(() => secrets.newSecret());
}
