import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dearestSum, sumsOf } from './row-sums.ts';

const ROWS = 5;
const exposures = fc.array(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), {
  minLength: ROWS,
  maxLength: ROWS,
});
/** The difference of two prices × minutes: of usual ones, the largest that are stored, and beyond. */
const error = fc.oneof(
  fc.integer({ min: -30_000, max: 30_000 }),
  fc.integer({ min: -(2 * 10 ** 12), max: 2 * 10 ** 12 }),
  fc.integer({ min: -(10 ** 15), max: 10 ** 15 }),
);
const days = fc.array(fc.array(error, { minLength: ROWS, maxLength: ROWS }), { maxLength: 9 });

function rowOf(errors: readonly number[]) {
  const values = Float64Array.from(errors);
  return { values, largest: Math.max(0, ...errors.map(Math.abs)) };
}

test('the sums of rows, and that of the dearest, are exact, however large exposures and errors are', () => {
  const property = fc.property(exposures, days, fc.nat({ max: 9 }), (weights, errors, most) => {
    const taken = Math.min(most, errors.length);
    const sums = errors.map((day) =>
      weights.reduce((sum, weight, i) => sum + weight * BigInt(day[i] as number), 0n),
    );
    sums.sort((a, b) => (a < b ? 1 : -1));
    const expected = sums.slice(0, taken).reduce((sum, each) => sum + each, 0n);
    const rows = weights.map((_, i) => rowOf(errors.map((day) => day[i] as number)));
    expect(dearestSum(weights, rows, errors.length, taken)).toBe(expected);
    expect(sumsOf(weights, rows, errors.length).toSorted((a, b) => (a < b ? 1 : -1))).toEqual(sums);
  });
  fc.assert(property);
});

test('the dearest sums are taken where they differ in the last digit alone', () => {
  const weights = [2n ** 60n, 1n];
  const rows = [rowOf([7, 7, 7]), rowOf([1, 3, 2])];
  expect(dearestSum(weights, rows, 3, 1)).toBe(7n * 2n ** 60n + 3n);
  expect(dearestSum(weights, rows, 3, 2)).toBe(14n * 2n ** 60n + 5n);
});
