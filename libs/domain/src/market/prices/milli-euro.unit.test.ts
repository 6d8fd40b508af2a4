import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMilli, milliProblem, parseMilli } from './milli-euro.ts';

describe('a price', () => {
  test.each([
    ['12', 12_000],
    ['12.3', 12_300],
    ['12.345', 12_345],
    ['12.3454', 12_345],
    ['12.3455', 12_346],
    ['12.34549999999999', 12_345],
    ['0.0005', 1],
    ['0.0004', 0],
    ['1.0005', 1_001],
    ['0.9995', 1_000],
    ['-12.3454', -12_345],
    ['-12.3455', -12_346],
    ['-0.0005', -1],
    ['-0.0004', 0],
    ['-500', -500_000],
    ['+7.5', 7_500],
    ['.5', 500],
    ['-.5', -500],
    ['5.', 5_000],
    ['007', 7_000],
    [' 3.25 ', 3_250],
    ['2.675', 2_675],
    ['1.0049999999999999999999999', 1_005],
  ])('the price %j is %d thousandths', (text, expected) => {
    expect(parseMilli(text)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '.',
    '-',
    '+.',
    'abc',
    '1,5',
    '1.234,5',
    '1 000',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '--1',
    '1-',
    '1.2.3',
    '12€',
    '٣',
    '9'.repeat(40),
  ])('the price %j is not a number', (text) => {
    expect(parseMilli(text)).toBeUndefined();
    expect(milliProblem(text)).toMatch(/^is (not a number|outside -999999.999 to 999999.999)$/);
  });

  test.each([
    ['1000000', 'is outside -999999.999 to 999999.999'],
    ['999999.9995', 'is outside -999999.999 to 999999.999'],
    [' -2147483.648', 'is outside -999999.999 to 999999.999'],
    ['1e21', 'is outside -999999.999 to 999999.999'],
    ['', 'is not a number'],
    ['1e3', 'is not a number'],
    ['3 000 000', 'is not a number'],
    ['Infinity', 'is not a number'],
  ])('the reason why %j is not read is that it %s', (text, reason) => {
    expect(parseMilli(text)).toBeUndefined();
    expect(milliProblem(text)).toBe(reason);
  });

  test.each([
    [0, '0.000'],
    [1, '0.001'],
    [-1, '-0.001'],
    [12_346, '12.346'],
    [-12_346, '-12.346'],
    [-999, '-0.999'],
    [35_790, '35.790'],
    [4_000_000, '4000.000'],
  ])('the price of %d thousandths is written %s', (milli, expected) => {
    expect(formatMilli(milli)).toBe(expected);
  });
});

const milli = fc.integer({ min: -999_999_999, max: 999_999_999 });

test('a price that is written is read back', () => {
  fc.assert(
    fc.property(milli, (value) => {
      expect(parseMilli(formatMilli(value))).toBe(value);
    }),
  );
});

test('the digits after the third are rounded half away from zero, in decimal', () => {
  const below = fc.integer({ min: -999_999_998, max: 999_999_998 }).filter((m) => m !== 0);
  fc.assert(
    fc.property(below, fc.stringMatching(/^[0-9]{1,25}$/), (value, digits) => {
      const up = digits.charAt(0) >= '5' ? Math.sign(value) : 0;
      expect(parseMilli(formatMilli(value) + digits)).toBe(value + up);
    }),
  );
});
