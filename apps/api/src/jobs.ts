import { randomUUID } from 'node:crypto';
import { nodeTimers } from '@solano/async';
import type { Config } from '@solano/config';
import {
  type BacktestStore,
  backtestTask,
  directUpdates,
  dispatchTask,
  type GateClosingDeps,
  gateClosingSchedule,
  purchaseSteps,
  purchaseTask,
  type RealiseDeps,
  realisedSchedule,
  type StepDeps,
} from '@solano/domain/desk';
import type { ObjectStore } from '@solano/domain/kernel';
import { type MarketDataStore, marketTask, type PriceStore } from '@solano/domain/market';
import { auditSealing, housekeeping } from '@solano/domain/operations';
import {
  type ConsoleSessionStore,
  type DeliveryDeps,
  deliverySteps,
  type EncryptDeps,
  type JobQueue,
  JobWorker,
  messageTask,
  type SealDeps,
  type SecretCipher,
  scheduleTask,
  type Task,
  type WebhookStore,
  webhookHold,
} from '@solano/domain/service';
import { ThreadBacktests } from '@solano/runtime/backtests';
import { openTemporal, type TemporalDispatch } from '@solano/runtime/temporal';

/** The common dependencies of the tasks of all features. */
type JobDeps = StepDeps &
  SealDeps &
  RealiseDeps &
  GateClosingDeps &
  DeliveryDeps &
  EncryptDeps & {
    readonly queue: JobQueue;
    readonly consoleSessions: ConsoleSessionStore;
    readonly webhooks: WebhookStore;
    readonly cipher: SecretCipher;
    readonly market: MarketDataStore;
    readonly prices: PriceStore;
    readonly backtests: BacktestStore;
    readonly objects: ObjectStore;
    readonly databaseUrl: string;
  };

/**
 * This process's part of the jobs: purchases, which it computes or dispatches to Temporal, webhook
 * messages, backtests, schedules and market data.
 */
export class Jobs implements AsyncDisposable {
  readonly #config: Config;
  readonly #deps: JobDeps;
  readonly #temporal: TemporalDispatch | undefined;
  #worker: JobWorker | undefined;

  static async open(config: Config, deps: JobDeps): Promise<Jobs> {
    const { workflow } = config;
    const temporal = workflow.kind === 'temporal' ? await openTemporal(workflow) : undefined;
    return new Jobs(config, deps, temporal);
  }

  private constructor(config: Config, deps: JobDeps, temporal: TemporalDispatch | undefined) {
    this.#config = config;
    this.#deps = deps;
    this.#temporal = temporal;
  }

  /** Metrics for Prometheus; undefined if this process computes purchases itself. */
  get dispatchMetrics(): TemporalDispatch['metrics'] | undefined {
    return this.#temporal?.metrics;
  }

  /** Begins to work, in a moment if it can. Disposing of the result waits a few seconds for running steps. */
  async start(): Promise<AsyncDisposable> {
    const { log, queue, clock } = this.#deps;
    const opened = new AsyncDisposableStack();
    const runner = new ThreadBacktests(this.#deps.databaseUrl);
    const tasks = [
      this.#purchaseTask(),
      messageTask(deliverySteps(this.#deps), { isHeld: webhookHold(this.#deps) }),
      backtestTask({ ...this.#deps, runner }),
      scheduleTask(
        [
          housekeeping(this.#deps),
          auditSealing(this.#deps),
          realisedSchedule(this.#deps),
          gateClosingSchedule(this.#deps),
        ],
        { clock, log },
      ),
    ];
    if (this.#config.marketData.sources.length > 0) tasks.push(await this.#marketTask());
    const worker = JobWorker.start({ queue, tasks, timers: nodeTimers, log });
    this.#worker = worker;
    opened.defer(() => worker.close());
    // This ends before the worker, which would wait for a backtest of a minute.
    opened.use(runner);
    await worker.began;
    return opened;
  }

  /**
   * Checks that this process works on jobs, once it has begun, and that Temporal responds. Errors:
   * `engine_unavailable`.
   */
  async check(): Promise<void> {
    await Promise.all([this.#worker?.check(), this.#temporal?.check()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#temporal?.[Symbol.asyncDispose]();
  }

  /** Market data are collected if a source is configured. */
  async #marketTask(): Promise<Task> {
    // The module is loaded only if it is needed.
    const { openCollecting, predictInThread } = await import('@solano/runtime/market');
    const { marketData } = this.#config;
    const plan = { everyMs: marketData.pollEveryMs, seed: randomUUID() };
    const predict = () => predictInThread(this.#deps.databaseUrl);
    const collecting = openCollecting(this.#config, this.#deps, this.#deps);
    return marketTask({ ...collecting, prices: this.#deps.prices, plan, predict });
  }

  #purchaseTask(): Task {
    const { purchases, log } = this.#deps;
    if (this.#temporal) return dispatchTask({ purchases, workflow: this.#temporal, log });
    return purchaseTask(purchaseSteps(this.#deps, directUpdates(this.#deps)), { log });
  }
}
