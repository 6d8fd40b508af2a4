import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apportion, shareOf, WHOLE } from './shares.ts';

describe('largest remainder', () => {
  test.each([
    ['a whole', [1], [10_000]],
    ['two halves', [1, 1], [5_000, 5_000]],
    ['thirds, the odd one to the earlier', [1, 1, 1], [3_334, 3_333, 3_333]],
    ['sixths', [1, 1, 1, 1, 1, 1], [1_667, 1_667, 1_667, 1_667, 1_666, 1_666]],
    ['the ladder without MID3', [7_000, 1_500, 1_000], [7_368, 1_579, 1_053]],
    ['the ladder without MD', [1_500, 1_000, 500], [5_000, 3_333, 1_667]],
    ['a weight of nothing', [0, 3, 0], [0, 10_000, 0]],
    ['no weight at all: the first', [0, 0, 0], [10_000, 0, 0]],
  ])('%s', (_, weights, expected) => {
    expect(apportion(weights)).toEqual(expected);
  });

  test('gives whole shares within one of the proportion, summing to a whole', () => {
    const weights = fc.array(fc.integer({ min: 0, max: WHOLE }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(weights, (given) => {
        const shares = apportion(given);
        const sum = given.reduce((total, weight) => total + weight, 0);
        expect(shares.reduce((total, share) => total + share, 0)).toBe(WHOLE);
        shares.forEach((share, i) => {
          expect(Number.isInteger(share) && share >= 0).toBe(true);
          const exact = ((given[i] as number) * WHOLE) / sum;
          expect(sum === 0 || Math.abs(share - exact) < 1).toBe(true);
        });
      }),
    );
  });
});

test.each([
  [0, 0],
  [100, 10_000],
  [28.99, 2_899],
  [33.33, 3_333],
  [0.07, 7],
])('%d percent are %d hundredths', (percent, expected) => {
  expect(shareOf(percent)).toBe(expected);
});

test('every percentage of two decimals is exact', () => {
  for (let hundredths = 0; hundredths <= WHOLE; hundredths += 1) {
    expect(shareOf(hundredths / 100)).toBe(hundredths);
  }
});
