import { dateAt, dayOf, SolanoError } from '@solano/domain/kernel';
import { gateClosure, SESSIONS, type Session } from '@solano/domain/market';
import type { BidStep, SessionBid } from '../bids/bid.ts';
import { bidsOfOutput } from '../evaluation/stored-bids.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import { readSeries } from '../purchases/series.ts';
import { type PurchaseAddress, readPurchase } from '../purchases/update-purchase.ts';

/** What is bid in a session for the items of one delivery day. */
export interface DayBids {
  readonly session: Session;
  /** Madrid day of delivery, `YYYY-MM-DD`. */
  readonly date: string;
  readonly closesAt: Date;
  /** The items for which anything is bid, in their order; never empty. */
  readonly periods: readonly ItemBid[];
}

interface ItemBid {
  readonly item: SeriesItem;
  readonly steps: readonly BidStep[];
}

/**
 * The bids of a purchase as they were made, by delivery day and session in the order in which gates
 * close. Errors: `purchase_not_found`, `no_outputs`, `output_not_found` for a model without output or
 * bids, `store_unavailable`.
 */
export async function purchaseBids(
  { purchases }: { readonly purchases: PurchaseStore },
  address: PurchaseAddress,
  idmodel: number,
): Promise<DayBids[]> {
  const { outputs } = await readPurchase(purchases, address, idmodel);
  const [output] = outputs;
  if (!output) throw await missingOutput(purchases, address, idmodel);
  const items = readSeries(JSON.parse((await purchases.series(address.id)) ?? '[]'));
  const bids = bidsOfOutput(output.json, items);
  if (!bids) {
    const message = `Model ${idmodel} makes no bids: its shares are bought at any price.`;
    throw new SolanoError('output_not_found', message);
  }
  return byGate(items, bids);
}

async function missingOutput(
  purchases: PurchaseStore,
  address: PurchaseAddress,
  idmodel: number,
): Promise<SolanoError> {
  const { outputs } = await readPurchase(purchases, address);
  return outputs.length === 0
    ? new SolanoError('no_outputs', 'The purchase has no outputs yet.')
    : new SolanoError('output_not_found', `idmodel ${idmodel} not found in strategy_output.`);
}

function byGate(items: readonly SeriesItem[], bids: readonly (readonly SessionBid[])[]): DayBids[] {
  const dates = Map.groupBy(items.keys(), (i) => dateAt((items[i] as SeriesItem).period.end - 1));
  const days = [...dates].flatMap(([date, indices]) => {
    return SESSIONS.flatMap((rules) => {
      const periods = indices.flatMap((i) => {
        const own = bids[i]?.find(({ session }) => session === rules.session);
        return own ? [{ item: items[i] as SeriesItem, steps: own.steps }] : [];
      });
      if (periods.length === 0) return [];
      const closesAt = new Date(gateClosure(rules, dayOf(date)));
      return [{ session: rules.session, date, closesAt, periods }];
    });
  });
  return days.sort((a, b) => a.closesAt.getTime() - b.closesAt.getTime());
}
