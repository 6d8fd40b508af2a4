import { expect, test } from 'vitest';
import { weightedQuantiles } from './weighted-quantiles.ts';

test('weighted quantiles of equal weights lie on lines between the values', () => {
  const values = [1, 2, 3, 4];
  expect([...weightedQuantiles(values, [1, 1, 1, 1], [0.125, 0.25, 0.5, 0.875])]).toEqual([
    1, 1.5, 2.5, 4,
  ]);
});

test('weighted quantiles follow the weights', () => {
  const quantiles = weightedQuantiles([0, 10], [9, 1], [0.1, 0.45, 0.95]);
  expect(quantiles[0]).toBe(0);
  expect(quantiles[1]).toBeCloseTo(0, 9);
  expect(quantiles[2]).toBe(10);
});
