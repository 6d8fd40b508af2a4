import { setTimeout as pause } from 'node:timers/promises';
import type { PurchaseWorkflow } from '@solano/domain';
import { RETRIES, SolanoError } from '@solano/domain';
import {
  Client,
  Connection,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/client';
import type { TemporalCluster } from './cluster.ts';
import { connectionOptions } from './cluster.ts';
import type { HandOverMetrics, Outcome } from './metrics.ts';
import type { purchase } from './purchase.ts';

/** The engine has two seconds to take a purchase: the rest of them is for answering. */
const ANSWER_MS = 1_500;

/** A cluster that has too much to do at the moment says so by this gRPC code: it is asked again. */
const RESOURCE_EXHAUSTED = 8;
const BUSY_PAUSE_MS = 100;

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
      await this.#startUntil(Date.now() + ANSWER_MS, purchaseId);
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

  /** @param deadline ends the last try, in milliseconds since the epoch. */
  async #startUntil(deadline: number, purchaseId: string): Promise<void> {
    for (;;) {
      try {
        return await this.#client.withDeadline(deadline, () => this.#start(purchaseId));
      } catch (error) {
        if (!isBusy(error) || Date.now() + BUSY_PAUSE_MS >= deadline) throw error;
      }
      await pause(BUSY_PAUSE_MS);
    }
  }

  /** Starts the workflow. One that runs, or has come to its own end, stays as it is. */
  async #start(purchaseId: string): Promise<void> {
    const { taskQueue, retries = RETRIES } = this.#options;
    const options = {
      workflowId: purchaseId,
      taskQueue,
      // One that has come to its own end is not run again; one that was terminated, or cancelled,
      // is: else its purchase could not be mended. The steps leave alone what is settled, as they
      // do when Temporal has forgotten the workflow after the retention time of the namespace.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
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

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return isGrpcServiceError(cause) && cause.code === RESOURCE_EXHAUSTED;
}
