import type { SpreadCurve } from '@solano/domain/market';
import type { Direction } from './bid.ts';

const CENTS = 100;
/** What a price in cents may be off by in floating point. */
const NOISE = 1e-6;

/**
 * The price of the earlier session at which buying there and waiting for the later one cost the same:
 * L with E[later − earlier | earlier clears at L] = 0, as both pay the same fee. Waiting is not dearer
 * from there on as the price rises, for a sale as it falls; at L it is bought, or sold, at once. ∞
 * where waiting is dearer at any price (of a sale: cheaper), −∞ where it is cheaper at any; for a
 * sale with the signs turned. Else EUR/MWh, rounded to cents towards waiting.
 *
 * @param predicted price of the earlier session, EUR/MWh.
 */
export function indifferencePrice(
  { surprises, spreads }: SpreadCurve,
  predicted: number,
  direction: Direction,
): number {
  // The last surprise with a spread of 0 or more; for a sale the first with one of 0 or less.
  const crossing = direction === 1 ? lastFrom(surprises, spreads) : firstUpTo(surprises, spreads);
  if (!Number.isFinite(crossing)) return crossing;
  const cents = (predicted + crossing) * CENTS;
  return (direction === 1 ? Math.floor(cents + NOISE) : Math.ceil(cents - NOISE)) / CENTS + 0;
}

function lastFrom(surprises: readonly number[], spreads: readonly number[]): number {
  const last = spreads.findLastIndex((spread) => spread >= 0);
  if (last < 0) return -Infinity;
  if (last === spreads.length - 1) return Infinity;
  return crossingAfter(surprises, spreads, last);
}

function firstUpTo(surprises: readonly number[], spreads: readonly number[]): number {
  const first = spreads.findIndex((spread) => spread <= 0);
  if (first < 0) return Infinity;
  if (first === 0) return -Infinity;
  return crossingAfter(surprises, spreads, first - 1);
}

/** Where the line between a point and the next one crosses zero. */
function crossingAfter(
  surprises: readonly number[],
  spreads: readonly number[],
  i: number,
): number {
  const [from, to] = [surprises[i] as number, surprises[i + 1] as number];
  const [above, below] = [spreads[i] as number, spreads[i + 1] as number];
  return from + ((to - from) * above) / (above - below);
}
