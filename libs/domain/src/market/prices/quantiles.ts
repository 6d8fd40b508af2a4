import type { MilliEuro } from './milli-euro.ts';

/** The quantiles that a prediction carries, in percent. */
export const QUANTILES = [5, 10, 25, 50, 75, 90, 95] as const;
export type Quantile = (typeof QUANTILES)[number];

/** The names of their columns in files and responses. */
export const QUANTILE_COLUMNS = QUANTILES.map((quantile) => `p${quantile}` as const);

/**
 * For each of {@link QUANTILES} the price of each period of a prediction; null where it has none.
 * The quantiles of a period never cross.
 */
export type Bands = readonly (readonly (MilliEuro | null)[])[];

/** One period's price at each of {@link QUANTILES}. */
export type PeriodQuantiles = readonly (MilliEuro | null)[];
export const NO_QUANTILES: PeriodQuantiles = QUANTILES.map(() => null);

/** The bands of consecutive periods; null where none of them has any quantile. */
export function toBands(periods: readonly PeriodQuantiles[]): Bands | null {
  const isEmpty = periods.every((period) => period.every((price) => price === null));
  if (isEmpty) return null;
  return QUANTILES.map((_, i) => periods.map((period) => period[i] ?? null));
}

/**
 * How far the sum of two independent prices may lie from its prediction, given how far each may at
 * one level: the root of the sum of squares, of signed squares where they lie on different sides.
 * It grows with both, so that sums of quantiles never cross.
 */
export function summed(a: number, b: number): number {
  const square = a * Math.abs(a) + b * Math.abs(b);
  return Math.sign(square) * Math.sqrt(Math.abs(square));
}
