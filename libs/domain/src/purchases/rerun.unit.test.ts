import { describe, expect, test } from 'vitest';
import type { PurchaseChange, PurchaseStatus } from './purchase.ts';
import { rerunFailed } from './rerun.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const author = { actor: 'operator ana', origin: 'host', requestId: null };

/** Purchases in these statuses, a minute apart. */
function setUp(statuses: readonly PurchaseStatus[]) {
  const records = statuses.map((status, i) => {
    const createdAt = new Date(NOW.getTime() - (60 - i) * 60_000);
    return { id: `p${i}`, customerId: 'c1', status, createdAt };
  });
  const changes: [string, PurchaseChange][] = [];
  const purchases = {
    async inStatus(wanted: readonly PurchaseStatus[], until: Date) {
      return records.filter(
        ({ status, createdAt }) => wanted.includes(status) && createdAt < until,
      );
    },
    async update(id: string, change: (purchase: never) => PurchaseChange | undefined) {
      const record = records.find((each) => each.id === id);
      const changed = change(record as never);
      if (record && changed) record.status = changed.status;
      if (changed) changes.push([id, changed]);
      return undefined;
    },
  };
  return { deps: { purchases, clock: () => NOW, author }, records, changes };
}

describe('running failed purchases again', () => {
  test('makes each pending, without its error, with its job and an entry in the audit log', async () => {
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

  test('counts one once that somebody else changes at the same time', async () => {
    const { deps } = setUp(['failed']);
    const update: typeof deps.purchases.update = (id, change) => {
      change({ id, status: 'failed' } as never);
      return deps.purchases.update(id, change);
    };
    expect(await rerunFailed({ ...deps, purchases: { ...deps.purchases, update } })).toBe(1);
  });

  test('leaves alone what somebody has settled otherwise meanwhile', async () => {
    const { deps, records, changes } = setUp(['failed']);
    const found = await deps.purchases.inStatus(['failed'], NOW);
    for (const record of records) record.status = 'completed';
    const purchases = { ...deps.purchases, inStatus: async () => found };
    expect(await rerunFailed({ ...deps, purchases })).toBe(0);
    expect(changes).toEqual([]);
  });
});
