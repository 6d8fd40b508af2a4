import type { HandedOver, HandOver } from '../hand-over.ts';
import { handOverRound, handOverUntil } from '../hand-over.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import type { PurchaseCursor, PurchaseStatus, PurchaseStore } from './purchase.ts';
import type { PurchaseWorkflow } from './workflow.ts';

export interface HandOverDeps {
  readonly purchases: Pick<PurchaseStore, 'inStatus'>;
  readonly workflow: Pick<PurchaseWorkflow, 'submit'>;
}

/**
 * Hands every purchase in one of the statuses, created before `until`, to the workflow engine
 * again, oldest first; one that the engine has already is not done twice, one that it has finished
 * only where the steps find something to do. Stops where the engine
 * refuses. Returns how many were handed over before that one, and the cursor from which to go on.
 */
export function handOver(
  deps: HandOverDeps,
  statuses: readonly PurchaseStatus[],
  until: Date,
  from?: PurchaseCursor,
): Promise<HandedOver> {
  return handOverUntil(waitingIn(deps, statuses), until, from);
}

/**
 * One round of handing over what the engine did not take at submission. Returns the cursor for
 * the next round: what lies before it has reached the engine. Purchases of the last minute are
 * offered in each round, as others may yet appear among them. Errors: `store_unavailable`.
 */
export async function handOverPending(
  deps: HandOverDeps & { clock: Clock; log: Log },
  from: PurchaseCursor | undefined,
): Promise<PurchaseCursor | undefined> {
  const pending = waitingIn(deps, ['pending']);
  const { count, cursor } = await handOverRound(pending, deps.clock(), from);
  if (count > 0) {
    deps.log.info({ purchases: count }, 'handed pending purchases to the workflow engine');
  }
  return cursor;
}

function waitingIn(
  { purchases, workflow }: HandOverDeps,
  statuses: readonly PurchaseStatus[],
): HandOver {
  return {
    page: (until, after, limit) => purchases.inStatus(statuses, until, after, limit),
    // A run that has ended and left its purchase unsettled is none: the steps know better.
    offer: (id) => workflow.submit(id, { again: true }),
  };
}
