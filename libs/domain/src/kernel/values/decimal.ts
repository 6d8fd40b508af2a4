/** A decimal number as text with a fixed number of digits after the point, such as `40.4167754`. */
export type Decimal = string;

const FORM = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

export type DecimalProblem = 'no_number' | 'too_many_decimals';

/**
 * Reads a decimal, in exact arithmetic, and writes it with `scale` digits after the point; zeros
 * beyond the scale are fine. `1e-7` is read too; a decimal comma, `NaN` and the like are not.
 */
export function parseDecimal(text: string, scale: number): Decimal | { problem: DecimalProblem } {
  const [form, sign, whole = '', fraction = '', exponent = '0'] = FORM.exec(text.trim()) ?? [];
  if (form === undefined || whole + fraction === '') return { problem: 'no_number' };
  const digits = (whole + fraction).replace(/^0+/, '');
  // The value is `digits` × 10^-places.
  const places = fraction.length - Number(exponent);
  const padded = digits !== '' && places < scale ? digits + '0'.repeat(scale - places) : digits;
  const excess = Math.max(0, places - scale);
  if (/[1-9]/.test(padded.slice(Math.max(0, padded.length - excess)))) {
    return { problem: 'too_many_decimals' };
  }
  const scaled = padded.slice(0, Math.max(0, padded.length - excess)).padStart(scale + 1, '0');
  const number = `${scaled.slice(0, -scale)}.${scaled.slice(-scale)}`;
  return sign === '-' && /[1-9]/.test(number) ? `-${number}` : number;
}

/**
 * Negative, zero or positive as the decimal is less than, equal to or more than a whole number.
 * Exact: only the part before the point is turned into a number.
 */
export function compareToWhole(decimal: Decimal, whole: number): number {
  const [units = '0', fraction = ''] = decimal.split('.');
  const isWhole = !/[1-9]/.test(fraction);
  const difference = Number(units) - whole;
  if (difference !== 0 || isWhole) return difference;
  return decimal.startsWith('-') ? -1 : 1;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * The decimal that a number is written as: 0.1 is a tenth, although no binary fraction is. As
 * digits × 10^-scale.
 *
 * @param value finite.
 */
export function decimalOf(value: number): { readonly digits: bigint; readonly scale: number } {
  const match = NUMBER.exec(String(value));
  if (!match) throw new RangeError(`No finite number: ${value}`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}
