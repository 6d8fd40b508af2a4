import { SolanoError } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { attemptsWithin, backOff, isTransient, MISCONFIGURED_MS, RETRIES } from './retries.ts';

/** The pauses of so many attempts, together. */
function pauses(attempts: number): number {
  let sum = 0;
  for (let attempt = 1; attempt < attempts; attempt += 1) sum += backOff(RETRIES, attempt);
  return sum;
}

test('the pause after an attempt grows from a second to a minute', () => {
  const first = [1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((attempt) => backOff(RETRIES, attempt) / 1_000);
  expect(first).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

describe('the number of attempts', () => {
  test.each([
    ['a day', RETRIES.forMs],
    ['a quarter of an hour', MISCONFIGURED_MS],
    ['less than the first pause', 999],
    ['the first pause', 1_000],
    ['a time that ends between two pauses', 5_000],
  ])('the number of attempts fills %s, by their pauses', (_, ms) => {
    const attempts = attemptsWithin(RETRIES, ms);
    expect(pauses(attempts)).toBeLessThanOrEqual(ms);
    expect(pauses(attempts + 1)).toBeGreaterThan(ms);
  });

  test('the number of attempts is not limited where the time is not', () => {
    expect(attemptsWithin(RETRIES, Infinity)).toBe(Infinity);
  });
});

test.each([
  [new SolanoError('computation_failed', 'x'), false],
  [new SolanoError('report_rejected', 'x'), false],
  [new SolanoError('report_misconfigured', 'x'), true],
  [new SolanoError('report_unavailable', 'x'), true],
  [new SolanoError('store_unavailable', 'x'), true],
  [new TypeError('x of undefined'), true],
])('the error %s is transient: %s', (error, transient) => {
  expect(isTransient(error)).toBe(transient);
});
