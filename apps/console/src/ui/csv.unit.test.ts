import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('Rows are lines with semicolons, and the last one ends with a line feed too', () => {
  expect(
    csvOf([
      ['id', 'mwh'],
      ['a', 3.5],
      ['b', null],
      ['c', 0],
    ]),
  ).toBe('id;mwh\r\na;3.5\r\nb;\r\nc;0\r\n');
});

test.each([
  ['a;b', '"a;b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['a\rb', '"a\rb"'],
  ['Peña, 1', 'Peña, 1'],
  ['', ''],
])('The cell %j is written as %j', (cell, written) => {
  expect(csvOf([[cell]])).toBe(`${written}\r\n`);
});

test.each(['=1+1', '+34 600', '-', '@name', '\tx'])(
  'The text %j is no formula in a file',
  (cell) => {
    expect(csvOf([[cell]])).toBe(`'${cell}\r\n`);
  },
);

test('Numbers below zero are written as they are', () => {
  expect(csvOf([[-0.25, '-34.50']])).toBe('-0.25;-34.50\r\n');
});
