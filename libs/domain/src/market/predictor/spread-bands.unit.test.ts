import { dateAfter } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import type { ClockDay } from '../prices/realised-days.ts';
import { spreadQuantiles, summed } from './spread-bands.ts';

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

describe('the quantiles of a spread', () => {
  const days = (count: number, price: (day: number, clock: number) => number): ClockDay[] => {
    return Array.from({ length: count }, (_, day) => ({
      date: dateAfter('2026-11-20', -day),
      kind: 'workday',
      prices: Array.from({ length: 100 }, (__, clock) => price(day, clock)),
    }));
  };
  const flat = days(60, () => 50_000);
  const none = Array<number>(100).fill(0);

  test('the quantiles of a spread are those of the hours around, and no others', () => {
    // Only 10:00 to 11:00 ever differs.
    const own = days(60, (day, clock) => (clock >> 2 === 10 ? 50_000 + 100 * day : 50_000));
    const quantiles = spreadQuantiles(own, flat, none);
    const differing = quantiles?.flatMap((values, hour) => ((values[6] as number) > 0 ? hour : []));
    expect(differing).toEqual([9, 10, 11]);
  });

  test('the quantiles of a spread are counted from the spread that is predicted', () => {
    const own = days(60, () => 57_000);
    const quantiles = spreadQuantiles(own, flat, Array<number>(100).fill(4_000));
    expect(quantiles?.[5]).toEqual(Array(7).fill(3_000));
  });

  test('the quantiles of a spread skip periods that the session does not cover', () => {
    const own = days(60, (_, clock) => (clock < 48 ? Number.NaN : 51_000));
    const quantiles = spreadQuantiles(own, flat, none);
    expect(quantiles?.[12]).toEqual(Array(7).fill(1_000));
    expect(quantiles?.[23]).toEqual(Array(7).fill(1_000));
    expect(quantiles?.[0]).toEqual(Array(7).fill(0));
  });
});
