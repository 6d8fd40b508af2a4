import { because, type Decimal, parseDecimal, type Reason } from '@solano/domain/kernel';
import type { SourceUnit } from '../unavailabilities/unavailability.ts';

/** Digits after the point that are read: enough for what any program writes of a power. */
const SCALE = 40;
/** Longer ones say nothing more, and big arithmetic on them would take its time. */
const MAX_LENGTH = 100;

/** A number in units of 10^-40. */
type Exact = bigint;

const ONE: Exact = 10n ** BigInt(SCALE);
/** 1 MW in kW, and 1 in %. */
const KILO = 1000n;
const HUNDRED = 100n;

/** A plant's nominal capacity, ready for exact arithmetic. */
export interface Nominal {
  /** MW. */
  readonly text: Decimal;
  readonly exact: Exact;
}

export function nominalOf(capacityMw: Decimal): Nominal {
  return { text: capacityMw, exact: exactOf(parseDecimal(capacityMw, SCALE) as Decimal) };
}

export interface OutagePower {
  /** MW, the nearest double to the exact value. */
  readonly availableMw: number;
  /** The value as it was entered, in its unit. */
  readonly entered: number;
}

/**
 * Reads a power that is available, or unavailable and then taken off the nominal capacity; `%` is
 * of nominal capacity. Returns what is wrong with it where it is not a number, below 0 or above
 * nominal capacity. Exact: only the results are rounded, to the nearest double.
 */
export function readPower(
  text: string,
  unit: SourceUnit,
  nominal: Nominal,
  { unavailable = false }: { unavailable?: boolean } = {},
): OutagePower | Reason {
  if (text.trim() === '') return because('blank');
  if (text.length > MAX_LENGTH) return because('too_long', { max: MAX_LENGTH });
  const decimal = parseDecimal(text, SCALE);
  if (typeof decimal !== 'string') {
    if (decimal.problem === 'too_many_decimals')
      return because('too_many_decimals', { max: SCALE });
    return because('not_a_decimal');
  }
  const value = exactOf(decimal);
  if (value < 0n) return because('below', { min: 0 });
  if (value > limitOf(unit, nominal)) {
    return because('above_nominal', { nominal: nominal.text });
  }
  const entered = Number(decimal);
  const available = unavailable ? limitOf(unit, nominal) - value : value;
  if (unit === 'kW') return { availableMw: toNumber(available, KILO), entered };
  if (unit !== '%') return { availableMw: toNumber(available, 1n), entered };
  return { availableMw: toNumber(nominal.exact * available, HUNDRED * ONE), entered };
}

/** The nominal capacity in the unit. */
function limitOf(unit: SourceUnit, { exact }: Nominal): Exact {
  if (unit === '%') return HUNDRED * ONE;
  return unit === 'kW' ? KILO * exact : exact;
}

function exactOf(decimal: Decimal): Exact {
  return BigInt(decimal.replace('.', ''));
}

/** The quotient as a double. The divisor is a power of ten: the point just moves. */
function toNumber(value: Exact, divisor: bigint): number {
  const places = SCALE + divisor.toString().length - 1;
  return Number(`${value}e-${places}`);
}
