import { access, mkdir } from 'node:fs/promises';
import type { Config } from '@solano/config';
import { makePrivateFolder } from '@solano/directory';
import type { RecordForecastDeps } from '@solano/domain/forecasting';
import type { Log, ObjectStore } from '@solano/domain/kernel';
import { type JobWorker, OutboundCalls } from '@solano/domain/service';
import { KeyCache, PostgresDatabase, writeHeartbeat } from '@solano/postgres';
import {
  callbackTokens,
  demoKeyFile,
  logMigrations,
  objectLocation,
  openObjects,
  openRuntime,
  openTracing,
  type RuntimeOptions,
} from '@solano/runtime';
import type { BackupService } from '@solano/runtime/backup-service';
import { openSplitter, openWebhookSender } from '@solano/runtime/purchases';
import { openTemporal } from '@solano/runtime/temporal';
import type { ProcessTracing } from '@solano/runtime/tracing';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { type AppDeps, createApp } from './app.ts';
import { IdleCollection } from './background/idle-collection.ts';
import { LastUsedKeys, startFlushingLastUsed } from './background/last-used-keys.ts';
import type { Demo, DemoState } from './background/refresh-demo.ts';
import { forecastRunsReader } from './forecasts/forecast-sources.ts';
import { WorkLimit } from './http/work-limit.ts';
import { type Read, ReaderThreads } from './readers/reader-threads.ts';
import { askObjects, EngineCheck, Health } from './server/health.ts';
import { DrainDeadline, listen } from './server/listen.ts';
import { ReadyResponses, readyFirst } from './server/ready-responses.ts';
import type { ServiceMetricsDeps } from './service/service-metrics.ts';
import { SettledCounts } from './service/settled-counts.ts';
import { apiSettings } from './settings.ts';

/** Maximum time of open requests once the service stops; everything else closes within the rest of 10 s. */
const DRAIN_TIMEOUT_MS = 8_000;

/** The running service. Disposing ends what runs, in order, and everything that was opened. */
export interface Service extends AsyncDisposable {
  readonly url: string;
}

/**
 * Opens everything that the configuration names and serves the API. If a later part fails, the
 * opened parts are closed again.
 *
 * @param announce is called once the service listens, with its URL and the state of the
 * demonstration.
 */
export async function startService(
  config: Config,
  logger: Logger,
  announce: (url: string, demo: DemoState) => void | Promise<void>,
): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const tracing = opened.use(await openTracing(config, 'solano-api', logger));
  const parts = await openParts(config, logger, opened, tracing);
  const demo = await openDemonstration(config, parts);
  opened.use(new IdleCollection());
  const engineCheck = new EngineCheck(parts.dispatch);
  const drain = new DrainDeadline(DRAIN_TIMEOUT_MS);
  const serving = await serve(config, { ...parts, engineCheck, drain, tracing, logger }, opened);
  const url = config.publicUrl ?? serving.url;
  await announce(url, demo?.state ?? { isPrepared: false });
  logMigrations(logger, parts);

  engineCheck.worker = await startWork(config, { ...parts, ...serving, tracing }, opened);
  await engineCheck.worker.began;
  if (demo) opened.use(demo.start());
  // The service is not ready any more before everything else is closed.
  opened.use(serving.health);
  logger.info({ url }, 'listening');

  const running = opened.move();
  return {
    url,
    [Symbol.asyncDispose]() {
      drain.begin();
      return running.disposeAsync();
    },
  };
}

