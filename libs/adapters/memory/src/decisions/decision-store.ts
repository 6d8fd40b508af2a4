import type { Decision, DecisionStore } from '@solano/domain/desk';
import type { AuditEntry, NewDelivery } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { MemoryStore } from '../database.ts';
import { addDeliveries } from '../webhooks/deliveries.ts';

export class MemoryDecisionStore extends MemoryStore implements DecisionStore {
  async add(
    purchaseId: string,
    decision: Decision,
    { entry, deliveries }: { entry: AuditEntry; deliveries: readonly NewDelivery[] },
  ): Promise<void> {
    const { decisions } = this.database;
    this.database.requirePurchase(purchaseId);
    this.database.audited(entry, () => {
      addDeliveries(this.database, purchaseId, copied(deliveries));
      const made = decisions.get(purchaseId) ?? [];
      decisions.set(purchaseId, [...made, copied(decision)]);
    });
  }

  async list(purchaseId: string): Promise<Decision[]> {
    return copied([...(this.database.decisions.get(purchaseId) ?? [])]);
  }

  async newest(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, Decision>> {
    return this.#newestOf(purchaseIds, () => true);
  }

  async newestInTime(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, Decision>> {
    return this.#newestOf(purchaseIds, ({ tooLate }) => tooLate === undefined);
  }

  #newestOf(
    purchaseIds: readonly string[],
    counts: (decision: Decision) => boolean,
  ): ReadonlyMap<string, Decision> {
    const found = purchaseIds.flatMap((id) => {
      const newest = this.database.decisions.get(id)?.findLast(counts);
      return newest ? [[id, newest] as const] : [];
    });
    return copied(new Map(found));
  }
}
