import type { PurchaseStatus } from '@solano/domain/desk';
import type { FailureCount } from '@solano/domain/operations';
import { describe, expect, test } from 'vitest';
import {
  addedCustomer,
  addedDeliveries,
  addedWebhook,
  anEntry,
  aPurchase,
  later,
} from '../examples.ts';
import { type OpenStores, openForSuite, type Stores } from '../stores.ts';

const LIMIT = 1_000;

/** What every FailureReader does. */
export function failureReaderContract(name: string, open: OpenStores): void {
  describe(`FailureReader: ${name}`, () => {
    const handles = openForSuite(open);

    test('failed purchases are counted by customer and reason, the newest reason first', async () => {
      const { here, there } = handles;
      const [one, other] = [await addedCustomer(here), await addedCustomer(here)];
      await purchasesOf(here, one.id, [
        ['failed', 'no price', 3],
        ['failed', 'no price', 1],
        ['failed', 'timeout', 5],
        ['failed', 'too old', -1],
        ['completed', 'left out', 6],
        ['pending', '', 7],
      ]);
      await purchasesOf(here, other.id, [['failed', 'no price', 4]]);
      const found = await there.failures.failedPurchases(later(0), LIMIT);
      expect(ofCustomers(found, [one.id, other.id])).toEqual([
        { customerId: one.id, reason: 'timeout', count: 1, newestAt: later(5) },
        { customerId: other.id, reason: 'no price', count: 1, newestAt: later(4) },
        { customerId: one.id, reason: 'no price', count: 2, newestAt: later(3) },
      ]);
      expect(await there.failures.failedPurchases(later(0), 1)).toEqual(found.slice(0, 1));
    });

    test('deliveries that were given up are counted by customer and reason, of all its webhooks', async () => {
      const { here, there } = handles;
      const { id: customerId } = await addedCustomer(here);
      const outcomes = [
        ['failed', 'Receiver: 410', 2],
        ['failed', 'Receiver: 500', 4],
        ['failed', 'Receiver: 410', -1],
        ['delivered', '', 5],
      ] as const;
      for (const [status, error, ms] of outcomes) {
        const webhook = await addedWebhook(here, { customerId });
        const [delivery, waiting] = await addedDeliveries(here, webhook, [{}, {}]);
        await here.webhooks.settle(delivery?.id ?? '', { status, at: later(ms), error });
        expect(waiting).toBeDefined();
      }
      const found = await there.failures.failedDeliveries(later(0), LIMIT);
      expect(ofCustomers(found, [customerId])).toEqual([
        { customerId, reason: 'Receiver: 500', count: 1, newestAt: later(4) },
        { customerId, reason: 'Receiver: 410', count: 1, newestAt: later(2) },
      ]);
      expect(await there.failures.failedDeliveries(later(0), 1)).toEqual(found.slice(0, 1));
    });

    test('nothing has failed after the newest failure', async () => {
      const { failures } = handles.there;
      expect(await failures.failedPurchases(later(1_000), LIMIT)).toEqual([]);
      expect(await failures.failedDeliveries(later(1_000), LIMIT)).toEqual([]);
    });
  });
}

type Row = readonly [status: PurchaseStatus, error: string, changedMs: number];

async function purchasesOf({ purchases }: Stores, customerId: string, rows: readonly Row[]) {
  for (const [status, error, ms] of rows) {
    const purchase = aPurchase(customerId, { status, error, updatedAt: later(ms) });
    await purchases.add(purchase, '[]', { entry: anEntry() });
  }
}

function ofCustomers(counts: readonly FailureCount[], ids: readonly string[]): FailureCount[] {
  return counts.filter(({ customerId }) => ids.includes(customerId));
}
