import type { Purchase, PurchaseCursor, PurchaseStatus } from '@solano/domain/desk';
import { expect, test } from 'vitest';
import { aChange, addedCustomer, anEntry, aPurchase, later } from '../examples.ts';
import type { OpenStores, Stores } from '../stores.ts';

const NOBODY_BEFORE = later(1_000_000);

/** Adds purchases of one customer, in the order given. */
async function addAll(stores: Stores, fields: Partial<Purchase>[]): Promise<Purchase[]> {
  const { id } = await addedCustomer(stores);
  const added = fields.map((each) => aPurchase(id, each));
  for (const purchase of added) await stores.purchases.add(purchase, '[]', { entry: anEntry() });
  return added;
}

/** Walks over all pending purchases in pages; `visit` sees each page before the next is read. */
async function walk(
  { purchases }: Stores,
  limit: number,
  visit: (page: PurchaseCursor[]) => Promise<unknown> = async () => {},
): Promise<PurchaseCursor[]> {
  const walked: PurchaseCursor[] = [];
  for (;;) {
    const page = await purchases.inStatus(['pending'], NOBODY_BEFORE, walked.at(-1), limit);
    expect(page.length).toBeLessThanOrEqual(limit);
    walked.push(...page);
    // A cursor that does not advance would loop for ever.
    expect(walked.length).toBeLessThan(1_000);
    await visit(page);
    if (page.length < limit) return walked;
  }
}

function ids(records: readonly { readonly id: string }[]): string[] {
  return records.map(({ id }) => id);
}

/** The tests of `inStatus`. Each has a storage of its own, for the walk goes over all customers. */
export function purchaseWalk(open: OpenStores): void {
  selection(open);
  paging(open);
}

function selection(open: OpenStores): void {
  test('the walk finds nothing in an empty store', async () => {
    await using fixture = await open();
    expect(await walk(fixture.stores, 10)).toEqual([]);
  });

  test('the walk filters by status', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const statuses = ['pending', 'in_progress', 'completed', 'failed'] as const;
    const added = await addAll(
      stores,
      statuses.map((status, i) => ({ status, createdAt: later(i) })),
    );
    const found = async (...wanted: PurchaseStatus[]) => {
      return ids(await stores.purchases.inStatus(wanted, NOBODY_BEFORE, undefined, 10));
    };
    expect(await found('failed', 'pending')).toEqual([added[0]?.id, added[3]?.id]);
    expect(await found('in_progress')).toEqual([added[1]?.id]);
    expect(await found(...statuses)).toEqual(ids(added));
    expect(await found()).toEqual([]);
    await stores.purchases.update(added[0]?.id as string, (purchase) => {
      return aChange(purchase, { status: 'completed' });
    });
    expect(await found('pending')).toEqual([]);
  });

  test('the walk filters by the time of creation, for every customer', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const times = [0, 1, 2, 3].map((ms) => ({ createdAt: later(ms) }));
    const [first, second] = await addAll(stores, times);
    const [third] = await addAll(stores, [{ createdAt: later(1) }]);
    const found = await stores.purchases.inStatus(['pending'], later(2), undefined, 10);
    const { id, customerId } = first as Purchase;
    expect(found[0]).toEqual({ id, customerId, createdAt: later(0) });
    expect(ids(found.slice(1)).toSorted()).toEqual(ids([second, third] as Purchase[]).toSorted());
  });

  test('the walk is ordered by the time of creation, not of the addition or the update', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const added = await addAll(
      stores,
      [5, 3, 4].map((ms) => ({ createdAt: later(ms), updatedAt: later(99 - ms) })),
    );
    const expected = [added[1], added[2], added[0]].map((purchase) => purchase?.id);
    expect(ids(await walk(stores, 10))).toEqual(expected);
    const [cursor] = await stores.purchases.inStatus(['pending'], NOBODY_BEFORE, undefined, 1);
    expect(cursor).toMatchObject({ id: expected[0], createdAt: later(3) });
  });
}

function paging(open: OpenStores): void {
  test.each([1, 4, 7, 25, 26])(
    'the walk loses and repeats nothing in pages of %d',
    async (limit) => {
      await using fixture = await open();
      const other = await fixture.reopen();
      const fields = Array.from({ length: 25 }, (_, i) => ({ createdAt: later(i % 3) }));
      const added = await addAll(fixture.stores, fields);
      const walked = await walk(fixture.stores, limit);
      expect(ids(walked).toSorted()).toEqual(ids(added).toSorted());
      const times = walked.map(({ createdAt }) => createdAt.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(await walk(other, 26)).toEqual(walked);
    },
  );

  test('the walk loses nothing when each page is settled before the next', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const fields = Array.from({ length: 23 }, (_, i) => ({ createdAt: later(i >> 3) }));
    const added = await addAll(stores, fields);
    const walked = await walk(stores, 5, async (page) => {
      for (const { id } of page) {
        await stores.purchases.update(id, (purchase) => aChange(purchase, { status: 'completed' }));
      }
    });
    expect(ids(walked).toSorted()).toEqual(ids(added).toSorted());
    expect(await walk(stores, 5)).toEqual([]);
  });
}
