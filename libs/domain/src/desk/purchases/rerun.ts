import type { Clock } from '@solano/domain/kernel';
import type { AuditSource } from '@solano/domain/service';
import type { Purchase, PurchaseChange, PurchaseCursor, PurchaseStore } from './purchase.ts';

const BATCH_SIZE = 1_000;

export interface RerunDeps {
  readonly purchases: Pick<PurchaseStore, 'inStatus' | 'update'>;
  readonly clock: Clock;
  readonly author: AuditSource;
}

/**
 * Runs every failed purchase again that was created until now, oldest first: it becomes pending, as
 * recorded in its history, and has its job again. Returns how many. Errors: `store_unavailable`.
 */
export async function rerunFailed({ purchases, clock, author }: RerunDeps): Promise<number> {
  const until = clock();
  let after: PurchaseCursor | undefined;
  let count = 0;
  for (;;) {
    const page = await purchases.inStatus(['failed'], until, after, BATCH_SIZE);
    for (const { id } of page) {
      let isReopened = false;
      await purchases.update(id, (purchase) => {
        isReopened = purchase.status === 'failed';
        return isReopened ? reopened(purchase, clock(), author) : undefined;
      });
      if (isReopened) count += 1;
    }
    after = page.at(-1);
    if (page.length < BATCH_SIZE) return count;
  }
}

function reopened({ id, customerId }: Purchase, now: Date, author: AuditSource): PurchaseChange {
  const entry = { ...author, at: now, action: 'purchase.update', customerId, subject: id } as const;
  const change = { status: 'pending', error: '', updatedAt: now, source: 'operator' } as const;
  return { ...change, wasSettled: false, entry, queues: true };
}
