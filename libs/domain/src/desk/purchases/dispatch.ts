import type { Log } from '@solano/domain/kernel';
import { PURCHASE_JOB, type Task } from '@solano/domain/service';
import { isOver, type PurchaseStore, purchaseFields } from './purchase.ts';

/** Each waits for the network. */
const START_CONCURRENCY = 32;

/** How starting a workflow is retried: without end, and soon after the engine's return. */
const START_RETRIES = { firstMs: 1_000, factor: 2, longestMs: 15_000, forMs: Infinity };
/** A purchase that is not settled after that is offered again: an engine may have lost its data. */
const RECHECK_MS = 45_000;

/** A durable engine elsewhere that runs {@link PurchaseSteps} for each purchase. */
export interface PurchaseWorkflow {
  /**
   * Starts the workflow of a purchase, durably, within two seconds. Its id is the purchase's id: one
   * that the engine has, or has finished, is not run again. Errors: `engine_unavailable`.
   *
   * @param options.again run one that the engine has finished again; one that it has is left to run.
   */
  start(purchaseId: string, options?: { readonly again?: boolean }): Promise<void>;
  /** Whether it accepts purchases at the moment, asked within two seconds. Errors: `engine_unavailable`. */
  check(): Promise<void>;
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
