import type { JsonText } from '@solano/domain/kernel';
import type { DeliveryTimes } from './purchase.ts';
import { deliveryTimes, readSeries } from './series.ts';

/** When a purchase delivers. */
export interface PurchaseTimes extends DeliveryTimes {
  readonly id: string;
}

/** Fills in when the purchases of an earlier release deliver. Errors: `store_unavailable`. */
export interface DeliveryTimeStore {
  /** Up to `limit` purchases of which it is not known. */
  withoutTimes(
    limit: number,
  ): Promise<readonly { readonly id: string; readonly series: JsonText }[]>;
  putTimes(times: readonly PurchaseTimes[]): Promise<void>;
}

const BATCH_SIZE = 50;

/**
 * Notes when the purchases of an earlier release deliver. Errors: `store_unavailable`;
 * `invalid_request` for a series that could not have been submitted.
 */
export async function fillDeliveryTimes(store: DeliveryTimeStore): Promise<void> {
  for (;;) {
    const found = await store.withoutTimes(BATCH_SIZE);
    if (found.length === 0) return;
    await store.putTimes(
      found.map(({ id, series }) => ({ id, ...deliveryTimes(readSeries(JSON.parse(series))) })),
    );
  }
}
