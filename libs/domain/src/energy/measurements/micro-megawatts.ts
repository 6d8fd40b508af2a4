import { MICRO } from './power-run.ts';

/** Powers of ten of {@link MICRO}. */
const MICRO_TENS = Math.log10(MICRO);

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
  const whole = Number(mantissa.replace('.', '')) * perHour;
  const scale = Number(exponent) - decimals + tens + MICRO_TENS;
  if (scale >= 0) return whole * 10 ** scale;
  const divisor = 10 ** -scale;
  return Math.floor((2 * whole + divisor) / (2 * divisor)) + 0;
}
