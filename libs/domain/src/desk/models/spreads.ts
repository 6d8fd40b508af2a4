import { MILLI } from '@solano/domain/market';
import type { Slot } from './model.ts';

/**
 * The sessions' extra costs over the slot's reference: the day-ahead market, or the first session
 * of the slot's S if it is not in it. The reference itself is the first, with zeros.
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
