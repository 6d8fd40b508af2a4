import { nodeTimers } from '@solano/async';
import type { Config } from '@solano/config';
import type {
  CallbackTokens,
  ConsoleSessionStore,
  DeliveryDeps,
  JobQueue,
  PurchaseWorkflow,
  RealiseDeps,
  StepDeps,
  Task,
  WebhookStore,
} from '@solano/domain';
import {
  deliverySteps,
  dispatchTask,
  housekeeping,
  JobWorker,
  messageTask,
  purchaseTask,
  realisedSchedule,
  scheduleTask,
} from '@solano/domain';
import { openPurchaseSteps, openTemporal, openWebhookSender } from '@solano/runtime/purchases';

type JobDeps = Omit<StepDeps, 'callback'> &
  RealiseDeps &
  Omit<DeliveryDeps, 'sender'> & {
    readonly queue: JobQueue;
    readonly consoleSessions: ConsoleSessionStore;
    readonly webhooks: Pick<WebhookStore, 'purgeSettled'>;
    readonly callbackTokens: CallbackTokens;
  };

/**
 * This process's part of the jobs: purchases, which the embedded engine carries out and Temporal is
 * given, webhook messages and schedules.
 */
export class Jobs implements AsyncDisposable {
  readonly #config: Config;
  readonly #deps: JobDeps;
  readonly #temporal: (PurchaseWorkflow & AsyncDisposable) | undefined;
  #worker: JobWorker | undefined;

  static async open(config: Config, deps: JobDeps): Promise<Jobs> {
    const { workflow } = config;
    const temporal = workflow.kind === 'temporal' ? await openTemporal(workflow) : undefined;
    return new Jobs(config, deps, temporal);
  }

  private constructor(
    config: Config,
    deps: JobDeps,
    temporal: (PurchaseWorkflow & AsyncDisposable) | undefined,
  ) {
    this.#config = config;
    this.#deps = deps;
    this.#temporal = temporal;
  }

  /**
   * Begins to work, in a moment if it can. Disposing of what is returned lets steps under way finish, for a few seconds.
   *
   * @param url where the update endpoint is called back.
   */
  async start(url: string): Promise<AsyncDisposable> {
    const { log, queue, clock } = this.#deps;
    const opened = new AsyncDisposableStack();
    const sender = opened.use(openWebhookSender(this.#config));
    const tasks = [
      this.#purchaseTask(url, opened),
      messageTask(deliverySteps({ ...this.#deps, sender })),
      scheduleTask([housekeeping(this.#deps), realisedSchedule(this.#deps)], { clock, log }),
    ];
    const worker = JobWorker.start({ queue, tasks, timers: nodeTimers, log });
    this.#worker = worker;
    opened.defer(() => worker.close());
    await worker.began;
    return opened;
  }

  /** Whether this process works on jobs, once it has begun, and Temporal answers. Errors: `engine_unavailable`. */
  async check(): Promise<void> {
    await Promise.all([this.#worker?.check(), this.#temporal?.check()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#temporal?.[Symbol.asyncDispose]();
  }

  #purchaseTask(url: string, opened: AsyncDisposableStack): Task {
    const { purchases, log } = this.#deps;
    if (this.#temporal) return dispatchTask({ purchases, workflow: this.#temporal, log });
    return purchaseTask(opened.use(openPurchaseSteps(url, this.#deps)), { log });
  }
}
