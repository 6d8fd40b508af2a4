/** A share of an item's MW in hundredths of a percent: 10,000 is all of it. */
export type Share = number;

export const WHOLE: Share = 10_000;

/**
 * Splits all of an item into shares in proportion to integer weights, by largest remainder; equal
 * remainders go to the earlier. When no weight is positive the first takes everything.
 */
export function apportion(weights: readonly number[]): Share[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map((_, i) => (i === 0 ? WHOLE : 0));
  const shares = weights.map((weight) => Math.floor((weight * WHOLE) / sum));
  const left = WHOLE - shares.reduce((total, share) => total + share, 0);
  const byRemainder = weights
    .map((weight, i) => ({ i, remainder: (weight * WHOLE) % sum }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, left)) shares[i] = (shares[i] as Share) + 1;
  return shares;
}

/** The resolution at which fractions are compared: a smaller difference is rounding noise. */
const STEPS_PER_SHARE = 1000;

/**
 * Rounds fractions of a whole to shares by largest remainder. Fractions may be below zero, or above a
 * cap, by noise alone. The shares keep caps in whole shares: what is left to hand out goes to the
 * largest remainders, and that of a session at its cap is noise.
 */
export function roundToShares(fractions: Iterable<number>): Share[] {
  const weights = Array.from(fractions, (fraction) => {
    return Math.round(Math.max(fraction, 0) * WHOLE * STEPS_PER_SHARE);
  });
  return apportion(weights);
}

/** A setting in percent, of two decimals at most, in hundredths of a percent. */
export function shareOf(percent: number): Share {
  return Math.round(percent * 100);
}
