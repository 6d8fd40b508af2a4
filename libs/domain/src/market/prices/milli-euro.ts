/** A price as a whole number of thousandths of EUR/MWh, so that sums and comparisons are exact. */
export type MilliEuro = number;

/** Thousandths of one. */
export const MILLI = 1000;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** Beyond any market's cap, and small enough for every sum of a day to stay exact. */
const MAX = 999_999_999;

/**
 * Reads a decimal such as `-12.3456` and rounds it half up, away from zero, to thousandths.
 * Undefined for anything else and for a price of a million EUR/MWh or more.
 */
export function parseMilli(text: string): MilliEuro | undefined {
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = fraction.padEnd(4, '0');
  const thousandths = Number(whole || '0') * 1000 + Number(digits.slice(0, 3));
  const rounded = thousandths + (digits.charAt(3) >= '5' ? 1 : 0);
  if (rounded > MAX) return undefined;
  return sign === '-' && rounded !== 0 ? -rounded : rounded;
}

/** Why {@link parseMilli} does not read a text, to follow the name of the field. */
export function milliProblem(text: string): string {
  const isTooLarge = Math.abs(Number(text)) > MAX / MILLI && Number.isFinite(Number(text));
  return isTooLarge ? `is outside ${formatMilli(-MAX)} to ${formatMilli(MAX)}` : 'is not a number';
}

/** Writes thousandths with three digits after the point: `-12346` is `-12.346`. */
export function formatMilli(milli: MilliEuro): string {
  const size = Math.abs(milli);
  const fraction = String(size % 1000).padStart(3, '0');
  return `${milli < 0 ? '-' : ''}${Math.floor(size / 1000)}.${fraction}`;
}
