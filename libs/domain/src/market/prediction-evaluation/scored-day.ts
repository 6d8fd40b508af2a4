import type { Sum } from '@solano/domain/kernel/statistics';
/** One day that was predicted and has come: values of its periods in order, EUR/MWh. */
export interface ScoredDay {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  /** Days from the Madrid day of the prediction to this one. */
  readonly leadDays: number;
  /** Quarter hours in each period, which count so often: 4 while prices are means of the hour. */
  readonly weight: number;
  /** Hour on the Madrid clock of each period, 0 to 23. */
  readonly hours: readonly number[];
  readonly realised: ArrayLike<number>;
  readonly predicted: ArrayLike<number>;
  /** For each of `LEVELS` the quantiles, NaN where one is missing; undefined if there are none. */
  readonly bands?: readonly ArrayLike<number>[] | undefined;
  /** Simple rules' prices of the day; one that lacks its days is left out. */
  readonly references: Partial<Readonly<Record<Reference, ArrayLike<number>>>>;
}

/**
 * Rules that a prediction is compared with. `persistence`: the last whole day known, repeated;
 * `weekly`: the same day of the week before; `naive`: weekly for Mondays, Saturdays, Sundays and
 * holidays, else persistence (the standard of the field: Nogales et al. 2002).
 */
export type Reference = 'persistence' | 'weekly' | 'naive';
export const REFERENCES: readonly Reference[] = ['persistence', 'weekly', 'naive'];

/** Sums a value over all periods of a day. */
function sumOver(day: ScoredDay, value: (period: number) => number): Sum {
  let sum = 0;
  for (let period = 0; period < day.hours.length; period += 1) sum += value(period);
  return { sum: sum * day.weight, count: day.hours.length * day.weight };
}

/** The mean absolute error of some prices of a day. */
export function absoluteErrors(day: ScoredDay, prices: ArrayLike<number>): Sum {
  return sumOver(day, (i) => Math.abs((prices[i] as number) - (day.realised[i] as number)));
}

/** The mean of sums; null where there is nothing. */
export function meanOf(sums: readonly Sum[]): number | null {
  const count = sums.reduce((total, each) => total + each.count, 0);
  return count === 0 ? null : sums.reduce((total, each) => total + each.sum, 0) / count;
}

/** The pinball loss of a quantile, if the price came out as `price`. */
export function pinball(level: number, quantile: number, price: number): number {
  return price >= quantile ? level * (price - quantile) : (1 - level) * (quantile - price);
}
