import type { HandedOver } from '../hand-over.ts';
import { handOverUntil } from '../hand-over.ts';
import type { Clock } from '../time/clock.ts';
import type { PurchaseStore } from './purchase.ts';
import type { PurchaseWorkflow } from './workflow.ts';

export interface RerunDeps {
  readonly purchases: Pick<PurchaseStore, 'inStatus' | 'update'>;
  readonly workflow: PurchaseWorkflow;
  readonly clock: Clock;
}

/**
 * Runs every failed purchase again that was created until now, oldest first: it becomes pending, as
 * its history tells, and the engine runs it anew. Stops where the engine rejects one, which is then
 * pending. Errors: `engine_unavailable`, before any is changed; `store_unavailable`.
 */
export async function rerunFailed({ purchases, workflow, clock }: RerunDeps): Promise<HandedOver> {
  await workflow.check();
  const reopen = (id: string) =>
    purchases.update(id, ({ status }) =>
      status === 'failed'
        ? { status: 'pending', error: '', updatedAt: clock(), source: 'operator' }
        : undefined,
    );
  return handOverUntil(
    {
      page: (until, after, limit) => purchases.inStatus(['failed'], until, after, limit),
      async offer(id) {
        await reopen(id);
        await workflow.submit(id, { again: true });
      },
    },
    clock(),
  );
}
