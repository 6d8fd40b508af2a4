import { invalidRequest, type JsonText } from '@solano/domain/kernel';
import { megawattsOf, wattsOf } from '../bids/bid.ts';
import { bidsOfOutput } from '../evaluation/stored-bids.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import { readSeries } from '../purchases/submit.ts';
import { findPurchase, type PurchaseAddress } from '../purchases/update.ts';

/**
 * Rejects a customer's own outputs whose bids in a session are more than the item. Errors:
 * `purchase_not_found`, `invalid_request` naming the period and the amount, `store_unavailable`.
 *
 * @param outputs model objects that were checked, in the order in which they were sent.
 */
export async function requireBids(
  { purchases }: { readonly purchases: PurchaseStore },
  address: PurchaseAddress,
  outputs: readonly { readonly json: JsonText }[],
): Promise<void> {
  // Few outputs bid, and large ones take long to parse.
  if (!outputs.some(({ json }) => json.includes('"bids"'))) return;
  await findPurchase(purchases, address);
  const items = readSeries(JSON.parse((await purchases.series(address.id)) ?? '[]'));
  for (const [i, { json }] of outputs.entries()) requireWithin(items, json, `outputs[${i}].bids`);
}

function requireWithin(items: readonly SeriesItem[], json: JsonText, path: string): void {
  for (const [i, bids] of (bidsOfOutput(json, items) ?? []).entries()) {
    const { label, megawatts } = items[i] as SeriesItem;
    for (const { session, steps } of bids) {
      const watts = steps.reduce((sum, { mw }) => sum + wattsOf(mw), 0);
      if (watts <= wattsOf(Math.abs(megawatts))) continue;
      const amounts = `bids ${megawattsOf(watts)} MW for ${label}, whose item has ${Math.abs(megawatts)} MW`;
      throw invalidRequest(`Field '${path}.${session}' ${amounts}`);
    }
  }
}
