import { invalidRequest, type JsonText, type SolanoError } from '@solano/domain/kernel';
import { megawattsOf, type SessionBid, wattsOf } from '../bids/bid.ts';
import { bidFault, bidsByItem, type OutputBids } from '../evaluation/stored-bids.ts';
import { matchedRows, tradesOfOutput } from '../evaluation/trades.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import { readSeries } from '../purchases/series.ts';
import { findPurchase, type PurchaseAddress } from '../purchases/update-purchase.ts';

/** A key `bids`, whose letters JSON may escape. */
const MAY_BID = /"bids"|\\u/;

/**
 * Rejects a customer's own outputs whose bids are none, are about no item of the purchase, leave out an
 * item that their `value` trades, or are in a session more than the item. Errors: `purchase_not_found`,
 * `invalid_request` naming the field and the period, `store_unavailable`.
 *
 * @param outputs model objects that were checked, in the order in which they were sent.
 */
export async function requireBids(
  { purchases }: { readonly purchases: PurchaseStore },
  address: PurchaseAddress,
  outputs: readonly { readonly json: JsonText }[],
): Promise<void> {
  // Few outputs bid, and large ones take long to parse.
  if (!outputs.some(({ json }) => MAY_BID.test(json))) return;
  await findPurchase(purchases, address);
  const items = readSeries(JSON.parse((await purchases.series(address.id)) ?? '[]'));
  for (const [i, { json }] of outputs.entries()) {
    if (MAY_BID.test(json)) requireBidsOfItems(items, json, `outputs[${i}].bids`);
  }
}

function requireBidsOfItems(items: readonly SeriesItem[], json: JsonText, path: string): void {
  const { bids } = JSON.parse(json) as { readonly bids?: unknown };
  if (bids === undefined || bids === null) return;
  const fault = bidFault(bids);
  if (fault) throw badField(`${path}${fault.path}`, fault.problem);
  requireKnownPeriods(items, bids, path);
  const byItem = bidsByItem(bids, items);
  requireAllTraded(items, byItem, json, path);
  requireNoMoreThanItems(items, byItem, path);
}

function requireKnownPeriods(items: readonly SeriesItem[], bids: OutputBids, path: string): void {
  for (const [session, rows] of Object.entries(bids)) {
    const matched = new Set(Array.from(matchedRows(rows, items), ({ row }) => row));
    for (const [i, row] of rows.entries()) {
      if (matched.has(row)) continue;
      const isKnown = items.some(({ label }) => label === row.datetime);
      const problem = isKnown
        ? `repeats ${row.datetime}`
        : `is ${row.datetime}, which the purchase has no item for`;
      throw badField(`${path}.${session}[${i}].datetime`, problem);
    }
  }
}

/** What is not bid is not bought; of an item of no whole watt there is nothing to bid. */
function requireAllTraded(
  items: readonly SeriesItem[],
  byItem: readonly (readonly SessionBid[])[],
  json: JsonText,
  path: string,
): void {
  const without = new Set<number>();
  for (const [i, { megawatts }] of items.entries()) {
    if (byItem[i]?.length === 0 && wattsOf(megawatts) !== 0) without.add(i);
  }
  if (without.size === 0) return;
  const traded = tradesOfOutput(json, items).trades.find(({ item }) => without.has(item));
  if (!traded) return;
  const label = items[traded.item]?.label;
  throw badField(path, `has no step for ${label}, which 'value' has in ${traded.session}`);
}

function requireNoMoreThanItems(
  items: readonly SeriesItem[],
  byItem: readonly (readonly SessionBid[])[],
  path: string,
): void {
  for (const [i, bids] of byItem.entries()) {
    const { label, megawatts } = items[i] as SeriesItem;
    for (const { session, steps } of bids) {
      const watts = steps.reduce((sum, { mw }) => sum + wattsOf(mw), 0);
      if (watts <= wattsOf(Math.abs(megawatts))) continue;
      const problem = `bids ${megawattsOf(watts)} MW for ${label}, whose item has ${Math.abs(megawatts)} MW`;
      throw badField(`${path}.${session}`, problem);
    }
  }
}

function badField(path: string, problem: string): SolanoError {
  return invalidRequest(`Field '${path}' ${problem}`);
}
