import { anEntry } from '@solano/domain/contracts';
import { createTestDatabase } from '@solano/tools/test-database';
import { expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { postgresStores } from '../src/stores.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

test('a change waits for a removal of its webhook, and is made without the message', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  const { purchases, webhooks, webhookId, purchaseId } = await filled(database);
  const body = { event: 'purchase.failed', body: '{}', createdAt: NOW } as const;
  const deliveries = [{ ...body, id: crypto.randomUUID(), webhookId }];
  const change = await database.transaction(async (_run, prisma) => {
    await prisma(({ webhook }) => webhook.deleteMany({ where: { id: webhookId } }));
    const changing = purchases.update(purchaseId, () => {
      const change = { status: 'failed', error: '', updatedAt: NOW, source: 'workflow' } as const;
      return { ...change, deliveries, entry: anEntry() };
    });
    await expect.poll(() => countWaiting(database)).toBe(1);
    return { changing };
  });
  expect(await change.changing).toMatchObject({ id: purchaseId, status: 'failed' });
  expect(await webhooks.delivery(deliveries[0]?.id as string)).toBeUndefined();
});

/** The stores with a customer's webhook and purchase. */
async function filled(database: PostgresDatabase) {
  const stores = postgresStores(database);
  const [customerId, webhookId, purchaseId] = [0, 1, 2].map(() => crypto.randomUUID()) as [
    string,
    string,
    string,
  ];
  const owned = { customerId, createdAt: NOW };
  const settings = {
    url: 'https://example.com',
    events: [],
    secret: 'whsec_',
    disabledAt: null,
    gateClosingMinutes: 60,
  };
  const asked = {
    user: 'u',
    retailer: 'r',
    rows: 1,
    requestId: null,
    wasSettled: false,
    updatedAt: NOW,
  };
  const status = { status: 'pending', error: '' } as const;
  await stores.customers.add(
    { id: customerId, name: 'a', folder: null, permissions: [] },
    anEntry(),
  );
  await stores.webhooks.add({ id: webhookId, ...owned, ...settings }, anEntry());
  await stores.purchases.add({ id: purchaseId, ...owned, ...asked, ...status }, '[]', {
    entry: anEntry(),
  });
  return { ...stores, webhookId, purchaseId };
}

/** How many statements in the database wait for a lock. */
async function countWaiting(database: PostgresDatabase): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const [row] = await database.run<{ count: number }>({ text }, []);
  return row?.count ?? 0;
}
