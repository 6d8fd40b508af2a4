import { aPurchase } from '@solano/domain/contracts';
import { parseInstant } from '@solano/domain/kernel';
import { MemoryDatabase, MemoryDecisionStore, MemoryPurchaseStore } from '@solano/memory';
import { describe, expect, test, vi } from 'vitest';
import { listPurchases } from './list-purchases.ts';
import type { Purchase } from './purchase.ts';

const ID = '0b6f7f0e-6d0a-4c51-9d57-0a1f2f8f0a10';

describe('a list', () => {
  const owner = { customerId: 'c1', user: 'ana' };
  const purchaseOf = (n: number) => {
    const id = ID.slice(0, -2) + String(n).padStart(2, '0');
    return aPurchase('c1', { id, user: 'ana', createdAt: new Date(1_790_000_000_000 - n) });
  };

  function storeOf(count: number) {
    const database = new MemoryDatabase();
    const all = Array.from({ length: count }, (_, n) => purchaseOf(n));
    for (const purchase of all) {
      database.purchases.set(purchase.id, { purchase, series: '[]', outputs: [], history: [] });
    }
    const purchases = new MemoryPurchaseStore(database);
    const list = vi.spyOn(purchases, 'list');
    const stores = { purchases, decisions: new MemoryDecisionStore(database) };
    return { stores, all, asked: () => list.mock.calls.map(([query]) => query) };
  }

  test('a list is walked to its end by its cursors', async () => {
    const { stores, all } = storeOf(7);
    const pages: Purchase[][] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await listPurchases(stores, { ...owner, limit: 3, cursor });
      pages.push(page.purchases);
      cursor = page.nextCursor;
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(all.map((purchase) => ({ ...purchase, decision: null })));
  });

  test.each([
    [0, 0],
    [3, 3],
  ])('a list of %i has no next page', async (count, rows) => {
    const { stores } = storeOf(count);
    const page = await listPurchases(stores, { ...owner, limit: 3 });
    expect([page.purchases.length, page.nextCursor]).toEqual([rows, null]);
  });

  test('a list passes the filters to the store, and reads a hundred rows without a limit', async () => {
    const { stores, asked } = storeOf(0);
    await listPurchases(stores, owner);
    await listPurchases(stores, {
      ...owner,
      statuses: ['failed', 'pending'],
      retailer: 'acme',
      from: parseInstant('2026-10-25T02:00:00+01:00'),
      to: parseInstant('2026-10-26T00:00:00.123Z'),
      limit: 1_000,
      cursor: `1790000000000_${ID}`,
    });
    expect(asked()).toEqual([
      { ...owner, limit: 101 },
      {
        ...owner,
        statuses: ['failed', 'pending'],
        retailer: 'acme',
        from: new Date('2026-10-25T01:00:00Z'),
        to: new Date('2026-10-26T00:00:00.123Z'),
        limit: 1_001,
        after: { createdAt: new Date(1_790_000_000_000), id: ID },
      },
    ]);
  });

  test('a list leaves out the millisecond before a start with microseconds', async () => {
    const { stores, asked } = storeOf(0);
    await listPurchases(stores, { ...owner, from: parseInstant('2026-10-25T01:00:00.000001Z') });
    expect(asked()[0]?.from).toEqual(new Date('2026-10-25T01:00:00.001Z'));
  });

  test.each([ID, '1_x', ''])(
    'a list rejects the cursor "%s", which it did not issue',
    async (cursor) => {
      const { stores } = storeOf(0);
      await expect(listPurchases(stores, { ...owner, cursor })).rejects.toMatchObject({
        code: 'invalid_request',
        message: `Parameter 'cursor' is not one that was given out: "${cursor}"`,
      });
    },
  );
});
