import {
  type PurchaseSteps,
  type PurchaseWorkflow,
  purchaseJob,
  purchaseTask,
} from '@solano/domain/desk/jobs';
import {
  type DeliverySteps,
  type JobQueue,
  JobWorker,
  messageJob,
  messageTask,
  type Retries,
  type Timers,
} from '@solano/domain/service';

/** What an engine runs. */
export interface EngineSteps {
  readonly steps: PurchaseSteps;
  readonly deliveries?: DeliverySteps;
  readonly deliveryRetries?: Retries;
}

/** A worker that is at work on a queue. Disposing of it stops it. */
export interface JobEngine extends AsyncDisposable {
  readonly workflow: PurchaseWorkflow;
  deliver(deliveryId: string, webhookId: string): Promise<void>;
}

/** Starts a worker that runs these steps, on a queue of its own. */
export type OpenJobEngine = (engine: EngineSteps) => Promise<JobEngine>;

export const nodeTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const nothing = { async send() {}, async abandon() {} };

/** A worker on this queue, once it works. */
export async function openJobEngine(
  queue: JobQueue,
  { steps, deliveries = nothing, deliveryRetries }: EngineSteps,
): Promise<JobEngine> {
  const log = { info() {}, warn() {}, error() {} };
  const tasks = [
    purchaseTask(steps, { log }),
    messageTask(deliveries, { retries: deliveryRetries }),
  ];
  const worker = JobWorker.start({ queue, tasks, timers: nodeTimers, log });
  await worker.began;
  return {
    workflow: {
      start: (id) => queue.add([purchaseJob({ id, customerId: 'customer' })]),
      check: () => worker.check(),
    },
    deliver: (id, webhookId) => queue.add([messageJob({ id, webhookId })]),
    [Symbol.asyncDispose]: () => worker.close(),
  };
}
