import { anEntry } from '@solano/domain/contracts';
import type { Purchase } from '@solano/domain/desk';
import { createTestDatabase } from '@solano/tools/test-database';
import { expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { postgresStores } from '../src/stores.ts';

const INSTANT = new Date('2026-03-29T01:00:00.123Z');
const NOBODY = '00000000-0000-4000-8000-000000000000';

function purchaseOf(customerId: string, fields: Partial<Purchase> = {}): Purchase {
  return {
    id: crypto.randomUUID(),
    customerId,
    user: 'ana',
    retailer: '{"r",\\1}',
    status: 'pending',
    error: '',
    rows: 1,
    deliversFrom: INSTANT,
    deliversTo: INSTANT,
    requestId: null,
    wasSettled: false,
    createdAt: INSTANT,
    updatedAt: INSTANT,
    ...fields,
  };
}

async function setUp() {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTestDatabase());
  const stores = postgresStores(opening.use(await PostgresDatabase.connect(url)));
  const customer = { id: crypto.randomUUID(), name: 'Sol', folder: null, permissions: [] };
  await stores.customers.add(customer, anEntry());
  const opened = opening.move();
  return {
    stores,
    customerId: customer.id,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test('purchases that are submitted at once are each stored as they are', async () => {
  await using kept = await setUp();
  const { purchases } = kept.stores;
  const all = Array.from({ length: 120 }, (_, i) => ({
    purchase: purchaseOf(kept.customerId, { rows: i, requestId: i % 2 ? `request ${i}` : null }),
    // Every third is too long for a group.
    series: `[{"datetime":"\\"${i}\\\\","x":${i % 3 ? '{NULL,"}"}' : `"${'y'.repeat(20_000)}"`}}]`,
  }));
  await Promise.all(
    all.map(({ purchase, series }) => purchases.add(purchase, series, { entry: anEntry() })),
  );
  for (const { purchase, series } of all) {
    expect(await purchases.get(purchase.id)).toEqual(purchase);
    expect(await purchases.series(purchase.id)).toBe(series);
    const history = [{ status: 'pending', at: INSTANT, source: 'submission' }];
    expect(await purchases.history(purchase.id)).toEqual(history);
  }
});

test('one purchase that cannot be added affects none of the others', async () => {
  await using kept = await setUp();
  const { purchases } = kept.stores;
  const twice = crypto.randomUUID();
  const all = [
    ...Array.from({ length: 5 }, () => purchaseOf(kept.customerId)),
    purchaseOf(kept.customerId, { id: twice }),
    purchaseOf(NOBODY),
    purchaseOf(kept.customerId, { id: twice }),
    purchaseOf(kept.customerId, { user: 'NUL \0' }),
    ...Array.from({ length: 5 }, () => purchaseOf(kept.customerId)),
  ];
  const ends = await Promise.all(
    all.map((purchase) =>
      purchases.add(purchase, '[]', { entry: anEntry() }).then(
        () => 'added',
        ({ code }: { code: string }) => code,
      ),
    ),
  );
  const added = Array.from({ length: 5 }, () => 'added');
  expect(ends).toEqual([
    ...added,
    'added',
    'not_found',
    'already_exists',
    'invalid_request',
    ...added,
  ]);
});
