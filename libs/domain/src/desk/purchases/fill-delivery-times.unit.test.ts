import { anEntry, aPurchase } from '@solano/domain/contracts';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDeliveryTimeStore,
  MemoryPurchaseStore,
} from '@solano/memory';
import { expect, test } from 'vitest';
import { fillDeliveryTimes } from './fill-delivery-times.ts';

test('purchases that lack their delivery times get them, however many there are', async () => {
  const database = new MemoryDatabase();
  const [customers, purchases] = [
    new MemoryCustomerStore(database),
    new MemoryPurchaseStore(database),
  ];
  const customer = { id: crypto.randomUUID(), name: 'c', folder: null, permissions: [] };
  await customers.add(customer, anEntry());
  const unknown = { deliversFrom: null, deliversTo: null };
  const series = JSON.stringify([
    { datetime: '2026-10-25 03:00', purchase: 1 },
    { datetime: '2026-10-25 02:00', purchase: 1 },
    { datetime: '2026-10-25 02:00', purchase: 1 },
  ]);
  const added = Array.from({ length: 120 }, () => aPurchase(customer.id, unknown));
  for (const purchase of added) await purchases.add(purchase, series, { entry: anEntry() });
  await fillDeliveryTimes(new MemoryDeliveryTimeStore(database));
  expect(await new MemoryDeliveryTimeStore(database).withoutTimes(1)).toEqual([]);
  expect(await purchases.get((added[119] as (typeof added)[number]).id)).toMatchObject({
    deliversFrom: new Date('2026-10-24T23:00:00Z'),
    deliversTo: new Date('2026-10-25T02:00:00Z'),
  });
});
