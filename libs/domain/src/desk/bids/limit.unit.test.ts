import { describe, expect, test } from 'vitest';
import { indifferencePrice } from './limit.ts';

const curve = { surprises: [-20, 0, 10, 30], spreads: [4, 2, 0, -3] };

describe('the limit', () => {
  test('the limit is where the later session is expected to cost the same', () => {
    expect(indifferencePrice(curve, 50, 1)).toBe(60);
    const falling = { surprises: [-10, 5], spreads: [1, -2] };
    // −10 + 15 × 1 ÷ 3
    expect(indifferencePrice(falling, 50.128, 1)).toBe(45.12);
    expect(indifferencePrice(falling, 50.128, -1)).toBe(45.13);
    expect(indifferencePrice(falling, 1, 1)).toBe(-4);
  });

  test('the limit of a curve that is zero on a stretch buys, and sells, all along it', () => {
    const level = { surprises: [-10, -5, 5, 10], spreads: [1, 0, 0, -1] };
    expect(indifferencePrice(level, 40, 1)).toBe(45);
    expect(indifferencePrice(level, 40, -1)).toBe(35);
  });

  test.each([
    [3, Infinity, Infinity],
    [0, Infinity, -Infinity],
    [-3, -Infinity, -Infinity],
  ])('the limit at a constant spread of %d is none: %d to buy, %d to sell', (spread, buy, sell) => {
    const constant = { surprises: [0], spreads: [spread] };
    expect(indifferencePrice(constant, 50, 1)).toBe(buy);
    expect(indifferencePrice(constant, 50, -1)).toBe(sell);
  });
});
