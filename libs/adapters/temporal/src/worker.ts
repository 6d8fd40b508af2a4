import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '@solano/async';
import type { PurchaseSteps } from '@solano/domain/desk/jobs';
import type { Log } from '@solano/domain/kernel';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createActivities, HEARTBEAT_INTERVAL_MS } from './activities.ts';
import { workflowBundle } from './bundle.ts';
import { connectionOptions, type TemporalCluster } from './cluster.ts';
import { installRuntime } from './runtime.ts';

export interface RunnerOptions extends TemporalCluster {
  readonly steps: PurchaseSteps;
  readonly log: Log;
  /** IP address:port where Prometheus finds the worker's metrics; undefined: none are served. */
  readonly metricsAddress?: string | undefined;
  /** How long what looks like a configuration is retried, in ms. */
  readonly misconfiguredMs?: number;
}

/** How many steps are under way at a time: each computes for a moment, then waits for HTTP. */
const STEP_CONCURRENCY = 8;

/** How long a stop waits for the steps that are under way before it gives them to other workers. */
const GRACE_PERIOD_MS = 7_000;
/** After this long a stop leaves what still hangs. */
const STOP_TIMEOUT_MS = 8_500;

/** How long a cluster that accepts the connection may be silent. */
const CONNECT_TIMEOUT_MS = 5_000;
const SILENT = 'The cluster accepted the connection and did not respond.';

/** The pause after a cluster that was not reached, or a worker that fell. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 2_000;
const STABLE_AFTER_MS = 10_000;

/** Runs purchases that are dispatched to a Temporal cluster, in company of any number of others. */
export class TemporalPurchaseRunner implements AsyncDisposable {
  readonly #options: RunnerOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #pauseMs = FIRST_PAUSE_MS;

  /** Begins at once and waits for nothing: a cluster that is unavailable is waited for, and logged. */
  static run(options: RunnerOptions): TemporalPurchaseRunner {
    return new TemporalPurchaseRunner(options);
  }

  private constructor(options: RunnerOptions) {
    this.#options = options;
    installRuntime(options.log, options.metricsAddress);
    this.#running = this.#keepServing();
  }

  /** Accepts no more purchases, lets running steps finish for a few seconds, leaves nothing open. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #keepServing(): Promise<void> {
    const { signal } = this.#closing;
    let isLogged = false;
    while (!signal.aborted) {
      const since = performance.now();
      try {
        await this.#serve(() => (isLogged = false));
      } catch (err) {
        if (signal.aborted) return;
        if (!isLogged) this.#options.log.error({ err }, 'Temporal is not available: retrying');
        isLogged = true;
        await this.#rest(performance.now() - since > STABLE_AFTER_MS);
      }
    }
  }

  /** Runs the worker until it is closed or fails, and throws why. */
  async #serve(started: () => void): Promise<void> {
    const { signal } = this.#closing;
    const connection = await connected(this.#options, signal);
    try {
      const worker = await this.#worker(connection);
      if (signal.aborted) return;
      const stop = () => {
        if (worker.getState() === 'RUNNING') worker.shutdown();
      };
      signal.addEventListener('abort', stop, { once: true });
      const running = worker.run();
      this.#options.log.info({}, 'this process works on purchases from Temporal');
      started();
      await running.finally(() => signal.removeEventListener('abort', stop));
    } finally {
      await connection.close();
    }
  }

  async #worker(connection: NativeConnection): Promise<Worker> {
    const { namespace, taskQueue, steps, misconfiguredMs } = this.#options;
    const { code, buildId } = await workflowBundle();
    return Worker.create({
      connection,
      namespace,
      taskQueue,
      workflowBundle: { code },
      activities: createActivities(steps, misconfiguredMs),
      maxConcurrentActivityTaskExecutions: STEP_CONCURRENCY,
      // Histories show which build did what. Temporal does not choose workers by it: a release
      // would need an operator to make it the current one. Replay tests keep builds compatible.
      workerDeploymentOptions: {
        version: { deploymentName: 'solano', buildId },
        useWorkerVersioning: false,
      },
      // A workflow waits so long for the worker that has it in memory, which may have been killed.
      stickyQueueScheduleToStartTimeout: '1s',
      // By default eight seconds of the ten that Temporal bears: a stall of two would look like death.
      maxHeartbeatThrottleInterval: HEARTBEAT_INTERVAL_MS,
      shutdownGraceTime: GRACE_PERIOD_MS,
      shutdownForceTime: STOP_TIMEOUT_MS,
    });
  }

  async #rest(wasSteady: boolean): Promise<void> {
    const ms = wasSteady ? FIRST_PAUSE_MS : this.#pauseMs;
    this.#pauseMs = Math.min(ms * 2, MAX_PAUSE_MS);
    await pause(ms, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}

/**
 * Connects. Aborting the signal ends the waiting, as do five seconds in which the cluster does not
 * respond: the SDK would wait for thirty. A connection that comes later is closed.
 */
async function connected(cluster: TemporalCluster, signal: AbortSignal): Promise<NativeConnection> {
  signal.throwIfAborted();
  const connecting = NativeConnection.connect(connectionOptions(cluster));
  try {
    return await withTimeout(CONNECT_TIMEOUT_MS, connecting, { message: SILENT, signal });
  } catch (error) {
    void connecting.then(
      (connection) => connection.close(),
      () => undefined,
    );
    throw error;
  }
}
