/*
 * The two rules by which quotients are rounded to whole numbers. They differ in what is half way between two.
 * Money, prices and traded energy are rounded away from zero: a gain and a loss of one size show one figure.
 * Power that was measured or forecast is rounded up: values that are all higher by a micro-MW have a mean that is.
 * Divisors are positive.
 */

/** The nearest whole number, halves away from zero: −1/2 is −1. */
export function roundHalfAway(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return (dividend < 0n ? dividend - half : dividend + half) / divisor;
}

/** {@link roundHalfAway} of doubles; never −0. */
export function ratioHalfAway(dividend: number, divisor: number): number {
  const size = Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor));
  return dividend < 0 && size !== 0 ? -size : size;
}

/** The nearest whole number, halves up: −1/2 is 0. */
export function roundHalfUp(dividend: bigint, divisor: bigint): bigint {
  const [twice, by] = [2n * dividend + divisor, 2n * divisor];
  return twice / by - (twice % by < 0n ? 1n : 0n);
}

/** {@link roundHalfUp} of doubles; NaN of NaN. */
export function ratioHalfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}
