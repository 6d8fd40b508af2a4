import { anEntry } from '@solano/domain/contracts';
import type { NewDelivery } from '@solano/domain/service';
import { createTestDatabase } from '@solano/tools/test-database';
import { expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { postgresStores } from '../src/stores.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

type Filled = Awaited<ReturnType<typeof filled>>;

/** The ways to add a message of a purchase. */
const CHANGES: Record<string, (stores: Filled, delivery: NewDelivery) => Promise<unknown>> = {
  'a change of a purchase': ({ purchases, purchaseId }, delivery) =>
    purchases.update(purchaseId, () => {
      const change = { status: 'failed', error: '', updatedAt: NOW, source: 'workflow' } as const;
      return { ...change, deliveries: [delivery], entry: anEntry() };
    }),
  'a decision': ({ decisions, purchaseId }, delivery) => {
    const decision = { idmodel: null, note: '', decidedAt: NOW, decidedBy: 'k' };
    return decisions.add(purchaseId, decision, { entry: anEntry(), deliveries: [delivery] });
  },
  'a message by itself': ({ webhooks, purchaseId }, delivery) =>
    webhooks.addDeliveries([{ ...delivery, purchaseId }]),
};

test.each(Object.entries(CHANGES))(
  '%s waits for a removal of its webhook, and is made without the message',
  async (_, change) => {
    await using file = await createTestDatabase();
    await using database = await PostgresDatabase.connect(file.url);
    const stores = await filled(database);
    const { webhookId } = stores;
    const body = { event: 'purchase.failed', body: '{}', createdAt: NOW } as const;
    const delivery = { ...body, id: crypto.randomUUID(), webhookId };
    const { changing } = await database.transaction(async (run) => {
      await run({ text: 'DELETE FROM webhook WHERE id = $1' }, [webhookId]);
      const changing = change(stores, delivery);
      await expect.poll(() => countWaiting(database)).toBe(1);
      return { changing };
    });
    await changing;
    expect(await stores.webhooks.delivery(delivery.id)).toBeUndefined();
  },
);

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
    deliversFrom: NOW,
    deliversTo: NOW,
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
