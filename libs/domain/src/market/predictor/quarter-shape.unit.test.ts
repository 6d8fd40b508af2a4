import { dateAfter, HOURS, ORDINARY_QUARTERS } from '@solano/domain/kernel';
import { describe, expect, it } from 'vitest';
import { align, hoursOf } from './price-days.ts';
import { shapedQuarters } from './quarter-shape.ts';

const flat = new Float64Array(ORDINARY_QUARTERS).fill(50);
const sawtooth = flat.map((price, i) => price + ([3, 1, -1, -3][i % 4] ?? 0));
const days = (quarters: Float64Array, count: number) =>
  align(Array.from({ length: count }, (_, i) => ({ date: dateAfter('2025-10-01', i), quarters })));
const rising = Float64Array.from({ length: HOURS }, (_, hour) => 10 * hour);

describe('the quarters of a predicted hour', () => {
  it('the quarters of a predicted hour cost the same while the market is hourly', () => {
    const quarters = shapedQuarters(rising, days(flat, 30), 30);
    expect(Array.from(quarters.slice(8, 12))).toEqual([20, 20, 20, 20]);
  });

  it('the quarters of a predicted hour keep the mean of their hour', () => {
    const hours = hoursOf(shapedQuarters(rising, days(sawtooth, 30), 30));
    hours.forEach((price, hour) => {
      expect(price).toBeCloseTo(10 * hour, 9);
    });
  });

  it('the quarters of an hour have the shape of the last weeks, and half the line through its neighbours', () => {
    const level = new Float64Array(HOURS).fill(80);
    const [first = 0, , , last = 0] = shapedQuarters(level, days(sawtooth, 28), 28).slice(40);
    expect(first - 80).toBeCloseTo((3 * 28) / 31, 9);
    expect(last - 80).toBeCloseTo((-3 * 28) / 31, 9);
    const [, , , top = 0] = shapedQuarters(rising, days(sawtooth, 28), 28).slice(40);
    expect(top - 100).toBeCloseTo((-3 * 28) / 31 + 0.375 * 5, 9);
  });

  it('the quarters of a predicted hour do not use days after those known', () => {
    const both = align([
      ...Array.from({ length: 3 }, (_, i) => ({
        date: dateAfter('2025-09-28', i),
        quarters: flat,
      })),
      { date: '2025-10-01', quarters: sawtooth },
    ]);
    expect(Array.from(shapedQuarters(rising, both, 3).slice(4, 8))).toEqual([10, 10, 10, 10]);
  });
});
