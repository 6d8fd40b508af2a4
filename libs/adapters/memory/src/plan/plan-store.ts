import type { BidSet, PlanChange, PlanStore, StoredPlan } from '@solano/domain/desk';
import type { NewDelivery } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { MemoryStore } from '../database.ts';
import { addDeliveries } from '../webhooks/deliveries.ts';

export class MemoryPlanStore extends MemoryStore implements PlanStore {
  async get(purchaseId: string): Promise<StoredPlan | undefined> {
    return copied(this.database.plans.get(purchaseId));
  }

  async computedFrom(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = purchaseIds.flatMap((id) => {
      const plan = this.database.plans.get(id);
      return plan ? [[id, plan.computedFrom] as const] : [];
    });
    return new Map(found);
  }

  async superseded(purchaseId: string): Promise<readonly BidSet[]> {
    const sets = copied(this.database.supersededBids.get(purchaseId) ?? []);
    const order = ({ date, session, revision }: BidSet) =>
      `${date} ${session} ${`${revision}`.padStart(9)}`;
    return sets.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  async save(
    purchaseId: string,
    { after, computedFrom, stages, superseded }: PlanChange,
    deliveries: readonly NewDelivery[],
  ): Promise<boolean> {
    const { plans, purchases, supersededBids } = this.database;
    const known = plans.get(purchaseId);
    if (!purchases.has(purchaseId) || (known?.revision ?? 0) !== after) return false;
    addDeliveries(this.database, purchaseId, copied(deliveries));
    const byName = new Map(known?.stages.map((stage) => [nameOf(stage), stage]));
    for (const stage of stages) byName.set(nameOf(stage), copied(stage));
    const sets = supersededBids.get(purchaseId) ?? [];
    supersededBids.set(purchaseId, [...sets, ...copied(superseded)]);
    plans.set(purchaseId, { revision: after + 1, computedFrom, stages: [...byName.values()] });
    return true;
  }
}

function nameOf({ date, session }: BidSet): string {
  return `${date} ${session}`;
}
