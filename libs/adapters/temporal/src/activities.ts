import { type PurchaseSteps, reasonOf } from '@solano/domain/desk/jobs';
import { isSolanoError } from '@solano/domain/kernel';
import { isTransient, MISCONFIGURED_MS } from '@solano/domain/service';
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';

/** A step at work gives a sign of life so often; the SDK holds none back for longer. */
export const HEARTBEAT_INTERVAL_MS = 2_000;

/** The activities of the purchase workflow. */
export interface PurchaseActivities {
  begin(purchaseId: string): Promise<boolean>;
  complete(purchaseId: string): Promise<void>;
  /** @param reason undefined: the time was over. */
  abandon(purchaseId: string, reason?: string): Promise<void>;
}

/**
 * The domain's steps as activities: errors are either transient or final.
 *
 * @param misconfiguredMs how long what looks like a configuration is retried.
 */
export function createActivities(
  steps: PurchaseSteps,
  misconfiguredMs?: number,
): PurchaseActivities {
  return {
    begin: (id) => run((attempt) => steps.begin(id, attempt), misconfiguredMs),
    complete: (id) => run((attempt) => steps.complete(id, attempt), misconfiguredMs),
    abandon: (id, reason = reasonOf(undefined)) =>
      run((attempt) => steps.abandon(id, reason, attempt)),
  };
}

/** State that the attempts of a step hand on, as details of their heartbeats. */
interface Memory {
  /** When the first of the last failures in a row was that looked like a configuration, in ms. */
  readonly misconfiguredSince?: number;
}

async function run<T>(
  step: (attempt: number) => Promise<T>,
  misconfiguredMs = MISCONFIGURED_MS,
): Promise<T> {
  const context = Context.current();
  const memory = (context.info.heartbeatDetails ?? {}) as Memory;
  const beating = setInterval(() => context.heartbeat(memory), HEARTBEAT_INTERVAL_MS);
  try {
    return await untilStopped(context, step(context.info.attempt));
  } catch (error) {
    if (error instanceof CancelledFailure) throw error;
    const since = isSolanoError(error, 'report_misconfigured')
      ? (memory.misconfiguredSince ?? Date.now())
      : undefined;
    if (since !== memory.misconfiguredSince) {
      context.heartbeat(since === undefined ? {} : { misconfiguredSince: since });
    }
    const isOver = since !== undefined && Date.now() - since >= misconfiguredMs;
    throw failureOf(error, isOver || !isTransient(error));
  } finally {
    clearInterval(beating);
  }
}

/** Converts an error for Temporal: a final one carries the purchase's error message. */
function failureOf(error: unknown, nonRetryable: boolean): ApplicationFailure {
  const type = isSolanoError(error) ? { type: error.code } : {};
  const message = nonRetryable ? { message: reasonOf(error) } : {};
  return ApplicationFailure.fromError(error, { ...type, ...message, nonRetryable });
}

/**
 * Waits for the step, or until this worker has no more time: another then starts the step at once,
 * not after the timeout. A workflow that is cancelled lets the step under way finish.
 */
async function untilStopped<T>(context: Context, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  context.cancellationSignal.addEventListener('abort', () => {
    if (context.cancellationDetails?.workerShutdown) {
      reject(context.cancellationSignal.reason as Error);
    }
  });
  work.then(resolve, reject);
  return promise;
}
