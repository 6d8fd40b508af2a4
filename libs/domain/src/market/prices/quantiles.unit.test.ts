import { describe, expect, test } from 'vitest';
import { summed } from './quantiles.ts';

describe('the deviation of a sum', () => {
  test.each([
    [3, 4, 5],
    [-3, -4, -5],
    [5, -4, 3],
    [-5, 4, -3],
    [4, -4, 0],
    [0, 7, 7],
    [-7, 0, -7],
  ])('the deviation of a sum of %d and %d is %d', (a, b, expected) => {
    expect(summed(a, b)).toBeCloseTo(expected);
  });

  test('the deviation of a sum grows with both parts', () => {
    for (let a = -5; a <= 5; a += 1) {
      for (let b = -5; b <= 5; b += 1) {
        expect(summed(a + 1, b)).toBeGreaterThan(summed(a, b));
        expect(summed(a, b + 1)).toBeGreaterThan(summed(a, b));
      }
    }
  });
});
