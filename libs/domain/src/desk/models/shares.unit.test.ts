import { times } from '@solano/domain/contracts/thoroughness';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apportion, roundToShares, shareOf, WHOLE } from './shares.ts';

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
  ])('largest remainder splits %s', (_, weights, expected) => {
    expect(apportion(weights)).toEqual(expected);
  });

  test('largest remainder gives whole shares within one of the proportion, with the same sum', () => {
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

describe('fractions', () => {
  test.each([
    ['exact ones', [0.25, 0.75], [2_500, 7_500]],
    ['the largest remainders', [0.741481, 0.222259, 0.03626], [7_415, 2_222, 363]],
    ['equal remainders but for noise', [0.33335, 0.33335 + 1e-15, 0.3333], [3_334, 3_333, 3_333]],
    ['noise below zero', [1 + 1e-9, -1e-9], [10_000, 0]],
    ['noise above a cap of 30 %', [0.7 - 1e-8, 0.3 + 1e-8], [7_000, 3_000]],
    ['noise below it', [0.7 + 1e-8, 0.3 - 1e-8], [7_000, 3_000]],
    ['one at it between two halves', [0.34995, 0.3 + 1e-8, 0.35005], [3_500, 3_000, 3_500]],
  ])('fractions are rounded: %s', (_, fractions, expected) => {
    expect(roundToShares(fractions)).toEqual(expected);
  });

  test('fractions keep caps whatever the noise, and differ by no more than one', () => {
    const part = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }));
    const noise = fc.double({ min: -1e-7, max: 1e-7, noNaN: true });
    const other = fc.record({ cap: fc.integer({ min: 0, max: WHOLE }), part, noise });
    fc.assert(
      fc.property(fc.array(other, { maxLength: 3 }), noise, (others, firstNoise) => {
        let left = 1;
        const taken = others.map((each) => {
          const fraction = each.part * Math.min(left, each.cap / WHOLE);
          left -= fraction;
          return fraction;
        });
        const fractions = [left, ...taken];
        const caps = [Math.ceil(left * WHOLE), ...others.map(({ cap }) => cap)];
        const noises = [firstNoise, ...others.map((each) => each.noise)];
        const noisy = fractions.map((fraction, i) => fraction + (noises[i] as number));
        const shares = roundToShares(noisy);
        expect(shares.reduce((total, share) => total + share, 0)).toBe(WHOLE);
        shares.forEach((share, i) => {
          expect(share).toBeLessThanOrEqual(caps[i] as number);
          expect(Math.abs(share - (fractions[i] as number) * WHOLE)).toBeLessThan(1.01);
        });
      }),
      { numRuns: times(1000) },
    );
  });
});

test.each([
  [0, 0],
  [100, 10_000],
  [28.99, 2_899],
  [33.33, 3_333],
  [0.07, 7],
])('the share of %d percent is %d hundredths', (percent, expected) => {
  expect(shareOf(percent)).toBe(expected);
});

test('every percentage of two decimals is exact', () => {
  for (let hundredths = 0; hundredths <= WHOLE; hundredths += 1) {
    expect(shareOf(hundredths / 100)).toBe(hundredths);
  }
});
