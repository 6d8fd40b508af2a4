import type { AuditEntry, AuditSource, JobQueue } from '@solano/domain/service';
import type { PurchaseCursor, PurchaseStatus, PurchaseStore } from './purchase.ts';
import { purchaseJob } from './workflow.ts';

const BATCH_SIZE = 1_000;

export interface ResubmitDeps {
  readonly purchases: Pick<PurchaseStore, 'inStatus'>;
  readonly queue: Pick<JobQueue, 'add'>;
  readonly author: AuditSource;
}

/**
 * Makes sure that every purchase in one of the statuses, created before `until`, has its job, due
 * now; one that is under way is not done twice. The audit log has an entry for each thousand.
 * Returns how many there are. Errors: `store_unavailable`.
 */
export async function resubmitPurchases(
  { purchases, queue, author }: ResubmitDeps,
  statuses: readonly PurchaseStatus[],
  until: Date,
): Promise<number> {
  let after: PurchaseCursor | undefined;
  let count = 0;
  for (;;) {
    const page = await purchases.inStatus(statuses, until, after, BATCH_SIZE);
    if (page.length > 0)
      await queue.add(page.map(purchaseJob), entryOf(author, page.length, until));
    count += page.length;
    after = page.at(-1);
    if (page.length < BATCH_SIZE) return count;
  }
}

function entryOf(author: AuditSource, count: number, at: Date): AuditEntry {
  const subject = `${count} purchases`;
  return { ...author, at, action: 'purchases.resubmit', customerId: null, subject };
}
