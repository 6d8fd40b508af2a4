import { describe, expect, test } from 'vitest';
import { cheapestOf, fillFirst } from './capped.ts';

describe('the cheapest of several splits', () => {
  test.each([
    ['the first', [1, 2, 3], 0],
    ['a later one', [2, 3, 1], 2],
    ['of equal ones the earliest', [2, 1, 1], 1],
    ['all equal', [0, 0, 0], 0],
  ])('the cheapest of several splits is %s', (_, costs, expected) => {
    expect(cheapestOf([0, 1, 2], (i) => costs[i] as number)).toBe(expected);
  });
});

describe('buying everything in the first session', () => {
  test('buying everything in the first session is possible where its cap allows it', () => {
    expect(fillFirst([10_000, 4_000, 0])).toEqual([10_000, 0, 0]);
    expect(fillFirst([9_999, 10_000])).toBeUndefined();
  });
});
