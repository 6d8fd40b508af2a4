import { aPurchase } from '@solano/domain/contracts';
import { MemoryDatabase, MemoryPurchaseStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import type { PurchaseChange, PurchaseStatus } from './purchase.ts';
import { rerunFailed } from './rerun.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const author = { actor: 'operator ana', origin: 'host', requestId: null };

/** Writes down the changes that are made. */
class WatchedPurchases extends MemoryPurchaseStore {
  readonly changes: [string, PurchaseChange][] = [];

  override update(id: string, change: Parameters<MemoryPurchaseStore['update']>[1]) {
    return super.update(id, (purchase) => {
      const changed = change(purchase);
      if (changed) this.changes.push([id, changed]);
      return changed;
    });
  }
}

/** Purchases in these statuses, a minute apart. */
function setUp(statuses: readonly PurchaseStatus[]) {
  const database = new MemoryDatabase();
  for (const [i, status] of statuses.entries()) {
    const createdAt = new Date(NOW.getTime() - (60 - i) * 60_000);
    const purchase = aPurchase('c1', { id: `p${i}`, status, createdAt });
    database.purchases.set(purchase.id, { purchase, series: '[]', outputs: [], history: [] });
  }
  const purchases = new WatchedPurchases(database);
  return { deps: { purchases, clock: () => NOW, author }, changes: purchases.changes };
}

describe('running failed purchases again', () => {
  test('running failed purchases again makes each pending, with its job and an entry in the audit log', async () => {
    const { deps, changes } = setUp(['failed', 'completed', 'pending', 'failed']);
    expect(await rerunFailed(deps)).toBe(2);
    const entry = { ...author, at: NOW, action: 'purchase.update', customerId: 'c1' };
    const change = {
      status: 'pending',
      error: '',
      updatedAt: NOW,
      source: 'operator',
      wasSettled: false,
    };
    expect(changes).toEqual(
      ['p0', 'p3'].map((id) => [id, { ...change, entry: { ...entry, subject: id }, queues: true }]),
    );
  });

  test('a failed purchase that another change touches at the same time is counted once', async () => {
    const { deps } = setUp(['failed']);
    const { purchases } = deps;
    // The change is computed twice, as where another change came between.
    const update: typeof purchases.update = async (id, change) => {
      const purchase = await purchases.get(id);
      if (purchase) change(purchase);
      return WatchedPurchases.prototype.update.call(purchases, id, change);
    };
    Object.assign(purchases, { update });
    expect(await rerunFailed(deps)).toBe(1);
  });

  test('a purchase that was settled otherwise meanwhile is left alone', async () => {
    const { deps, changes } = setUp(['completed']);
    const found = { id: 'p0', customerId: 'c1', createdAt: NOW };
    Object.assign(deps.purchases, { inStatus: async () => [found] });
    expect(await rerunFailed(deps)).toBe(0);
    expect(changes).toEqual([]);
  });
});
