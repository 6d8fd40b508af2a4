import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLanguage } from './language.ts';
import { readTyped } from './typed-number.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

test.each([
  ['1,25', '1.25'],
  ['1.25', '1.25'],
  ['-3', '-3'],
  ['1.250,5', '1250.5'],
  ['1,2500', '1.2500'],
  ['0,125', '0.125'],
])('The text %s is a number', (text, decimal) => {
  expect(readTyped(text)).toEqual({ decimal });
});

test.each(['1.250', '1,250'])('The text %s is a problem with a reason', (text) => {
  expect(readTyped(text)).toEqual({
    problem: `“${text}” could be 1250 or 1.25: write 1250 or 1.2500`,
  });
  expect(readTyped('')).toHaveProperty('problem');
});

test('The unchanged value of a field is that number, and a coordinate has no thousands', () => {
  expect(readTyped('12.125', { before: '12.125' })).toEqual({ decimal: '12.125' });
  expect(readTyped('43,104', { isSmall: true })).toEqual({ decimal: '43.104' });
});

test.each([
  ['es', '«1.250» podría ser 1250 o 1,25: escriba 1250 o 1,2500'],
  ['pt', '«1.250» pode ser 1250 ou 1,25: escreva 1250 ou 1,2500'],
] as const)(
  'The alternatives to 1.250 are said in %s, with its decimal sign',
  (language, problem) => {
    setLanguage(language);
    expect(readTyped('1.250')).toEqual({ problem });
  },
);

test('The unchanged value of a field has the decimal sign of the language', () => {
  setLanguage('es');
  expect(readTyped('12,125', { before: 12.125 })).toEqual({ decimal: '12.125' });
  expect(readTyped('12.125', { before: 12.125 })).toHaveProperty('problem');
  expect(readTyped('12,126', { before: 12.125 })).toHaveProperty('problem');
});

test.each(['', ' ', 'x', '1,2,3', '--1', '1 MW', '٣'])('The text “%s” is no number', (text) => {
  expect(readTyped(text)).toEqual({ problem: `“${text}” is not a number` });
});
