import { roundHalfAway } from '@solano/domain/kernel';

/** An exact number: a quotient of whole numbers, the divisor positive. */
export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

/** A {@link Fraction} as it is stored, `-12/5`. */
export type FractionText = string;

const ZERO: Fraction = { num: 0n, den: 1n };

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.den === b.den) return { num: a.num + b.num, den: a.den };
  return { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { num: -b.num, den: b.den });
}

/** a as a part of b; undefined if b is zero. */
export function quotient(a: Fraction, b: Fraction): Fraction | undefined {
  if (b.num === 0n) return undefined;
  const sign = b.num < 0n ? -1n : 1n;
  return { num: sign * a.num * b.den, den: sign * a.den * b.num };
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** With `decimals` digits after the point, rounded half up, away from zero; never minus zero. */
export function toFixed({ num, den }: Fraction, decimals: number): string {
  const units = roundHalfAway(absolute(num) * 10n ** BigInt(decimals), den);
  const digits = String(units).padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return num < 0n && units !== 0n ? `-${text}` : text;
}

/** In lowest terms, so that sums of many stay small. */
export function fractionText(value: Fraction): FractionText {
  const { num, den } = reduced(value);
  return `${num}/${den}`;
}

export function readFraction(text: FractionText): Fraction {
  const [num = '', den = ''] = text.split('/');
  return { num: BigInt(num), den: BigInt(den) };
}

/** The sum of fractions that {@link fractionText} wrote. */
export function sumOf(texts: Iterable<FractionText>): Fraction {
  const sum = new FractionSum();
  for (const text of texts) sum.add(text);
  return sum.total;
}

/** Adds up fractions, many of which share a divisor. */
export class FractionSum {
  /** The sum of the numerators by divisor: these stay as few and as small as they came. */
  readonly #byDivisor = new Map<bigint, bigint>();

  add(text: FractionText): void {
    const { num, den } = readFraction(text);
    this.#byDivisor.set(den, (this.#byDivisor.get(den) ?? 0n) + num);
  }

  get total(): Fraction {
    let total = ZERO;
    for (const [den, num] of this.#byDivisor) total = reduced(plus(total, { num, den }));
    return total;
  }
}

function reduced({ num, den }: Fraction): Fraction {
  const common = greatestDivisor(absolute(num), den);
  return { num: num / common, den: den / common };
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [high, low] = [a, b];
  while (low !== 0n) [high, low] = [low, high % low];
  return high;
}
