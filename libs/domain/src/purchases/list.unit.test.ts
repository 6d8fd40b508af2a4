import { describe, expect, test } from 'vitest';
import { listPurchases, readPurchaseQuery } from './list.ts';
import type { Purchase, PurchaseQuery, PurchaseStore } from './purchase.ts';

const ID = '0b6f7f0e-6d0a-4c51-9d57-0a1f2f8f0a10';

describe('the filters', () => {
  test('are none, and a page of a hundred, where nothing is said', () => {
    expect(readPurchaseQuery({})).toEqual({ limit: 100 });
  });

  test('are read', () => {
    const read = readPurchaseQuery({
      status: ['failed', 'pending'],
      retailer_id: 'acme',
      created_from: '2026-10-25T02:00:00+01:00',
      created_to: '2026-10-26T00:00:00.123Z',
      limit: '1000',
      cursor: `1790000000000_${ID}`,
    });
    expect(read).toEqual({
      statuses: ['failed', 'pending'],
      retailer: 'acme',
      from: new Date('2026-10-25T01:00:00Z'),
      to: new Date('2026-10-26T00:00:00.123Z'),
      limit: 1_000,
      after: { createdAt: new Date(1_790_000_000_000), id: ID },
    });
  });

  test('of a time with microseconds leave out the millisecond before it', () => {
    const { from } = readPurchaseQuery({ created_from: '2026-10-25T01:00:00.000001Z' });
    expect(from).toEqual(new Date('2026-10-25T01:00:00.001Z'));
  });

  test.each([
    [
      { status: ['done'] },
      "Parameter 'status' must be one of: failed, pending, in_progress, completed",
    ],
    [
      { status: ['failed', ''] },
      "Parameter 'status' must be one of: failed, pending, in_progress, completed",
    ],
    [{ created_from: 'yesterday' }, "Parameter 'created_from' must be an ISO 8601 date-time"],
    [
      { created_to: '2026-02-30T00:00:00Z' },
      "Parameter 'created_to' must be an ISO 8601 date-time",
    ],
    [{ limit: '0' }, "Parameter 'limit' must be a whole number, 1 to 1000"],
    [{ limit: '1001' }, "Parameter 'limit' must be a whole number, 1 to 1000"],
    [{ limit: '1.5' }, "Parameter 'limit' must be a whole number, 1 to 1000"],
    [{ limit: '' }, "Parameter 'limit' must be a whole number, 1 to 1000"],
    [{ cursor: ID }, "Parameter 'cursor' is not one that was given out"],
    [{ cursor: '1_x' }, "Parameter 'cursor' is not one that was given out"],
  ])('%j are refused', (filters, message) => {
    expect(() => readPurchaseQuery(filters)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message }),
    );
  });
});

describe('a list', () => {
  const owner = { customerId: 'c1', user: 'ana' };
  const purchaseOf = (n: number) => {
    const id = ID.slice(0, -2) + String(n).padStart(2, '0');
    return { id, createdAt: new Date(1_790_000_000_000 - n) } as Purchase;
  };

  function storeOf(count: number) {
    const asked: PurchaseQuery[] = [];
    const all = Array.from({ length: count }, (_, n) => purchaseOf(n));
    const store = {
      async list(query) {
        asked.push(query);
        const from = query.after ? all.findIndex(({ id }) => id === query.after?.id) + 1 : 0;
        return all.slice(from, from + query.limit);
      },
    } as PurchaseStore;
    return { store, all, asked };
  }

  test('is walked to its end by its cursors', async () => {
    const { store, all } = storeOf(7);
    const pages: Purchase[][] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const filters = readPurchaseQuery({ limit: '3', cursor });
      const page = await listPurchases(store, { ...owner, ...filters });
      pages.push(page.purchases);
      cursor = page.nextCursor;
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(all);
  });

  test.each([
    [0, 0],
    [3, 3],
  ])('of %i has no next page', async (count, rows) => {
    const { store } = storeOf(count);
    const page = await listPurchases(store, { ...owner, limit: 3 });
    expect([page.purchases.length, page.nextCursor]).toEqual([rows, null]);
  });
});
