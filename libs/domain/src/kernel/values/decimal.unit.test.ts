import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareToWhole, decimalOf, parseDecimal } from './decimal.ts';

describe('a decimal with 7 places', () => {
  test.each([
    ['40.4167754', '40.4167754'],
    ['-0.0000001', '-0.0000001'],
    ['1e-7', '0.0000001'],
    ['1E-7', '0.0000001'],
    ['-3.7037902', '-3.7037902'],
    ['40', '40.0000000'],
    ['040', '40.0000000'],
    ['-000.5', '-0.5000000'],
    ['1.10', '1.1000000'],
    ['1.00000000000000000', '1.0000000'],
    ['0.12345670000', '0.1234567'],
    ['1234567890.1234567', '1234567890.1234567'],
    ['12345678901234567890.1', '12345678901234567890.1000000'],
    ['9007199254740993', '9007199254740993.0000000'],
    ['.5', '0.5000000'],
    ['5.', '5.0000000'],
    ['-.5', '-0.5000000'],
    [' 1 ', '1.0000000'],
    ['\t1\n', '1.0000000'],
    ['+1', '1.0000000'],
    ['1e2', '100.0000000'],
    ['1e+21', `1${'0'.repeat(21)}.0000000`],
    ['1.5e2', '150.0000000'],
    ['123.4567e-3', '0.1234567'],
    ['1e400', `1${'0'.repeat(400)}.0000000`],
    ['0', '0.0000000'],
    ['-0', '0.0000000'],
    ['+0.0', '0.0000000'],
    ['-0.00000000000', '0.0000000'],
    ['0e5', '0.0000000'],
    ['-0.0e999', '0.0000000'],
    ['000e12', '0.0000000'],
    ['0e-999', '0.0000000'],
  ])('the decimal %j with 7 places is %s', (text, expected) => {
    expect(parseDecimal(text, 7)).toBe(expected);
  });

  test.each(['0.12345678', '-0.00000001', '1e-8', '1e-400', '40.41677540000001', '1.00000009'])(
    'the decimal %j has more than 7 places',
    (text) => {
      expect(parseDecimal(text, 7)).toEqual({ problem: 'too_many_decimals' });
    },
  );

  // biome-ignore format: a line for each would be a page
  test.each([
    '', ' ', '.', '-', '+', '-.', 'e5', '.e5', '1e', '1e+', '1,5', '1.234,5', '1 000', '1_000',
    'NaN', 'nan', 'Infinity', '-Infinity', 'inf', '0x10', '0b1', '0o7', '1n', '1f', '--1', '+-1',
    '1.2.3', '1-', '1e5e5', '1e1.5', '1e99999', '١', '１', '½', '1\u00001', 'null', 'true', '[1]',
  ])('the text %j is not a number', (text) => {
    expect(parseDecimal(text, 7)).toEqual({ problem: 'no_number' });
  });
});

test.each([
  ['999999999.999', '999999999.999'],
  ['999999999.9990', '999999999.999'],
  ['1e8', '100000000.000'],
  ['0.001', '0.001'],
])('the decimal %s with 3 places is %s', (text, expected) => {
  expect(parseDecimal(text, 3)).toBe(expected);
});

const scales = fc.integer({ min: 1, max: 9 });

test('digits survive in any writing', () => {
  const digits = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(digits, scales, fc.integer({ min: 0, max: 40 }), (value, scale, shift) => {
      const canonical = written(value, scale);
      expect(parseDecimal(`${value}e-${scale}`, scale)).toBe(canonical);
      expect(parseDecimal(`${value}${'0'.repeat(shift)}e-${scale + shift}`, scale)).toBe(canonical);
      expect(parseDecimal(canonical, scale)).toBe(canonical);
      expect(parseDecimal(` ${canonical}${'0'.repeat(shift)} `, scale)).toBe(canonical);
      expect(parseDecimal(`${written(value, scale + shift)}e${shift}`, scale)).toBe(canonical);
    }),
  );
});

test('a digit beyond the scale is never dropped', () => {
  const text = fc.tuple(fc.stringMatching(/^-?\d{1,12}$/), fc.stringMatching(/^\d{0,30}[1-9]$/));
  fc.assert(
    fc.property(text, scales, ([whole, fraction], scale) => {
      const read = parseDecimal(`${whole}.${fraction}`, scale);
      const tooMany = { problem: 'too_many_decimals' };
      const kept = expect.stringMatching(
        new RegExp(`\\.${fraction.padEnd(scale, '0')}$`),
      ) as string;
      expect(read).toEqual(fraction.length > scale ? tooMany : kept);
    }),
  );
});

test('a number of JavaScript reads as its shortest text', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (number) => {
      const read = parseDecimal(String(number), 400);
      expect(Number(read)).toBe(number === 0 ? 0 : number);
    }),
  );
});

describe('a comparison with a whole number', () => {
  test.each([
    ['90.0000000', 90, 0],
    ['90.0000001', 90, 1],
    ['89.9999999', 90, -1],
    ['-90.0000000', -90, 0],
    ['-90.0000001', -90, -1],
    ['-89.9999999', -90, 1],
    ['0.0000000', 0, 0],
    ['-0.0000001', 0, -1],
    ['0.0000001', 0, 1],
    ['999999999.999', 1_000_000_000, -1],
    ['1000000000.000', 1_000_000_000, 0],
    [`1${'0'.repeat(400)}.0000000`, 90, 1],
    [`-1${'0'.repeat(400)}.0000000`, -90, -1],
  ])('a comparison with a whole number orders %s against %d', (decimal, whole, sign) => {
    expect(Math.sign(compareToWhole(decimal, whole)) + 0).toBe(sign);
  });

  test('a comparison with a whole number is exact', () => {
    const values = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    const wholes = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(values, wholes, scales, (value, whole, scale) => {
        const difference = value - BigInt(whole) * 10n ** BigInt(scale);
        const sign = difference > 0n ? 1 : difference < 0n ? -1 : 0;
        expect(Math.sign(compareToWhole(written(value, scale), whole)) + 0).toBe(sign);
      }),
    );
  });
});

/** `value` × 10^-`scale`. */
function written(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

test.each([
  [0, 0n, 0],
  [-0, 0n, 0],
  [0.1, 1n, 1],
  [-12.5, -125n, 1],
  [1e-7, 1n, 7],
  [1.5e-9, 15n, 10],
  [1e21, 10n ** 21n, 0],
  [1.25e22, 125n * 10n ** 20n, 0],
  [Number.MAX_VALUE, 17976931348623157n * 10n ** 292n, 0],
])('the number %d is read as the decimal that it is written as', (value, digits, scale) => {
  expect(decimalOf(value)).toEqual({ digits, scale });
});

test.each([Number.NaN, Infinity, -Infinity])('the number %d is not a decimal', (value) => {
  expect(() => decimalOf(value)).toThrow(RangeError);
});
