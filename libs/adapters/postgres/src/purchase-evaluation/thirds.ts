/** Zeros of a divisor beyond which no figure of a purchase has any: what is larger is no divisor of a power of ten. */
const MAX_DECIMALS = 16_000;

/**
 * Three times a fraction `num/den` as a decimal, exactly: an hour has 60 minutes, so that no figure has a divisor
 * other than 2, 5 and once 3.
 *
 * @throws RangeError for another divisor.
 */
export function thirdsText(fraction: string): string {
  const [num = '', den = ''] = fraction.split('/');
  const [tripled, divisor] = [3n * BigInt(num), BigInt(den)];
  if (tripled % divisor === 0n) return String(tripled / divisor);
  let decimals = 1;
  let unit = 10n;
  while ((tripled * unit) % divisor !== 0n) {
    if (decimals === MAX_DECIMALS) throw new RangeError(`${fraction} has another divisor.`);
    decimals += 1;
    unit *= 10n;
  }
  const digits = (tripled * unit) / divisor;
  const whole = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return `${sign}${whole.slice(0, -decimals)}.${whole.slice(-decimals)}`;
}

/** The fraction of which a decimal is three times. */
export function fractionOfThirds(decimal: string): string {
  const [whole = '', decimals = ''] = decimal.split('.');
  return `${BigInt(whole + decimals)}/${3n * 10n ** BigInt(decimals.length)}`;
}
