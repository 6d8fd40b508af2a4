// Runs in Temporal's sandbox, and again from its history: imports types and @temporalio/workflow only.
// Histories outlive a release, so a change of the order of steps needs `patched`; the replay tests fail otherwise.
import type { Retries } from '@solano/domain/service';
import type { ActivityOptions } from '@temporalio/workflow';
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { PurchaseActivities } from './activities.ts';

/**
 * How long one attempt may take of a step that only reports. Longer than the step itself gives its
 * database and its callback, 32 s for a large body: its own timeouts end an attempt before Temporal
 * begins another.
 */
const REPORT_TIMEOUT = '1 minute';

/** The same, and half a minute to compute the slowest models, after up to seven others' turns. */
const COMPUTE_TIMEOUT = '5 minutes';

/**
 * A killed worker is detected by its missing heartbeats, long before the attempt's timeout. Not
 * shorter: a machine under load, or a large body to write, may keep a worker from its beats. One
 * that stalls for longer may still be at work when the next try begins; the steps bear it, as a
 * settled purchase is not settled twice.
 */
const HEARTBEAT_TIMEOUT = '10 seconds';

/** A step is tried for so long at least: workers that were away for a day have not tried yet. */
const MIN_RETRY_MS = 5 * 60_000;

const PURCHASE_CANCELLED = 'The operator of the service has cancelled the purchase.';

/** How the steps of a workflow are retried. */
interface RetryPolicy {
  readonly retries: Retries;
  /** How long one attempt may take. */
  readonly attemptTimeout: string;
}

/** The workflow of one purchase, by whose id it goes: begin, complete, and else abandon. */
export function purchase(id: string, retries: Retries): Promise<void> {
  const reporting = stepsOf<PurchaseActivities>({ retries, attemptTimeout: REPORT_TIMEOUT });
  const computing = stepsOf<PurchaseActivities>({ retries, attemptTimeout: COMPUTE_TIMEOUT });
  return orAbandon(
    async () => {
      const shouldContinue = await retryInTime(retries, (ms) => reporting(ms).begin(id));
      if (shouldContinue) await retryInTime(retries, (ms) => computing(ms).complete(id));
    },
    (reason) => reporting().abandon(id, reason),
    PURCHASE_CANCELLED,
  );
}

/**
 * Runs the steps, and the last one when one of them fails for good. A workflow has no time limit of
 * its own: one would end it without a last word.
 */
async function orAbandon(
  steps: () => Promise<void>,
  abandon: (reason: string | undefined) => Promise<void>,
  whenCancelled: string,
): Promise<void> {
  try {
    await steps();
  } catch (error) {
    // Any other is a fault of this file: the workflow waits for a release that fixes it.
    if (!(error instanceof ActivityFailure) && !isCancellation(error)) throw error;
    // A try that was at work at the cancelling fails with its own error, and has no next one.
    const cancelled = CancellationScope.current().consideredCancelled || isCancellation(error);
    const reason = cancelled ? whenCancelled : reasonIn(error);
    // Nothing comes after this step, so it is never given up: nothing stays undecided.
    await CancellationScope.nonCancellable(() => abandon(reason));
    if (cancelled) throw new CancelledFailure(whenCancelled);
  }
}

/**
 * Retries a step until the time since the dispatch is over, and once more if no worker was available.
 *
 * @param step is given how long it may be tried.
 */
async function retryInTime<T>(
  { forMs }: Retries,
  step: (giveUpAfterMs: number) => Promise<T>,
): Promise<T> {
  const min = Math.min(MIN_RETRY_MS, forMs);
  const left = workflowInfo().startTime.getTime() + forMs - Date.now();
  try {
    return await step(Math.max(left, min));
  } catch (error) {
    if (!isUntried(error)) throw error;
    return step(min);
  }
}

/** Gives the steps, which are given up after a time, all tries together; undefined: never. */
function stepsOf<Steps extends object>(policy: RetryPolicy) {
  return (giveUpAfterMs?: number) => proxyActivities<Steps>(optionsOf(policy, giveUpAfterMs));
}

function optionsOf(
  { retries, attemptTimeout }: RetryPolicy,
  giveUpAfterMs?: number,
): ActivityOptions {
  return {
    startToCloseTimeout: attemptTimeout,
    heartbeatTimeout: HEARTBEAT_TIMEOUT,
    ...(giveUpAfterMs !== undefined && { scheduleToCloseTimeout: giveUpAfterMs }),
    // A step that runs when the operator cancels finishes: it may have reported already.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    // As often as the embedded engine tries. Which errors are final the step says, not a list here.
    retry: {
      initialInterval: retries.firstMs,
      backoffCoefficient: retries.factor,
      maximumInterval: retries.longestMs,
    },
  };
}

/** Whether the time was over before a worker started the step, or started it again. */
function isUntried(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof TimeoutFailure)) return false;
  return cause.timeoutType === 'SCHEDULE_TO_CLOSE' || cause.timeoutType === 'SCHEDULE_TO_START';
}

/** The step's own words where it rejected for good; undefined: the time was over. */
function reasonIn(error: unknown): string | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.nonRetryable ? cause.message : undefined;
}
