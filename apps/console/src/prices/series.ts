import type { Schemas } from '../api/client.ts';
import { labelInstants, stepOf } from '../time/labels.ts';

interface PriceRow {
  readonly datetime: string;
  readonly price: string;
  readonly p10?: string | null;
  readonly p90?: string | null;
}

export type Prediction = Schemas['PricePrediction'];

/** Realised prices of some days with what was predicted for each of them before its gate. */
export interface Comparison {
  readonly realised: { readonly rows: readonly PriceRow[] };
  readonly predictions: readonly { readonly day: string; readonly prediction: Prediction }[];
}

/** Prices by the start of their period. */
export interface Series {
  readonly prices: ReadonlyMap<number, PriceRow>;
  readonly step: number;
}

/** Rows whose labels are ends of periods, by the starts of these. */
export function seriesOf(rows: readonly PriceRow[]): Series {
  const ends = labelInstants(rows.map(({ datetime }) => datetime));
  const step = stepOf(ends);
  return { step, prices: new Map(rows.map((row, index) => [(ends[index] ?? 0) - step, row])) };
}
