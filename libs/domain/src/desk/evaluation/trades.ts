import type { Session } from '@solano/domain/market';
import type { PeriodBids } from '../bids/clearing.ts';
import type { Allocation, Slot } from '../models/model.ts';
import type { SeriesItem } from '../models/split-inputs.ts';

/** Bought and sold parts of one item in one session, in percent of the item's MW. */
export interface ItemTrade {
  /** Index of the item in the submitted series. */
  readonly item: number;
  /** A session of the market, or whatever a customer's own output names. */
  readonly session: string;
  readonly bought: number;
  readonly sold: number;
}

/** All that one output trades; trades of nothing are left out. */
export interface ModelTrades {
  readonly idmodel: number;
  readonly trades: readonly ItemTrade[];
  /** How each item is bid for where the trades are what bids are expected to buy. */
  readonly bids?: readonly PeriodBids[];
}

/** The trades of a model that has just run; its slots are the items in their order. */
export function tradesOfRun(
  idmodel: number,
  slots: readonly Slot[],
  allocations: readonly Allocation[],
): ModelTrades {
  const trades: ItemTrade[] = [];
  slots.forEach(({ sessions }, item) => {
    (allocations[item] as Allocation).forEach(({ bought, sold }, i) => {
      if (bought === 0 && sold === 0) return;
      const session = sessions[i] as Session;
      trades.push({ item, session, bought: bought / 100, sold: sold / 100 });
    });
  });
  return { idmodel, trades };
}

/** The part of a stored model object that says what is traded. */
export interface OutputRows {
  readonly idmodel: number;
  readonly value: Readonly<
    Record<
      string,
      readonly {
        readonly datetime: string;
        readonly purchase_percentage: number;
        readonly sale_percentage: number;
      }[]
    >
  >;
}

/**
 * The trades of a stored output, its rows matched with the items by label and occurrence; a row of
 * a label that was not submitted trades nothing.
 *
 * @param json a model object that was checked when it was stored.
 */
export function tradesOfOutput(json: string, items: readonly SeriesItem[]): ModelTrades {
  return tradesOfRows(JSON.parse(json) as OutputRows, items);
}

/** The same of a model object. */
export function tradesOfRows(
  { idmodel, value }: OutputRows,
  items: readonly SeriesItem[],
): ModelTrades {
  const trades: ItemTrade[] = [];
  for (const [session, rows] of Object.entries(value)) {
    for (const { row, item } of matchedRows(rows, items)) {
      const { purchase_percentage: bought, sale_percentage: sold } = row;
      if (bought !== 0 || sold !== 0) trades.push({ item, session, bought, sold });
    }
  }
  return { idmodel, trades };
}

/**
 * Rows of a session with the items that they are about, matched by label and occurrence; a row of a
 * label that was not submitted, or not as often, is left out.
 */
export function* matchedRows<Row extends { readonly datetime: string }>(
  rows: readonly Row[],
  items: readonly SeriesItem[],
): Generator<{ readonly row: Row; readonly item: number }> {
  const positions = positionsOf(items);
  // How many rows of a label there were, by its first position.
  const seen = new Uint32Array(items.length);
  for (const row of rows) {
    const own = positions.get(row.datetime);
    if (!own) continue;
    const first = own[0] as number;
    const item = own[seen[first] as number];
    seen[first] = (seen[first] as number) + 1;
    if (item !== undefined) yield { row, item };
  }
}

/** Cached for as long as the items are: each session of each output asks for them. */
const cached = new WeakMap<readonly SeriesItem[], ReadonlyMap<string, readonly number[]>>();

/** Positions of each label in the series, first occurrence first. */
function positionsOf(items: readonly SeriesItem[]): ReadonlyMap<string, readonly number[]> {
  const known = cached.get(items);
  if (known) return known;
  const positions = new Map<string, number[]>();
  items.forEach(({ label }, i) => {
    const own = positions.get(label);
    if (own) own.push(i);
    else positions.set(label, [i]);
  });
  cached.set(items, positions);
  return positions;
}
