import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Config, VERSION } from '@solano/config';
import { NodeSecrets } from '@solano/crypto';
import { type LinearSolver, PurchaseInputs, RealisedCurves } from '@solano/domain/desk';
import type { Clock, Digest, Log, Pause } from '@solano/domain/kernel';
import { CachedImbalance, PRICE_LIMITS } from '@solano/domain/market';
import type { JobQueue, MessageText, SealKeys, SecretCipher } from '@solano/domain/service';
import { HighsLinearSolver } from '@solano/highs';
import { webhookBody } from '@solano/http/webhook-body';
import {
  ChangeListener,
  migrate,
  type ObserveStatement,
  PostgresDatabase,
  PostgresJobQueue,
  pendingMigrations,
  postgresStores,
} from '@solano/postgres';
import { openSecretsKey } from './secrets.ts';
import type { ProcessTracing } from './tracing.ts';

/** The ports of every process: the stores and the job queue of one database, clock and ids. */
export interface Runtime extends AsyncDisposable, ReturnType<typeof postgresStores> {
  readonly databaseUrl: string;
  /** To be started by a process that runs for long: the stores then cache what does not change. */
  readonly changes: ChangeListener;
  readonly queue: JobQueue;
  /** Gathers the inputs for splitting and evaluating purchases. */
  readonly inputs: PurchaseInputs;
  readonly realisedCurves: RealisedCurves;
  readonly imbalanceDays: CachedImbalance;
  /** Lets other requests be served between the pieces of long work. */
  readonly pause: Pause;
  readonly solver: LinearSolver;
  readonly secrets: NodeSecrets;
  readonly cipher: SecretCipher;
  readonly sealKeys: SealKeys;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly messageText: MessageText;
  readonly digest: Digest;
  /** Migrations that were applied on opening. */
  readonly migrated: readonly string[];
}

/** The migrations that the configured database lacks. Changes nothing. Errors: `store_unavailable`. */
export async function findPendingMigrations(
  config: Config,
  guard: NonNullable<RuntimeOptions['guard']>,
): Promise<string[]> {
  if (config.databaseUrl !== undefined) return pendingMigrations(config.databaseUrl);
  await using server = await openServer(config, { guard });
  return await pendingMigrations(server.url);
}

export interface RuntimeOptions {
  /** Called while the embedded server recovers from a crash, with the file that it reads. */
  readonly onRecovery?: (file: string) => void;
  /** Called where the disk is full and the space that was reserved for this is released. */
  readonly onFullDisk?: (folder: string) => void;
  /** Called, at most once a minute, while an embedded server that ended cannot be started again. */
  readonly onRestartFailure?: (error: unknown) => void;
  /** Called with the bytes of a reserve that is smaller than configured, as the volume is small. */
  readonly onSmallReserve?: (folder: string, bytes: number) => void;
  /** Called, at most once a minute, where disk space cannot be reserved. */
  readonly onReserveFailure?: (error: unknown) => void;
  /** Wraps the start of the embedded server, for cleaning up after a signal. */
  readonly guard?: <T extends AsyncDisposable>(opening: Promise<T>) => Promise<T>;
}

/** A new database has all migrations: the newest are logged by name. */
const MAX_NAMED_MIGRATIONS = 5;

/** Logs which migrations were applied at the start, if any were. */
export function logMigrations(log: Log, { migrated }: Pick<Runtime, 'migrated'>): void {
  if (migrated.length === 0) return;
  const newest = migrated.slice(-MAX_NAMED_MIGRATIONS);
  log.info({ applied: migrated.length, newest }, 'database brought up to date');
}

/**
 * Opens the configured database, the embedded one included, at its current schema. Disposing
 * closes it.
 *
 * @param observe observes the statements of the stores.
 */
export async function openRuntime(
  config: Config,
  options: RuntimeOptions = {},
  observe?: ObserveStatement,
): Promise<Runtime> {
  await using stack = new AsyncDisposableStack();
  const databaseUrl = config.databaseUrl ?? stack.use(await openServer(config, options)).url;
  const migrated = await migrate(databaseUrl);
  const database = stack.use(await PostgresDatabase.connect(databaseUrl, { observe }));
  const changes = new ChangeListener(databaseUrl);
  const secrets = new NodeSecrets();
  const { cipher, sealKeys } = await openSecretsKey(config);
  const opened = stack.move();
  const stores = postgresStores(database, changes);
  return {
    ...stores,
    inputs: new PurchaseInputs({
      ...stores,
      priceLimits: [...PRICE_LIMITS, ...config.marketData.limits],
      software: VERSION,
      pause: setImmediate,
    }),
    realisedCurves: new RealisedCurves(),
    imbalanceDays: new CachedImbalance(),
    databaseUrl,
    changes,
    queue: new PostgresJobQueue(database, databaseUrl),
    solver: new HighsLinearSolver(),
    secrets,
    cipher,
    sealKeys,
    pause: setImmediate,
    clock: () => new Date(),
    newId: () => randomUUID(),
    messageText: webhookBody,
    digest: (text) => secrets.digest(text),
    migrated,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function openServer(config: Config, { guard, ...notices }: RuntimeOptions) {
  // Loaded only where it is used.
  const { openEmbeddedServer } = await import('@solano/embedded-postgres');
  const opening = openEmbeddedServer(config.dataFolder, notices);
  return guard ? guard(opening) : opening;
}

/** Traces this process if the configuration names a collector; to be closed after all that it traces. */
export async function openTracing(
  { tracesUrl }: Config,
  service: string,
  log: Log,
): Promise<ProcessTracing | undefined> {
  if (tracesUrl === undefined) return undefined;
  // Loaded only where it is used.
  const { traceProcess } = await import('./tracing.ts');
  return traceProcess(tracesUrl, service, log);
}
