import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fractionOfThirds, thirdsText } from '../src/summaries/thirds.ts';

test.each([
  ['0/1', '0'],
  ['-1/3', '-1'],
  ['1/6000000', '0.0000005'],
  ['-12/5', '-7.2'],
  [`1/${10n ** 40n}`, `0.${'0'.repeat(39)}3`],
])('thirds of %s are %s', (fraction, decimal) => {
  expect(thirdsText(fraction)).toBe(decimal);
});

test('thirds are of one value with their fraction, whatever figures have', () => {
  const divisors = fc.tuple(fc.nat(30), fc.nat(30), fc.boolean());
  fc.assert(
    fc.property(fc.bigInt(), divisors, (num, [twos, fives, hasThree]) => {
      const den = 2n ** BigInt(twos) * 5n ** BigInt(fives) * (hasThree ? 3n : 1n);
      const [own = '', divisor = ''] = fractionOfThirds(thirdsText(`${num}/${den}`)).split('/');
      expect(BigInt(own) * den).toBe(num * BigInt(divisor));
    }),
  );
});

test('thirds of a fraction with another divisor, as those of 47 scenarios, are rounded', () => {
  expect(thirdsText('-1/7')).toBe(`-0.${'428571'.repeat(6)}4285`);
  expect(thirdsText('121516201/441800')).toMatch(/^825\.143963\d{34}$/);
});
