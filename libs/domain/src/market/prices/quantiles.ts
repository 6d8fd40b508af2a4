import type { MilliEuro } from './milli-euro.ts';

/** The quantiles that a prediction carries, in percent. */
export const QUANTILES = [5, 10, 25, 50, 75, 90, 95] as const;
export type Quantile = (typeof QUANTILES)[number];

/** The names of their columns in files and responses. */
export const QUANTILE_COLUMNS = QUANTILES.map((quantile) => `p${quantile}` as const);

/**
 * For each of {@link QUANTILES} the price of each period of a prediction; null where it has none.
 * Those of a period never cross.
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

/** The first two columns of a period that cross, the lower one first; undefined if none do. */
export function crossing(period: PeriodQuantiles): readonly [string, string] | undefined {
  let below = -1;
  for (const [i, price] of period.entries()) {
    if (price === null) continue;
    if (below >= 0 && price < (period[below] as MilliEuro)) {
      return [QUANTILE_COLUMNS[below] as string, QUANTILE_COLUMNS[i] as string];
    }
    below = i;
  }
  return undefined;
}
