import type { DeliveryTimeStore, PurchaseTimes } from '@solano/domain/desk';
import { copied } from '../copied.ts';
import { MemoryStore } from '../database.ts';

export class MemoryDeliveryTimeStore extends MemoryStore implements DeliveryTimeStore {
  async withoutTimes(limit: number) {
    const { purchases } = this.database;
    const found = [...purchases.values()].filter(({ purchase }) => purchase.deliversTo === null);
    return found.slice(0, limit).map(({ purchase: { id }, series }) => ({ id, series }));
  }

  async putTimes(times: readonly PurchaseTimes[]): Promise<void> {
    const { purchases } = this.database;
    for (const { id, ...delivery } of times) {
      const row = purchases.get(id);
      if (row) purchases.set(id, { ...row, purchase: { ...row.purchase, ...copied(delivery) } });
    }
  }
}
