import { dateAfter } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import type { ClockDay } from '../prices/realised-days.ts';
import { spreadQuantiles } from './spread-bands.ts';

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
