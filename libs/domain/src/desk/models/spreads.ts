import { MILLI } from '@solano/domain/market';
import type { Slot } from './model.ts';

/**
 * The sessions' extra costs over the slot's reference: the day-ahead market, or the first session
 * of the slot's S if it is not in it. The reference itself is the first, with zeros.
 */
export interface Spreads {
  /** x̄: predicted price less the reference's, in EUR/MWh, for each session. */
  readonly predicted: readonly number[];
  /** How far that was off on each past day, in EUR/MWh, for each session. Shared: not to be changed. */
  readonly errors: readonly Float64Array[];
}

/** Kept for as long as a slot is: several models ask for the same. */
const spreads = new WeakMap<Slot, Spreads>();

/** The spreads of a slot that has prices and errors. */
export function spreadsOf(slot: Slot): Spreads {
  const known = spreads.get(slot);
  if (known) return known;
  const { weighed, errors, period } = slot;
  const [base = 0] = weighed;
  const [baseErrors] = errors;
  const made = {
    predicted: weighed.map((cost) => (cost - base) / period.minutes / MILLI),
    errors: errors.map((own) => difference(own, baseErrors as Float64Array)),
  };
  spreads.set(slot, made);
  return made;
}

/** Kept for as long as the errors are, which slots at the same time of day share. */
const differences = new WeakMap<Float64Array, WeakMap<Float64Array, Float64Array>>();

function difference(a: Float64Array, b: Float64Array): Float64Array {
  const own = differences.get(a) ?? new WeakMap<Float64Array, Float64Array>();
  differences.set(a, own);
  const known = own.get(b);
  if (known) return known;
  const left = new Float64Array(a.length);
  for (let k = 0; k < a.length; k += 1) left[k] = (a[k] as number) - (b[k] as number);
  own.set(b, left);
  return left;
}
