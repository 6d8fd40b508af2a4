/** Whole numbers, one for each past day. */
export interface Row {
  readonly values: Float64Array;
  /** The greatest of their sizes. */
  readonly largest: number;
}

/** Bits of the whole numbers that a number holds exactly. */
const EXACT_BITS = 53;

/**
 * Of the sums of exposure × row on each day, the sum of the greatest, exactly. Which are the greatest is
 * seen from sums of numbers, which are fifty times faster than big integers; those that their rounding
 * leaves open are compared exactly.
 *
 * @param rows one for each exposure, of `count` days.
 * @param taken how many sums are the greatest.
 */
export function dearestSum(
  exposures: readonly bigint[],
  rows: readonly Row[],
  count: number,
  taken: number,
): bigint {
  const weights = exposures.map(Number);
  const sums = weighedSum(weights, rows, count);
  const error = roundingError(weights, rows);
  const largest = rows.reduce((max, row) => Math.max(max, row.largest), 0);
  if (!Number.isFinite(error) || !Number.isSafeInteger(largest * taken)) {
    return dearestOf(bigSums(exposures, rows, count), taken);
  }
  const last = sums.toSorted()[count - taken] as number;
  const greatest: number[] = [];
  const open: number[] = [];
  for (let k = 0; k < count; k += 1) {
    const above = (sums[k] as number) - last;
    if (above > 2 * error) greatest.push(k);
    else if (above >= -2 * error) open.push(k);
  }
  const exact = open.map((k) => sumOfDays(exposures, rows, [k]));
  return sumOfDays(exposures, rows, greatest) + dearestOf(exact, taken - greatest.length);
}

/** What {@link weighedSum} is off by at most, after Higham, Accuracy and Stability (2002), §3.1; twice as much. */
function roundingError(weights: readonly number[], rows: readonly Row[]): number {
  const sizes = rows.reduce((sum, { largest }, i) => {
    return sum + Math.abs(weights[i] as number) * largest;
  }, 0);
  return (rows.length + 2) * Number.EPSILON * sizes;
}

/** The sum of exposure × row over some days, exactly where the rows' sums are. */
function sumOfDays(
  exposures: readonly bigint[],
  rows: readonly Row[],
  days: readonly number[],
): bigint {
  return exposures.reduce((total, exposure, i) => {
    const { values } = rows[i] as Row;
    const sum = days.reduce((part, k) => part + (values[k] as number), 0);
    return total + exposure * BigInt(sum);
  }, 0n);
}

/** The sum of the greatest. */
export function dearestOf(sums: readonly bigint[], taken: number): bigint {
  const dearest = sums.toSorted((a, b) => (a < b ? 1 : -1)).slice(0, taken);
  return dearest.reduce((sum, each) => sum + each, 0n);
}

/**
 * The sums of exposure × row on each day, exactly. In numbers: exposures are split into digits so small
 * that no sum goes beyond what a number holds exactly.
 */
export function sumsOf(
  exposures: readonly bigint[],
  rows: readonly Row[],
  count: number,
): bigint[] {
  const bits = bitsOf(rows);
  if (bits < 2) return bigSums(exposures, rows, count);
  const digits = digitsOf(exposures, rows, count, bits);
  return Array.from({ length: count }, (_, k) => {
    return digits.reduceRight(
      (total, own) => (total << BigInt(bits)) + BigInt(own[k] as number),
      0n,
    );
  });
}

/** Sums of numbers of any size. */
function bigSums(exposures: readonly bigint[], rows: readonly Row[], count: number): bigint[] {
  return Array.from({ length: count }, (_, k) => sumOfDays(exposures, rows, [k]));
}

/** Bits of a digit with which no sum of rows is beyond what a number holds. */
function bitsOf(rows: readonly Row[]): number {
  const room = rows.reduce((sum, row) => sum + row.largest, 1);
  return EXACT_BITS - 2 - Math.ceil(Math.log2(room));
}

/** The sums by their digits of so many bits, the lowest first. */
function digitsOf(
  exposures: readonly bigint[],
  rows: readonly Row[],
  count: number,
  bits: number,
): Float64Array[] {
  const digits: Float64Array[] = [];
  for (let left = exposures; left.some((each) => each !== 0n); ) {
    const low = left.map((each) => Number(BigInt.asIntN(bits, each)));
    left = left.map((each, i) => (each - BigInt(low[i] as number)) >> BigInt(bits));
    digits.push(weighedSum(low, rows, count));
  }
  carry(digits, 2 ** bits);
  return digits;
}

function weighedSum(weights: readonly number[], rows: readonly Row[], count: number): Float64Array {
  const sums = new Float64Array(count);
  for (let i = 0; i < rows.length; i += 1) {
    const weight = weights[i] as number;
    const row = (rows[i] as Row).values;
    for (let k = 0; k < count; k += 1) sums[k] = (sums[k] as number) + weight * (row[k] as number);
  }
  return sums;
}

/** Moves what a digit is beyond 0 to `base` to the next: numbers compare by their digits then. */
function carry(digits: readonly Float64Array[], base: number): void {
  for (let d = 0; d + 1 < digits.length; d += 1) {
    const [low, high] = [digits[d] as Float64Array, digits[d + 1] as Float64Array];
    for (let k = 0; k < low.length; k += 1) {
      const over = Math.floor((low[k] as number) / base);
      low[k] = (low[k] as number) - over * base;
      high[k] = (high[k] as number) + over;
    }
  }
}
