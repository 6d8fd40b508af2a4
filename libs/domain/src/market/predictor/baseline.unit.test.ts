import { dateAfter, dayKind } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import type { ClockDay } from '../prices/realised-days.ts';
import { baselineDay, meanSpread } from './baseline.ts';

/** A day of one price, but for some quarters. */
function day(date: string, price: number, others: Record<number, number> = {}): ClockDay {
  const prices = Array.from({ length: 100 }, (_, i) => others[i] ?? price);
  return { date, kind: dayKind(date), prices };
}

/** The one price that a day is expected to have in all quarters. */
function priceOf(known: readonly ClockDay[], date: string): number | undefined {
  const prices = new Set(baselineDay(known, date));
  expect(prices.size).toBe(1);
  return [...prices][0];
}

// A Tuesday and a Wednesday: 40 and 60 EUR/MWh. The Wednesday lay 20 above what was expected.
const TWO = [day('2026-11-18', 60_000), day('2026-11-17', 40_000)];

describe('the baseline of a workday worked by hand', () => {
  test('the baseline uses the last workday for the next day in place of the week before', () => {
    // 0.1 × 60 + 0.9 × 50 + 0.7 × 20
    expect(priceOf(TWO, '2026-11-19')).toBe(65_000);
  });

  test('the baseline uses the same weekday a week later, with less of the deviation', () => {
    // 0.1 × 40 + 0.9 × 50 + 0.7⁶ × 20
    expect(priceOf(TWO, '2026-11-24')).toBe(49_000 + 2_353);
  });

  test('the baseline has no deviation left a year later', () => {
    expect(priceOf(TWO, '2027-11-19')).toBe(51_000);
  });

  test('the baseline counts a deviation by half for its own quarter, by half for all', () => {
    const peak = [day('2026-11-18', 0, { 40: 9_600, 97: 9_600 }), day('2026-11-17', 0)];
    const prices = baselineDay(peak, '2026-11-19');
    // 0.1 × 9.6 + 0.9 × 4.8 + 0.7 × (9.6 + 9.6 / 96) / 2, and 0.7 × (0 + 9.6 / 96) / 2
    expect([prices[39], prices[40], prices[41]]).toEqual([35, 8_675, 35]);
  });

  test('the baseline counts only fifteen workdays', () => {
    const dates = Array.from({ length: 30 }, (_, i) => dateAfter('2026-11-20', -i));
    const workdays = dates.filter((date) => dayKind(date) === 'workday');
    const known = workdays.map((date, i) => day(date, i < 15 ? 7_000 : 900_000));
    // The last day is the only Saturday: there is no deviation.
    const last = day('2026-11-21', 1);
    expect(priceOf([last, ...known], '2026-11-23')).toBe(7_000);
    expect(priceOf([last, ...known.slice(1)], '2026-11-23')).toBeGreaterThan(7_000);
  });
});

describe('the kind of a day', () => {
  // Newest first: Sunday 20, Saturday 10, Friday 30, Thursday 32.
  const known = [
    day('2025-12-14', 20_000),
    day('2025-12-13', 10_000),
    day('2025-12-12', 30_000),
    day('2025-12-11', 32_000),
  ];

  test.each([
    ['a Saturday', '2025-12-20', 10_000],
    ['a Sunday', '2025-12-21', 20_000],
    ['a holiday', '2025-12-25', 20_000],
    // 0.1 × 30 + 0.9 × 31; a week before for the Thursday: 0.1 × 32 + 0.9 × 31
    ['a workday', '2025-12-15', 30_900],
    ['the Thursday', '2025-12-18', 31_100],
  ])('the kind of a day makes %s similar to days of its kind', (_, date, expected) => {
    expect(priceOf(known, date)).toBe(expected);
  });

  test('a holiday a week before is not the model of a workday', () => {
    const since = [day('2025-12-08', 20_000), day('2025-12-05', 30_000), day('2025-12-04', 32_000)];
    expect(priceOf(since, '2025-12-15')).toBe(30_900);
  });

  test('a workday a week before is not the model of a holiday', () => {
    const since = [day('2025-12-07', 20_000), day('2025-12-02', 50_000), day('2025-12-01', 50_000)];
    expect(priceOf(since, '2025-12-08')).toBe(20_000);
  });

  test('the kind of a day does not matter where no day of its kind is known', () => {
    expect(priceOf([day('2026-11-20', 50_000)], '2026-11-21')).toBe(50_000);
    // 0.1 × 60 + 0.9 × 50 + 0.7³ × 20, the week before being unknown
    expect(priceOf(TWO, '2026-11-21')).toBe(51_000 + 6_860);
  });

  test.each(['2026-11-21', '2026-11-22'])(
    'a weekend day like %s uses four days of its kind at most',
    (date) => {
      const known = [1, 2, 3, 4, 5].map((weeks) => {
        return day(dateAfter(date, -7 * weeks), weeks < 5 ? 5_000 : 900_000);
      });
      // The last day is the only workday: there is no deviation.
      expect(priceOf([day('2026-11-20', 1), ...known], date)).toBe(5_000);
    },
  );
});

describe('rounding the mean', () => {
  // The last day is the only one of its kind: no deviation. (11 a + 9 b) / 20
  const last = day('2026-11-16', 123_456);
  test.each([
    [5, -5, 1],
    [-5, 5, -1],
    [1, 0, 1],
    [-1, 0, -1],
    [4, -4, 0],
    [-4, 4, 0],
    [-40_001, 20_000, -13_001],
  ])('rounding the mean turns Sundays of %d and %d thousandths into %d', (a, b, expected) => {
    const known = [last, day('2026-11-15', a), day('2026-11-08', b)];
    expect(priceOf(known, '2026-11-22')).toBe(expected);
  });
});

test('an empty history has no baseline', () => {
  expect(() => baselineDay([], '2026-11-22')).toThrow(RangeError);
});

describe('the mean spread', () => {
  const dates = Array.from({ length: 40 }, (_, i) => dateAfter('2026-11-20', -i));
  const flat = (price: number) => dates.map((date) => day(date, price));

  test.each([
    [1, 31_000, 1_000],
    [1, -31_000, -1_000],
    [10, 4_000, 1_000],
    [30, 2_000, 1_000],
    [40, 2_000, 1_000],
    [1, 15, 0],
    [1, -15, 0],
    [1, 16, 1],
  ])('the mean spread of %d days that lie %d thousandths above is %d', (count, above, expected) => {
    const own = flat(50_000 + above).slice(0, count);
    expect(meanSpread(own, flat(50_000))).toEqual(Array(100).fill(expected));
  });

  test('the mean spread is of the newest thirty days', () => {
    const own = flat(0).map((each, i) => (i < 30 ? each : day(each.date, 900_000)));
    expect(new Set(meanSpread(own, flat(0)))).toEqual(new Set([0]));
  });

  test('the mean spread is of each quarter, and of days that both have', () => {
    const own = [day('2026-11-20', 500_000), day('2026-11-19', 0, { 95: 62_000 })];
    const spread = meanSpread(own, [day('2026-11-19', 31_000), day('2026-11-18', 0)]);
    expect([spread[0], spread[94], spread[95]]).toEqual([-1_000, -1_000, 1_000]);
  });

  test('the mean spread is missing without days that both have', () => {
    expect(meanSpread([day('2026-11-20', 1)], [day('2026-11-19', 1)])).toEqual([]);
    expect(meanSpread([], [])).toEqual([]);
  });
});
