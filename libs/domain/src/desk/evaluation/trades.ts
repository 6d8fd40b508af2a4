import type { Session } from '@solano/domain/market';
import type { Allocation, Slot } from '../models/model.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { matchedRows } from './matched-rows.ts';

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

interface OutputRows {
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
  const { idmodel, value } = JSON.parse(json) as OutputRows;
  const trades: ItemTrade[] = [];
  for (const [session, rows] of Object.entries(value)) {
    for (const { row, item } of matchedRows(rows, items)) {
      const { purchase_percentage: bought, sale_percentage: sold } = row;
      if (bought !== 0 || sold !== 0) trades.push({ item, session, bought, sold });
    }
  }
  return { idmodel, trades };
}
