import type { DLogger } from '@dbos-inc/dbos-sdk';
import { DBOS, DBOSClient, Error as Dbos } from '@dbos-inc/dbos-sdk';
import { dbRetryConfig } from '@dbos-inc/dbos-sdk/internal/utils';
import type { Pool } from 'pg';
import type { Connections } from './connections.ts';
import { openConnections } from './connections.ts';
import { engineLog } from './engine-log.ts';
import { keepHouse } from './housekeeping.ts';
import type { RunsDeps } from './runs.ts';
import { Runs } from './runs.ts';
import {
  APPLICATION,
  DELIVERIES,
  EXECUTOR,
  PURCHASES,
  SCHEMA,
  UNUSED_ADDRESS,
  VERSION,
} from './settings.ts';

/** How long DBOS may take to shut down before its connections are cut. */
const SHUTDOWN_MS = 1_000;

/** How long it may take, in that time, to write down that workflows have just ended. */
const CONCLUDING_MS = 250;

/** DBOS is one per process, and takes its workflows before it is launched: this is what they run. */
let current: Runs | undefined;

register(PURCHASES.workflow, (runs, id, handedOverAt) => runs.purchase(id, handedOverAt));
register(DELIVERIES.workflow, (runs, id, handedOverAt) => runs.delivery(id, handedOverAt));

// After a lost connection DBOS waits up to a minute by default; the database is back in seconds.
dbRetryConfig.initialBackoffSec = 0.25;
dbRetryConfig.maxBackoffSec = 2;

/** DBOS at work in this process. The caller holds the runner lock. */
export class Engine {
  readonly #runs: Runs;
  readonly #connections: Connections;
  readonly #stopping = new AbortController();
  #housekeeping: Promise<void> = Promise.resolve();

  /** Launches DBOS, which takes up what an earlier engine left. Aborting the signal cuts it short. */
  static async start(databaseUrl: string, deps: RunsDeps, signal: AbortSignal): Promise<Engine> {
    signal.throwIfAborted();
    if (current) throw new Error('another workflow engine runs in this process');
    // A few connections: four steps that are remembered now and then, one poll at a time.
    const connections = openConnections(databaseUrl, { max: 6, connectionTimeoutMillis: 10_000 });
    const engine = new Engine(connections, deps);
    current = engine.#runs;
    const cut = () => connections.cut();
    signal.addEventListener('abort', cut, { once: true });
    try {
      await engine.#launch(deps);
      return engine;
    } catch (error) {
      await engine.stop();
      throw error;
    } finally {
      signal.removeEventListener('abort', cut);
    }
  }

  private constructor(connections: Connections, deps: RunsDeps) {
    this.#connections = connections;
    this.#runs = new Runs(deps);
  }

  /** Lets the steps under way finish, for a few seconds, and leaves nothing open. */
  async stop(): Promise<void> {
    await this.#runs.stop();
    this.#stopping.abort();
    const timer = setTimeout(() => this.#connections.cut(), SHUTDOWN_MS);
    try {
      await this.#housekeeping;
      await DBOS.shutdown({ workflowCompletionTimeoutMS: CONCLUDING_MS });
    } finally {
      clearTimeout(timer);
      await this.#connections.close();
      current = undefined;
    }
  }

  async #launch({ log }: RunsDeps): Promise<void> {
    let launched = false;
    const isQuiet = () => !launched || this.#stopping.signal.aborted;
    const options = optionsOf(this.#connections.pool, engineLog(log, isQuiet));
    await registerQueues(options);
    DBOS.setConfig(options);
    await DBOS.launch();
    launched = true;
    const { signal } = this.#stopping;
    this.#housekeeping = keepHouse((id) => this.#runs.isRunning(id), log, signal);
  }
}

function register(
  name: string,
  run: (runs: Runs, id: string, handedOverAt: number) => Promise<void>,
): void {
  DBOS.registerWorkflow(
    (id: string, handedOverAt: number) => {
      if (!current) throw new Dbos.DBOSWorkflowConflictError(id);
      return run(current, id, handedOverAt);
    },
    // Each restart of the service counts as an attempt to recover: no number of them may end a
    // purchase, which the default of 100 would.
    { name, maxRecoveryAttempts: Number.MAX_SAFE_INTEGER - 1 },
  );
}

/** Before the launch: a queue that comes later is not looked at for another second. */
async function registerQueues(options: ReturnType<typeof optionsOf>): Promise<void> {
  const client = await DBOSClient.create({ ...options, applicationName: APPLICATION });
  // Neither is the limit of steps at a time, which `Runs` has: a purchase whose call-back is down
  // for hours keeps its place here, and the others must not wait for it.
  await client.registerQueue(PURCHASES.queue, {
    workerConcurrency: 1_000,
    // A purchase is begun 0.05 s after its submission, on average; to look so often costs 1 % of
    // a core, and half of it is what DBOS costs anyway.
    minPollingIntervalMs: 100,
  });
  await client.registerQueue(DELIVERIES.queue, {
    // Those to a dead endpoint keep their places for three days.
    workerConcurrency: 10_000,
    minPollingIntervalMs: 500,
  });
  await client.destroy();
}

function optionsOf(pool: Pool, logger: DLogger) {
  return {
    name: APPLICATION,
    logger,
    systemDatabaseUrl: UNUSED_ADDRESS,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: SCHEMA,
    applicationVersion: VERSION,
    executorID: EXECUTOR,
    // Done before, under a lock: see `schema.ts`.
    runMigrations: false,
    // Notifications serve messages between workflows, of which there are none, and not queues.
    useListenNotify: false,
    // Nothing is scheduled.
    schedulerPollingIntervalMs: 3_600_000,
  };
}
