import type { Schemas } from '../api/client.ts';
import { labelInstants, stepOf } from '../time/labels.ts';
import { dayOf, MADRID } from '../time/zone.ts';

export interface PriceRow {
  readonly datetime: string;
  readonly price: string;
  readonly p10?: string | null;
  readonly p90?: string | null;
}

export type Prediction = Schemas['PricePrediction'];

/** Loads realised prices of some days with the prediction for each of them at its gate's closing. */
export interface Comparison {
  readonly realised: { readonly rows: readonly PriceRow[] };
  readonly predictions: readonly { readonly day: string; readonly prediction: Prediction }[];
}

/** Returns prices by the start of their period. */
export interface Series {
  readonly prices: ReadonlyMap<number, PriceRow>;
  readonly step: number;
}

/** What the rows of a response were converted to: each click of a page asks for the same ones. */
const converted = new WeakMap<readonly PriceRow[], Series>();

/** Converts rows whose labels are ends of periods to rows by their starts. */
export function seriesOf(rows: readonly PriceRow[]): Series {
  const known = converted.get(rows);
  if (known) return known;
  const ends = labelInstants(rows.map(({ datetime }) => datetime));
  const step = stepOf(ends);
  const prices = new Map(rows.map((row, index) => [(ends[index] ?? 0) - step, row]));
  const series = { step, prices };
  converted.set(rows, series);
  return series;
}

/** Returns the rows whose periods are in a Madrid day; a row's label is the end of its period. */
export function rowsOfDay(rows: readonly PriceRow[], day: string): PriceRow[] {
  const ends = labelInstants(rows.map(({ datetime }) => datetime));
  return rows.filter((_row, index) => dayOf((ends[index] ?? 0) - 1, MADRID) === day);
}
