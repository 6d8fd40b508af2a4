import type { PurchaseWorkflow } from '@solano/domain';
import { RETRIES, SolanoError } from '@solano/domain';
import { Client, Connection, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { TemporalCluster } from './cluster.ts';
import { connectionOptions } from './cluster.ts';
import type { HandOverMetrics, Outcome } from './metrics.ts';
import type { purchase } from './purchase.ts';

/** The engine has two seconds to take a purchase: the rest of them is for answering. */
const ANSWER_MS = 1_500;

/** The exported name of the sandboxed function; persisted, so it stays. */
const WORKFLOW = 'purchase';

export interface WorkflowOptions extends TemporalCluster {
  readonly metrics?: HandOverMetrics;
  readonly retries?: typeof RETRIES;
}

/** Hands purchases to a Temporal cluster, whether a worker runs at the moment or not. */
export class TemporalPurchaseWorkflow implements PurchaseWorkflow, AsyncDisposable {
  readonly #options: WorkflowOptions;
  readonly #connection: Connection;
  readonly #client: Client;

  /** Connects when there is something to hand over. */
  static connect(options: WorkflowOptions): TemporalPurchaseWorkflow {
    return new TemporalPurchaseWorkflow(options);
  }

  private constructor(options: WorkflowOptions) {
    this.#options = options;
    this.#connection = Connection.lazy({
      ...connectionOptions(options),
      // The default one retries, whatever the deadline: a call to a dead server would take 3 to 18 s.
      interceptors: [],
      // After an outage the cluster is tried again soon, not after two minutes.
      channelArgs: {
        'grpc.initial_reconnect_backoff_ms': 250,
        'grpc.max_reconnect_backoff_ms': 2_000,
      },
    });
    this.#client = new Client({ connection: this.#connection, namespace: options.namespace });
  }

  async submit(purchaseId: string): Promise<void> {
    const before = performance.now();
    const observe = (outcome: Outcome) =>
      this.#options.metrics?.observe(outcome, (performance.now() - before) / 1_000);
    try {
      await this.#client.withDeadline(Date.now() + ANSWER_MS, () => this.#start(purchaseId));
      observe('taken');
    } catch (cause) {
      observe('refused');
      const message = 'The workflow engine does not take purchases at the moment.';
      throw new SolanoError('engine_unavailable', message, { cause });
    }
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Starts the workflow. One that is there, in whatever state, stays as it is. */
  async #start(purchaseId: string): Promise<void> {
    const { taskQueue, retries = RETRIES } = this.#options;
    const options = {
      workflowId: purchaseId,
      taskQueue,
      // One that has ended is not run again. Temporal forgets it when the retention time of the
      // namespace is over; after that the steps see that the purchase is settled.
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      // One that runs is left to run.
      workflowIdConflictPolicy: 'USE_EXISTING',
    } as const;
    // The id, and how often to try: the purchase itself may be larger than Temporal takes.
    const args: Parameters<typeof purchase> = [purchaseId, retries];
    try {
      await this.#client.workflow.start<typeof purchase>(WORKFLOW, { ...options, args });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}
