import { setTimeout as pause } from 'node:timers/promises';
import type { PurchaseWorkflow } from '@solano/domain/desk/jobs';
import { SolanoError } from '@solano/domain/kernel';
import { RETRIES, type Retries } from '@solano/domain/service';
import {
  Client,
  Connection,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/client';
import { connectionOptions, type TemporalCluster } from './cluster.ts';
import type { DispatchMetrics, Outcome } from './metrics.ts';
import type { purchase } from './workflows.ts';

/** The engine has two seconds to accept a purchase: the rest of them is for the response. */
const TIMEOUT_MS = 1_500;

/** A cluster that has too much to do at the moment says so by this gRPC code: it is asked again. */
const RESOURCE_EXHAUSTED = 8;
const BUSY_PAUSE_MS = 100;

/** The exported name of the sandboxed function; persisted, so it stays. */
const PURCHASE = 'purchase';

/** An id, as the purchase itself may exceed Temporal's limit. */
type Args = Parameters<typeof purchase>;

export interface WorkflowOptions extends TemporalCluster {
  readonly metrics?: DispatchMetrics;
  readonly retries?: Retries;
  /** Milliseconds that the cluster has for a call. */
  readonly timeoutMs?: number;
}

/** Starts the workflows of purchases on a Temporal cluster, whether a worker runs or not. */
export class TemporalPurchaseWorkflow implements PurchaseWorkflow, AsyncDisposable {
  readonly #options: WorkflowOptions;
  readonly #connection: Connection;
  readonly #client: Client;

  /** Connects when there is something to start. */
  static connect(options: WorkflowOptions): TemporalPurchaseWorkflow {
    return new TemporalPurchaseWorkflow(options);
  }

  private constructor(options: WorkflowOptions) {
    this.#options = options;
    this.#connection = Connection.lazy({
      ...connectionOptions(options),
      // The default one retries, whatever the deadline: a call to a dead server would take 3 to 18 s.
      interceptors: [],
      // After an outage the connection is retried soon, not after two minutes.
      channelArgs: {
        'grpc.initial_reconnect_backoff_ms': 250,
        'grpc.max_reconnect_backoff_ms': 2_000,
      },
    });
    this.#client = new Client({ connection: this.#connection, namespace: options.namespace });
  }

  async start(purchaseId: string, { again = false } = {}): Promise<void> {
    const { metrics, retries = RETRIES } = this.#options;
    const before = performance.now();
    const observe = (outcome: Outcome) =>
      metrics?.observe(outcome, (performance.now() - before) / 1_000);
    try {
      await this.#startInTime([purchaseId, retries], again);
      observe('taken');
    } catch (cause) {
      observe('refused');
      throw rejected('The workflow engine does not take purchases at the moment.', cause);
    }
  }

  async check(): Promise<void> {
    const { namespace, timeoutMs = TIMEOUT_MS } = this.#options;
    try {
      await this.#client.withDeadline(Date.now() + timeoutMs, () =>
        this.#connection.workflowService.describeNamespace({ namespace }),
      );
    } catch (cause) {
      throw rejected('The workflow engine cannot be reached.', cause);
    }
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #startInTime(args: Args, again: boolean): Promise<void> {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    const before = performance.now();
    for (;;) {
      // gRPC counts by the wall clock, which may step between two calls.
      const leftMs = timeoutMs - (performance.now() - before);
      try {
        const start = () => this.#start(args, again);
        return await this.#client.withDeadline(Date.now() + leftMs, start);
      } catch (error) {
        const hasTime = performance.now() - before + BUSY_PAUSE_MS < timeoutMs;
        if (!isBusy(error) || !hasTime) throw error;
      }
      await pause(BUSY_PAUSE_MS);
    }
  }

  /** Starts the workflow. One that runs, or has come to its own end, stays as it is. */
  async #start(args: Args, again: boolean): Promise<void> {
    const options = {
      workflowId: args[0],
      taskQueue: this.#options.taskQueue,
      // A workflow that has ended by itself is run again only if that is asked for; one that was
      // terminated or cancelled always is: else its purchase could not be settled. The steps leave
      // alone what is settled, as they do when Temporal has deleted the workflow after the
      // retention time of the namespace.
      workflowIdReusePolicy: again ? 'ALLOW_DUPLICATE' : 'ALLOW_DUPLICATE_FAILED_ONLY',
      // A workflow that runs continues undisturbed.
      workflowIdConflictPolicy: 'USE_EXISTING',
    } as const;
    try {
      await this.#client.workflow.start<typeof purchase>(PURCHASE, { ...options, args });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}

function rejected(message: string, cause: unknown): SolanoError {
  return new SolanoError('engine_unavailable', message, { cause });
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return isGrpcServiceError(cause) && cause.code === RESOURCE_EXHAUSTED;
}
