import type { PurchaseStore } from './purchase.ts';
import { deliveryTimes, readSeries } from './submit.ts';

const BATCH_SIZE = 50;

/**
 * Notes when the purchases of an earlier release deliver. Errors: `store_unavailable`;
 * `invalid_request` for a series that could not have been submitted.
 */
export async function fillDeliveryTimes({
  purchases,
}: {
  readonly purchases: Pick<PurchaseStore, 'withoutDeliveryTimes' | 'putDeliveryTimes'>;
}): Promise<void> {
  for (;;) {
    const found = await purchases.withoutDeliveryTimes(BATCH_SIZE);
    if (found.length === 0) return;
    await purchases.putDeliveryTimes(
      found.map(({ id, series }) => ({ id, ...deliveryTimes(readSeries(JSON.parse(series))) })),
    );
  }
}
