import { expect, it } from 'vitest';
import { labelOf, parsePasted } from './paste.ts';

it('reads two columns of a Spanish spreadsheet, in the order of their header', () => {
  const text = 'MW\tFecha y hora\r\n1,5\t24/11/2026 20:15\r\n-2\t24/11/2026 24:00\r\n';
  expect(parsePasted(text)).toEqual({
    items: [
      { datetime: '2026-11-24 20:15', purchase: 1.5 },
      { datetime: '2026-11-25 00:00', purchase: -2 },
    ],
    problems: [],
  });
});

it('reads cells without a header', () => {
  expect(parsePasted('2026-11-24 20:15;3').items).toEqual([
    { datetime: '2026-11-24 20:15', purchase: 3 },
  ]);
});

it('names each bad cell with its row', () => {
  const text =
    'datetime;purchase\nnever;1\n2026-03-29 02:15;1\n2026-03-29 03:15;1\n2026-03-29 03:15;x';
  expect(parsePasted(text).problems).toEqual([
    { line: 2, value: 'never', reason: 'badTime' },
    { line: 3, value: '2026-03-29 02:15', reason: 'skipped' },
    { line: 5, value: '2026-03-29 03:15', reason: 'repeated' },
    { line: 5, value: 'x', reason: 'badNumber' },
  ]);
});

it('accepts the repeated hour of October twice', () => {
  const row = '2026-10-25 02:15;1\n';
  expect(parsePasted(row.repeat(2)).problems).toEqual([]);
  expect(parsePasted(row.repeat(3)).problems).toHaveLength(1);
});

it.each(['2026-02-30 10:00', '31/04/2026 10:00', '2026-11-24', '1,5', '2026-11-24 10:60'])(
  'takes %s for no time',
  (text) => {
    expect(labelOf(text)).toBeUndefined();
  },
);
