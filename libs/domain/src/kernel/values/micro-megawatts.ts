import { ratioHalfUp, roundHalfUp } from './round.ts';

/** Micro-MW in a MW: power is kept with six decimals, as integers. */
export const MICRO = 1_000_000;

/** Magnitude that no value reaches, in MW: the sum of an hour's slots of five minutes stays exact. */
export const MAX_MW = 100_000_000;

/** Powers of ten of {@link MICRO}. */
const MICRO_TENS = Math.log10(MICRO);
/** Digits that a double has exactly, also times the periods of an hour. */
const EXACT_DIGITS = 14;
/** Dividing {@link EXACT_DIGITS} digits by more powers of ten gives 0. */
const MAX_TENS = 20;

/**
 * A decimal with a point as micro-MW, rounded half up.
 *
 * @param tens the power of ten by which it becomes MW, or MWh.
 * @param perHour periods in an hour where it is energy, else 1.
 */
export function microMegawatts(decimal: string, tens: number, perHour: number): number {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const point = mantissa.indexOf('.');
  const decimals = point < 0 ? 0 : mantissa.length - point - 1;
  const scale = Number(exponent) - decimals + tens + MICRO_TENS;
  const digits = mantissa.replace('.', '');
  if (digits.length > EXACT_DIGITS) return ofManyDigits(digits, perHour, scale);
  const whole = Number(digits) * perHour;
  if (scale >= 0) return whole * 10 ** scale;
  return ratioHalfUp(whole, 10 ** Math.min(-scale, MAX_TENS));
}

function ofManyDigits(digits: string, perHour: number, scale: number): number {
  const whole = BigInt(digits.replace('+', '')) * BigInt(perHour);
  if (scale >= 0) return Number(whole) * 10 ** scale;
  return Number(roundHalfUp(whole, 10n ** BigInt(-scale)));
}

/** Micro-MW as MW. */
export function megawatts(microMw: number): number {
  return microMw / MICRO;
}
