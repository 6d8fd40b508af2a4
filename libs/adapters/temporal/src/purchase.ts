// Runs in Temporal's sandbox, and again from its history: imports types and @temporalio/workflow only.
// Histories outlive a release, so a change of the order of steps needs `patched`; the replay tests tell.
import type { RETRIES } from '@solano/domain';
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
 * How long one try may take. Longer than the step itself gives its database and its call-back,
 * 32 s for a large body: its own time-outs end a try before Temporal begins another.
 */
const TELLING = '1 minute';

/** As above, and half a minute to compute the slowest models, after up to seven others' turns. */
const COMPUTING = '5 minutes';

/**
 * A worker that is killed is known by its silence, long before the try's time is over. Not
 * shorter: a machine under load, or a large body to write, may keep a worker from its beats. One
 * that stalls for longer may still be at work when the next try begins; the steps bear it, as a
 * settled purchase takes no second end.
 */
const SILENCE = '10 seconds';

/** A step is tried for so long at least: workers that were away for a day have not tried yet. */
const LEAST_TRYING_MS = 5 * 60_000;

const CANCELLED = 'The operator of the service has cancelled the purchase.';

type Retries = typeof RETRIES;

/**
 * The workflow of one purchase, by whose id it goes: begin, complete, and when one of them fails
 * for good abandon. It has no time limit of its own: one would end it without a last word.
 */
export async function purchase(id: string, retries: Retries): Promise<void> {
  try {
    const goOn = await persist(retries, TELLING, (tried) => tried.begin(id));
    if (goOn) await persist(retries, COMPUTING, (tried) => tried.complete(id));
  } catch (error) {
    // Any other is a fault of this file: the workflow waits for a release that mends it.
    if (!(error instanceof ActivityFailure) && !isCancellation(error)) throw error;
    // A try that was at work at the cancelling fails with its own error, and has no next one.
    const cancelled = CancellationScope.current().consideredCancelled || isCancellation(error);
    const reason = cancelled ? CANCELLED : reasonIn(error);
    // Nothing comes after this step, so it is never given up: no purchase stays undecided.
    await CancellationScope.nonCancellable(() => activities(retries, TELLING).abandon(id, reason));
    if (cancelled) throw new CancelledFailure(CANCELLED);
  }
}

/** Tries a step until a day has gone since the hand-over, and once more if nobody was there to try. */
async function persist<T>(
  retries: Retries,
  tryFor: string,
  step: (tried: PurchaseActivities) => Promise<T>,
): Promise<T> {
  const least = Math.min(LEAST_TRYING_MS, retries.forMs);
  const left = workflowInfo().startTime.getTime() + retries.forMs - Date.now();
  try {
    return await step(activities(retries, tryFor, Math.max(left, least)));
  } catch (error) {
    if (!isUntried(error)) throw error;
    return step(activities(retries, tryFor, least));
  }
}

/** @param giveUpAfterMs counts from now on, all tries together; left out: never. */
function activities(retries: Retries, tryFor: string, giveUpAfterMs?: number) {
  return proxyActivities<PurchaseActivities>({
    startToCloseTimeout: tryFor,
    heartbeatTimeout: SILENCE,
    ...(giveUpAfterMs !== undefined && { scheduleToCloseTimeout: giveUpAfterMs }),
    // A step that is at work when the operator cancels keeps what it does: it may have told it.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    // As often as the embedded engine tries. Which errors are final the step says, not a list here.
    retry: {
      initialInterval: retries.firstMs,
      backoffCoefficient: retries.factor,
      maximumInterval: retries.longestMs,
    },
  });
}

/** Whether the time was over before a worker took the step, or took it again. */
function isUntried(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof TimeoutFailure)) return false;
  return cause.timeoutType === 'SCHEDULE_TO_CLOSE' || cause.timeoutType === 'SCHEDULE_TO_START';
}

/** The step's own words where it refused for good; undefined: the time was over. */
function reasonIn(error: unknown): string | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.nonRetryable ? cause.message : undefined;
}
