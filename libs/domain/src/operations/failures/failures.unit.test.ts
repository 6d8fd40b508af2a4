import { anEntry } from '@solano/domain/contracts';
import { DAY_MS } from '@solano/domain/kernel';
import { UNUSED_SOURCE } from '@solano/domain/market';
import { MemoryCustomerStore, MemoryDatabase, MemoryMarketDataStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { type FailureCount, readFailures } from './failures.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const at = (hour: number) => new Date(Date.UTC(2026, 10, 26, hour));

async function read(purchases: FailureCount[], deliveries: FailureCount[] = []) {
  const database = new MemoryDatabase();
  const [customers, market] = [
    new MemoryCustomerStore(database),
    new MemoryMarketDataStore(database),
  ];
  for (const name of ['Sur', 'Norte', 'Este'])
    await customers.add({ id: `id of ${name}`, name, folder: null, permissions: [] }, anEntry());
  await market.updateSource('esios', () => {
    return { ...UNUSED_SOURCE, succeededAt: at(8), failedAt: at(9), failure: 'answered 503' };
  });
  await market.updateSource('gone', () => ({ ...UNUSED_SOURCE, failure: 'answered 404' }));
  const asked: number[] = [];
  const counts = (found: FailureCount[]) => async (since: Date, limit: number) => {
    asked.push(since.getTime(), limit);
    return found;
  };
  const failures = { failedPurchases: counts(purchases), failedDeliveries: counts(deliveries) };
  const sources = ['omie', 'esios'];
  const deps = { failures, customers, market, sources, clock: () => new Date(NOW) };
  return { found: await readFailures(deps), asked };
}

test('failures are added up by customer over the last seven days, with the newest reason', async () => {
  const count = (name: string, reason: string, number: number, hour: number) => {
    return { customerId: `id of ${name}`, reason, count: number, newestAt: at(hour) };
  };
  const { found, asked } = await read(
    [count('Sur', 'timeout', 2, 11), count('Norte', 'no price', 1, 10), count('Sur', 'old', 3, 1)],
    [count('Norte', 'Receiver: 410', 4, 7), count('nobody', 'removed meanwhile', 1, 6)],
  );
  expect(found.customers).toEqual([
    {
      customer: 'Norte',
      purchases: { count: 1, newestAt: at(10), reason: 'no price' },
      deliveries: { count: 4, newestAt: at(7), reason: 'Receiver: 410' },
    },
    {
      customer: 'Sur',
      purchases: { count: 5, newestAt: at(11), reason: 'timeout' },
      deliveries: null,
    },
  ]);
  const since = NOW - 7 * DAY_MS;
  expect(found.since).toEqual(new Date(since));
  expect(asked).toEqual([since, 1_000, since, 1_000]);
});

test('failures of sources are those of configured ones whose last request failed', async () => {
  const { found } = await read([]);
  expect(found.customers).toEqual([]);
  expect(found.sources).toEqual([
    { source: 'esios', answeredAt: at(8), failedAt: at(9), reason: 'answered 503' },
  ]);
});
