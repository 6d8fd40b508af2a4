import type { JobQueue } from '../jobs/queue.ts';
import type { PurchaseCursor, PurchaseStatus, PurchaseStore } from './purchase.ts';
import { purchaseJob } from './task.ts';

const BATCH_SIZE = 1_000;

/**
 * Makes sure that every purchase in one of the statuses, created before `until`, has its job, due
 * now; one that is under way is not done twice. Returns how many there are. Errors: `store_unavailable`.
 */
export async function resubmitPurchases(
  {
    purchases,
    queue,
  }: { readonly purchases: Pick<PurchaseStore, 'inStatus'>; readonly queue: Pick<JobQueue, 'add'> },
  statuses: readonly PurchaseStatus[],
  until: Date,
): Promise<number> {
  let after: PurchaseCursor | undefined;
  let count = 0;
  for (;;) {
    const page = await purchases.inStatus(statuses, until, after, BATCH_SIZE);
    await queue.add(page.map(purchaseJob));
    count += page.length;
    after = page.at(-1);
    if (page.length < BATCH_SIZE) return count;
  }
}
