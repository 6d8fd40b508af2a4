import { expect, it } from 'vitest';
import { parseNumber, parseSheet } from './sheet.ts';

it('splits the cells that a spreadsheet puts on the clipboard', () => {
  expect(parseSheet('datetime\tpurchase\r\n2026-11-24 00:15\t1,5\r\n')).toEqual([
    ['datetime', 'purchase'],
    ['2026-11-24 00:15', '1,5'],
  ]);
});

it('leaves the comma to decimals where semicolons divide the cells', () => {
  expect(parseSheet('\uFEFFname;mw\n"A; ""B""";1,5')).toEqual([
    ['name', 'mw'],
    ['A; "B"', '1,5'],
  ]);
});

it.each([
  ['1,5', 1.5],
  ['-0.25', -0.25],
  ['1 250,5', 1250.5],
  ['1.250,5', undefined],
  ['x', undefined],
  ['', undefined],
])('reads %j as %j', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});