/** Opens the demonstration, whose modules are loaded only if it is wanted. */
async function openDemonstration(config: Config, parts: Parts): Promise<Demo | undefined> {
  if (!config.demo) return undefined;
  const { openDemo } = await import('./background/refresh-demo.ts');
  return openDemo({ ...parts, keyFile: demoKeyFile(config) });
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens what endpoints and jobs share: database, objects, backups, the engine and the threads of the models. */
async function openParts(
  config: Config,
  logger: Logger,
  opened: AsyncDisposableStack,
  tracing: ProcessTracing | undefined,
) {
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  const runtime = opened.use(await openRuntime(config, noticesTo(logger), tracing?.statement));
  const changes = opened.use(await runtime.changes.start());
  await makeObjectFolder(config, logger);
  const stored = opened.use(await openObjects(config));
  const { databaseUrl } = runtime;
  const ports = {
    splitter: opened.use(openSplitter(tracing?.observed)),
    sender: opened.use(openWebhookSender(config)),
  };
  const backups = opened.use(await openBackupService(config, { databaseUrl, log: logger }));
  const settled = {
    purchases: new SettledCounts(['completed', 'failed']),
    deliveries: new SettledCounts(['delivered', 'failed']),
  };
  return {
    ...runtime,
    changes,
    callers: new KeyCache(runtime.keys, changes),
    objects: backups?.watching(stored) ?? stored,
    objectLocation: objectLocation(config),
    checks: await openStoreChecks(config, { databaseUrl, objects: stored }, opened),
    backupState: backups && (() => backups.state),
    ...(tracing?.ports(ports) ?? ports),
    ...(await openEngine(config, opened)),
    calls: new OutboundCalls(),
    log: logger,
    settled,
    onSettled: settled.purchases.add,
    onDelivered: settled.deliveries.add,
  };
}

/** Returns the API's parts of an external engine; none if the API computes purchases itself. */
async function openEngine({ workflow }: Config, opened: AsyncDisposableStack) {
  if (workflow.kind !== 'temporal') return { dispatch: undefined, callbackTokens: undefined };
  const dispatch = opened.use(await openTemporal(workflow));
  return { dispatch, callbackTokens: callbackTokens(workflow) };
}

/** The checks of the database and of the objects, for the service's health. */
async function openStoreChecks(
  config: Config,
  { databaseUrl, objects }: { readonly databaseUrl: string; readonly objects: ObjectStore },
  opened: AsyncDisposableStack,
) {
  // Connections of requests may all be busy, which is not a failure of the database.
  const probe = opened.use(await PostgresDatabase.connect(databaseUrl, { connections: 1 }));
  return {
    database: () => writeHeartbeat(probe),
    objects: () => checkObjects(config, objects),
  };
}

/** What begins and ends with the service, beside what is opened. */
interface ServingParts {
  readonly engineCheck: EngineCheck;
  readonly drain: DrainDeadline;
  readonly tracing: ProcessTracing | undefined;
  readonly logger: Logger;
}

/** The API as it is served. */
interface Serving {
  /** `http://<host>:<port>`, as it listens. */
  readonly url: string;
  readonly health: Health;
  readonly readForecastRuns: RecordForecastDeps['readForecastRuns'];
}

/** Serves the API, the console, the guide and, where an address is configured, the metrics. */
async function serve(
  config: Config,
  parts: Parts & ServingParts,
  opened: AsyncDisposableStack,
): Promise<Serving> {
  const { checks, dispatch, drain, engineCheck, keys, logger, tracing } = parts;
  const lastUsed = new LastUsedKeys();
  opened.use(startFlushingLastUsed(lastUsed, keys, logger));
  const work = new WorkLimit(config.maxRequestsInWork);
  const sources = [...config.marketData.sources, ...config.weatherSources].map(({ name }) => name);
  const metrics = {
    sources,
    hasMarketSources: config.marketData.sources.length > 0,
    dispatchMetrics: dispatch?.metrics,
    inWork: () => work.inWork,
  };
  const observe = await serveMetrics(config, { ...parts, ...metrics }, opened);
  const readers = opened.use(new ReaderThreads());
  const read: Read = (reader, input, order) => readers.read(reader, input, order);
  const readForecastRuns = forecastRunsReader(read);
  const health = opened.use(
    await Health.watch({ ...checks, engine: () => engineCheck.check() }, logger),
  );
  const appDeps: AppDeps = {
    ...parts,
    ...apiSettings(config, logger),
    sources,
    readForecastRuns,
    recordKeyUse: (id, at) => lastUsed.record(id, at),
    read,
    health,
    work,
    ready: new ReadyResponses(),
    observe,
    // Known once the server listens, before any request.
    publicOrigin: () => new URL(config.publicUrl ?? server.url).origin,
  };
  const untraced = readyFirst(appDeps, createApp(appDeps));
  const traced = tracing && (await import('./server/traced-requests.ts'));
  const app = traced ? traced.tracedRequests(tracing, parts, untraced) : untraced;
  const server = opened.use(await listen(app, config, () => drain.remaining()));
  return { url: server.url, health, readForecastRuns };
}

/** Starts the jobs. What only they use is loaded once the service listens. */
async function startWork(
  config: Config,
  deps: Parts &
    Pick<Serving, 'readForecastRuns'> & { readonly tracing: ProcessTracing | undefined },
  opened: AsyncDisposableStack,
): Promise<JobWorker> {
  const [{ startJobs }, { ThreadBacktests }, { ThreadForecasts }] = await Promise.all([
    import('./jobs.ts'),
    import('@solano/runtime/backtests'),
    import('@solano/runtime/forecasts'),
  ]);
  const { databaseUrl, dispatch, tracing } = deps;
  const runner = new ThreadBacktests(databaseUrl, tracing?.observed);
  const forecasts = new ThreadForecasts(databaseUrl, 1, tracing?.observed);
  const worker = await startJobs(config, {
    ...deps,
    runner,
    forecasts,
    observeModel: tracing?.model,
    onObserved: tracing?.observed,
    ...tracing?.jobs(dispatch),
  });
  opened.defer(() => worker.close());
  // They end before the worker, which would wait for a backtest of a minute.
  opened.use(runner);
  opened.use(forecasts);
  return worker;
}

/** Serves the metrics if the configuration names their address. Returns the observer of every request. */
async function serveMetrics(
  { metricsAddress: address }: Config,
  deps: ServiceMetricsDeps,
  opened: AsyncDisposableStack,
): Promise<RequestHandler | undefined> {
  if (address === undefined) return undefined;
  const { MetricsServer } = await import('@solano/process/metrics-server');
  const { openRegistry } = await import('./service/service-metrics.ts');
  const { registry, observe } = openRegistry(deps);
  opened.use(await MetricsServer.listen(address, registry, deps.log));
  return observe;
}

/** Makes backups if the configuration names a place for them. */
async function openBackupService(
  config: Config,
  { databaseUrl, log }: { readonly databaseUrl: string; readonly log: Log },
): Promise<BackupService | undefined> {
  if (!config.backup) return undefined;
  const { BackupService } = await import('@solano/runtime/backup-service');
  return new BackupService(config, databaseUrl, log);
}

/** Logs the cause of a slow start of the embedded PostgreSQL, which logs nothing here itself. */
function noticesTo(log: Log): RuntimeOptions {
  const recovering = 'PostgreSQL is recovering: the service works as soon as it is ready';
  const full =
    'the disk is full: stored data is readable; writes are rejected until space is freed';
  const small = 'the disk has little space: less of it is reserved for a start on a full disk';
  return {
    onRecovery: (file: string) => log.info({ file }, recovering),
    onFullDisk: (folder: string) => log.error({ folder }, full),
    onRestartFailure: (err: unknown) => log.error({ err }, 'PostgreSQL cannot be started again'),
    onSmallReserve: (folder: string, bytes: number) => log.warn({ folder, bytes }, small),
    onReserveFailure: (err: unknown) => log.warn({ err }, 'disk space cannot be reserved'),
  };
}

/** Makes the folder of the objects, so that the health check notices when it was removed. */
async function makeObjectFolder({ objectStore }: Config, log: Log): Promise<void> {
  if (objectStore.kind !== 'directory') return;
  await makePrivateFolder(objectStore.folder).catch((err: unknown) =>
    log.warn({ err }, 'the folder of the objects cannot be made'),
  );
}

/** A folder that disappeared with its volume would look like one without objects. */
async function checkObjects({ objectStore }: Config, objects: ObjectStore): Promise<void> {
  if (objectStore.kind === 'directory') await access(objectStore.folder);
  await askObjects(objects);
}
