import type { NewJob, Task } from '../jobs/job.ts';
import { PURCHASE_JOB } from '../jobs/job.ts';
import { isTransient, RETRIES } from '../jobs/retries.ts';
import type { Log } from '../log.ts';
import type { Purchase, PurchaseStore } from './purchase.ts';
import { isOver, purchaseFields } from './purchase.ts';
import type { PurchaseSteps, PurchaseWorkflow } from './workflow.ts';
import { reasonOf } from './workflow.ts';

/** Each computes for a moment, then waits for HTTP. */
const STEP_CONCURRENCY = 4;
/** Each waits for the network. */
const START_CONCURRENCY = 32;

/** How starting a workflow is retried: without end, and soon after the engine's return. */
const START_RETRIES = { firstMs: 1_000, factor: 2, longestMs: 15_000, forMs: Infinity };
/** What is not settled after that is offered again: an engine may have lost its data. */
const RECHECK_MS = 45_000;

/** The job that comes with each purchase. Customers take turns. */
export function purchaseJob({ id, customerId }: Pick<Purchase, 'id' | 'customerId'>): NewJob {
  return { kind: PURCHASE_JOB, subject: id, lane: customerId };
}

/** Carries purchases out in this process: begin, complete, and where one of them fails, abandon. */
export function purchaseTask(
  steps: PurchaseSteps,
  { log, retries = RETRIES }: { readonly log: Log; readonly retries?: typeof RETRIES },
): Task {
  return {
    kind: PURCHASE_JOB,
    concurrency: STEP_CONCURRENCY,
    retries,
    maxDelayMs: retries.longestMs,
    async step({ subject, step, reason, attempt }) {
      if (step === 'abandon') await steps.abandon(subject, reason, attempt);
      else if (step === 'complete') await steps.complete(subject, attempt);
      else if (await steps.begin(subject, attempt)) return { step: 'complete' };
      return undefined;
    },
    giveUp({ subject, step, reason }, err) {
      if (step !== 'abandon') return { step: 'abandon', reason: reasonOf(err) };
      // Nothing comes after this step, so it is retried for ever: no purchase stays unsettled.
      if (isTransient(err)) return { step, reason };
      log.error({ purchaseId: subject, err }, 'purchase could not be settled');
      return undefined;
    },
  };
}

/**
 * Starts the workflow of purchases on an engine elsewhere, and watches over them until they are
 * settled. That a purchase was not accepted is logged once.
 */
export function dispatchTask({
  purchases,
  workflow,
  log,
}: {
  readonly purchases: Pick<PurchaseStore, 'get'>;
  readonly workflow: Pick<PurchaseWorkflow, 'start'>;
  readonly log: Log;
}): Task {
  return {
    kind: PURCHASE_JOB,
    concurrency: START_CONCURRENCY,
    retries: START_RETRIES,
    maxDelayMs: RECHECK_MS,
    async step({ subject, step, attempt }) {
      const purchase = await purchases.get(subject);
      if (!purchase || isOver(purchase)) return undefined;
      try {
        // An unsettled purchase has no valid earlier run.
        await workflow.start(subject, { again: true });
      } catch (err) {
        const fields = { ...purchaseFields(purchase), err };
        if (step === '' && attempt === 1)
          log.warn(fields, 'the workflow engine did not accept the purchase');
        throw err;
      }
      return { step: 'started', due: { afterMs: RECHECK_MS } };
    },
    giveUp: ({ step }) => ({ step }),
  };
}
