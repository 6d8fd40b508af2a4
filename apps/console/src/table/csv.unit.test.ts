import { afterEach, expect, test } from 'vitest';
import { numberOf } from '../api/number-of.ts';
import { LANGUAGES, setLanguage } from '../i18n/language.ts';
import { csvOf } from './csv.ts';

afterEach(() => setLanguage('en'));

test.each([
  ['en', 'id,mwh\r\na,12345.5\r\n"a,b",\r\na;b,-0.25\r\n'],
  ['es', 'id;mwh\r\na;12345,5\r\na,b;\r\n"a;b";-0,25\r\n'],
  ['pt', 'id;mwh\r\na;12345,5\r\na,b;\r\n"a;b";-0,25\r\n'],
] as const)('Rows are lines that a spreadsheet in %s opens right', (language, lines) => {
  setLanguage(language);
  expect(
    csvOf([
      ['id', 'mwh'],
      ['a', 12_345.5],
      ['a,b', null],
      ['a;b', -0.25],
    ]),
  ).toBe(lines);
});

test.each([
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['a\rb', '"a\rb"'],
  ['Peña', 'Peña'],
  ['', ''],
])('The cell %j is written as %j', (cell, written) => {
  expect(csvOf([[cell]])).toBe(`${written}\r\n`);
});

test.each(LANGUAGES)('No text is a formula in a file in %s, and numbers are none', (language) => {
  setLanguage(language);
  for (const cell of ['=1+1', '+34 600', '-', '@name', '\tx', '-1 (-43 %)'])
    expect(csvOf([[cell]])).toBe(`'${cell}\r\n`);
  for (const cell of ['-34.50', '-34']) expect(csvOf([[cell]])).toBe(`${cell}\r\n`);
});

test.each([
  [640.1393089999999, '640.139309'],
  [0.1 + 0.2, '0.3'],
  [5.6e-17, '0'],
  [214_248, '214248'],
  [12_667.93, '12667.93'],
  [-0, '0'],
  [Number.NaN, ''],
])('The number %d is written as %s, without what adding up leaves', (number, written) => {
  expect(csvOf([[number]])).toBe(`${written}\r\n`);
});

test.each([
  ['12667.93', 12_667.93],
  ['', null],
  [undefined, null],
  [0, 0],
])('The amount %j is the number %j', (amount, number) => {
  expect(numberOf(amount)).toBe(number);
});
