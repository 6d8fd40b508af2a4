/** Decimals of a figure whose divisor is not one of a power of ten: 10^20 of them are exact to 10^-20. */
const ROUNDED_DECIMALS = 40;

/**
 * Three times a fraction `num/den` as a decimal: exact for divisors of 2, 5 and once 3, as those of 60 minutes.
 * The expected cost of bids has the number of scenarios for a divisor too: it is rounded down to 40 decimals.
 */
export function thirdsText(fraction: string): string {
  const [num = '', den = ''] = fraction.split('/');
  const [tripled, divisor] = [3n * BigInt(num), BigInt(den)];
  if (tripled % divisor === 0n) return String(tripled / divisor);
  const decimals = decimalsOf(tripled, divisor);
  const unit = 10n ** BigInt(decimals);
  const digits = (tripled * unit) / divisor;
  const whole = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return `${sign}${whole.slice(0, -decimals)}.${whole.slice(-decimals)}`;
}

/** The decimals that a quotient has; {@link ROUNDED_DECIMALS} where it has no end. */
function decimalsOf(num: bigint, den: bigint): number {
  let rest = num % 3n === 0n && den % 3n === 0n ? den / 3n : den;
  const exponents = [2n, 5n].map((prime) => {
    let exponent = 0;
    for (; rest % prime === 0n; rest /= prime) exponent += 1;
    return exponent;
  });
  return rest === 1n ? Math.max(...exponents) : ROUNDED_DECIMALS;
}

/** The fraction of which a decimal is three times. */
export function fractionOfThirds(decimal: string): string {
  const [whole = '', decimals = ''] = decimal.split('.');
  return `${BigInt(whole + decimals)}/${3n * 10n ** BigInt(decimals.length)}`;
}
