import { expect, test } from 'vitest';
import { readTyped } from './typed-number.ts';

test.each([
  ['1,25', '1.25'],
  ['1.25', '1.25'],
  ['-3', '-3'],
  ['1.250,5', '1250.5'],
  ['1,2500', '1.2500'],
  ['0,125', '0.125'],
])('%s is a number', (text, decimal) => {
  expect(readTyped(text)).toEqual({ decimal });
});

test.each(['1.250', '1,250'])('%s is a problem that says why', (text) => {
  expect(readTyped(text)).toEqual({
    problem: `“${text}” could be 1250 or 1.25: write 1250 or 1.2500`,
  });
  expect(readTyped('')).toHaveProperty('problem');
});

test('What the field held at first is that number, and a coordinate has no thousands', () => {
  expect(readTyped('12.125', { before: '12.125' })).toEqual({ decimal: '12.125' });
  expect(readTyped('43,104', { isSmall: true })).toEqual({ decimal: '43.104' });
});
