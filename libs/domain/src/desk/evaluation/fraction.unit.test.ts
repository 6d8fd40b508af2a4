import { describe, expect, test } from 'vitest';
import { fractionText, minus, plus, quotient, readFraction, sumOf, toFixed } from './fraction.ts';

const f = (num: bigint, den = 1n) => ({ num, den });

describe('rounding', () => {
  test.each([
    [f(5n, 1000n), 2, '0.01'],
    [f(-5n, 1000n), 2, '-0.01'],
    [f(4999n, 1_000_000n), 2, '0.00'],
    [f(-4999n, 1_000_000n), 2, '0.00'],
    [f(1n, 3n), 3, '0.333'],
    [f(2n, 3n), 0, '1'],
    [f(12345678901234567890n, 100n), 2, '123456789012345678.90'],
    [f(-99_995n, 100_000n), 4, '-1.0000'],
  ])(
    'rounding turns %o with %d digits into %s, half up away from zero',
    (value, decimals, text) => {
      expect(toFixed(value, decimals)).toBe(text);
    },
  );
});

test('sums and quotients are exact', () => {
  expect(fractionText(plus(f(1n, 10n), f(2n, 10n)))).toBe('3/10');
  expect(fractionText(minus(f(1n, 3n), f(1n, 2n)))).toBe('-1/6');
  expect(quotient(f(-3n, 4n), f(-1n, 2n))).toEqual(f(6n, 4n));
  expect(quotient(f(1n), f(0n))).toBeUndefined();
  expect(readFraction('-1/6')).toEqual(f(-1n, 6n));
  expect(toFixed(sumOf(Array.from({ length: 1000 }, () => '1/3000')), 2)).toBe('0.33');
});
