import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@solano/config';
import { DirectoryObjectStore } from '@solano/directory';
import type { ObjectStore } from '@solano/domain';
import { prepareDemo, purchaseSteps } from '@solano/domain';
import { EmbeddedPurchaseRunner } from '@solano/embedded';
import {
  FileSecret,
  HmacCallbackTokens,
  HttpPurchaseCallback,
  NodeSecrets,
  ThreadSplitter,
} from '@solano/node';
import { migrate, openEmbeddedServer, PostgresDatabase, postgresStores } from '@solano/postgres';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { startHandingOver } from './hand-over.ts';
import { startKeepingDemo } from './keep-demo.ts';
import { listen } from './listen.ts';
import { openWorkflow } from './workflow.ts';

/** How long requests may take to be answered once the service closes; the rest is quick. */
const CLOSING_MS = 8_500;

/** The running service. Disposing ends what runs, in order, and everything that was opened. */
export interface Service extends AsyncDisposable {
  readonly url: string;
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
  const stores = postgresStores(database);
  const secrets = new NodeSecrets();
  const clock = () => new Date();
  const newId = () => randomUUID();

  const digest = (text: string) => secrets.digest(text);
  const objects = opened.use(await openObjects(config));
  const keyFile = new FileSecret(join(config.dataFolder, 'demo.key'));
  if (config.demo) {
    const encode = (text: string) => Buffer.from(text);
    const demo = { ...stores, objects, secrets, clock, newId, digest, encode, keyFile };
    await prepareDemo(demo);
    opened.use(startKeepingDemo({ ...demo, log: logger }));
  }

  const callbackTokens = new HmacCallbackTokens(await callbackSecret(config, secrets));
  const workflow = opened.use(await openWorkflow(config, databaseUrl, logger));
  const app = createApp({
    ...stores,
    objects,
    workflow,
    secrets,
    callbackTokens,
    clock,
    newId,
    digest,
    log: logger,
    logger,
    mostItems: config.mostPurchaseItems,
    mostJsonBytes: config.mostJsonBytes,
    mostUploadBytes: config.mostUploadBytes,
    outageUploads: config.outageUploads,
    testingToken: config.testingToken,
  });
  let closeBy = 0;
  const server = opened.use(await listen(app, config, () => closeBy - Date.now()));
  const url = config.publicUrl ?? server.url;
  announce(url);
  if (migrated.length > 0) logger.info({ migrations: migrated }, 'database brought up to date');

  // Temporal's purchases are for its workers.
  if (config.workflow.kind === 'embedded') {
    const callback = opened.use(new HttpPurchaseCallback({ url, tokens: callbackTokens, clock }));
    const splitter = opened.use(new ThreadSplitter());
    const steps = purchaseSteps({ ...stores, splitter, callback, clock, log: logger });
    opened.use(EmbeddedPurchaseRunner.run({ databaseUrl, steps, log: logger }));
  }
  opened.use(startHandingOver({ ...stores, workflow, clock, log: logger }));
  logger.info({ url }, 'listening');

  const running = opened.move();
  return {
    url,
    [Symbol.asyncDispose]() {
      closeBy = Date.now() + CLOSING_MS;
      return running.disposeAsync();
    },
  };
}

/** The configured object store; disposing closes it. */
async function openObjects({ objectStore }: Config): Promise<ObjectStore & AsyncDisposable> {
  if (objectStore.kind === 'directory') return new DirectoryObjectStore(objectStore.folder);
  // Loaded only where it is chosen: the SDK is large.
  const { S3ObjectStore } = await import('@solano/s3');
  return new S3ObjectStore(objectStore);
}

/** The secret that signs call-back tokens: as configured, else made once in the data folder. */
async function callbackSecret(config: Config, secrets: NodeSecrets): Promise<string> {
  if (config.callbackSecret !== undefined) return config.callbackSecret;
  const file = new FileSecret(join(config.dataFolder, 'callback.secret'));
  return file.readOrWrite(() => secrets.newSecret());
}
