import { MILLI } from '@solano/domain/market';
import type { Slot } from './model.ts';

/**
 * What the sessions of a slot cost more than its reference: the day-ahead market, and where it is
 * not in the slot's S the first session that is. The reference itself is the first, with zeros.
 */
export interface Spreads {
  /** x̄: predicted price less the reference's, in EUR/MWh, for each session. */
  readonly predicted: readonly number[];
  /** How far that was off on each past day, in EUR/MWh, for each session. */
  readonly errors: readonly Float64Array[];
}

/** The spreads of a slot that has prices and errors. */
export function spreadsOf({ weighed, errors, period }: Slot): Spreads {
  const [base = 0] = weighed;
  const [baseErrors] = errors;
  return {
    predicted: weighed.map((cost) => (cost - base) / period.minutes / MILLI),
    errors: errors.map((own) => difference(own, baseErrors as Float64Array)),
  };
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  const left = new Float64Array(a.length);
  for (let k = 0; k < a.length; k += 1) left[k] = (a[k] as number) - (b[k] as number);
  return left;
}
