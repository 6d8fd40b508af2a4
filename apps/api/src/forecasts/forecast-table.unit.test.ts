import { describe, expect, test } from 'vitest';
import { readForecast } from './forecast-reader.ts';
import { sheetNames, tableHead, tableRows } from './forecast-table.ts';

function tableOf(csv: string, normalized?: { plant: string; zone: string }) {
  const as = { kind: 'table', ...(normalized && { normalized }) } as const;
  const text = Buffer.from(readForecast({ content: Buffer.from(csv), as }).text);
  const { columns, rows } = tableHead(text);
  const cells = [...tableRows(text)];
  expect(cells).toHaveLength(rows);
  return { types: columns.map(({ type }) => type), columns, cells };
}

describe('a forecast file as a table', () => {
  test.each<[string, string, string[], unknown[]]>([
    ['numbers with points', 'a\n1.5\n-2\n\n', ['number'], ['1.5', '-2']],
    [
      'numbers with commas, as one of them proves',
      'a;b\n1,5;1,250\n',
      ['number', 'number'],
      ['1.5', '1.250'],
    ],
    ['numbers that could be thousands', 'a;b\n1.250;x\n', ['text', 'text'], ['1.250', 'x']],
    ['numbers of two notations', 'a;b\n1,5;2.25\n', ['number', 'text'], ['1.5', '2.25']],
    ['a number that is missing', 'a,b\n1.5,\n,2\n', ['number', 'number'], ['1.5', null, null, '2']],
    ['codes', 'a\n007\n12\n', ['text'], ['007', '12']],
    [
      'numbers longer than a number is exact',
      'a\n1234567890123456\n',
      ['text'],
      ['1234567890123456'],
    ],
    ['times', 'a\n2026-11-23 00:15\n', ['datetime'], ['2026-11-23 00:15']],
    ['times that no calendar has', 'a\n2026-02-30 00:15\n', ['text'], ['2026-02-30 00:15']],
    ['nothing', 'a,b\n,x\n', ['text', 'text'], ['', 'x']],
    ['a number without digits before its point', 'a\n.5\n+1.5\n', ['number'], ['0.5', '1.5']],
    [
      'numbers in scientific notation',
      'a\n1.5\n-2e+03\n1E-05\n1.2e5\n0e+00\n',
      ['number'],
      ['1.5', '-2e+03', '1E-05', '1.2e5', '0e+00'],
    ],
    ['codes that look like powers of ten', 'a\n1E5\n2E5\n', ['text'], ['1E5', '2E5']],
    ['numbers that no double reaches', 'a\n1e+400\n1.5e400\n', ['text'], ['1e+400', '1.5e400']],
    ['fifteen digits and a power', 'a\n123456789012345e-05\n', ['number'], ['123456789012345e-05']],
  ])('a forecast file with %s has the types of its cells', (_, csv, types, cells) => {
    const table = tableOf(csv);
    expect(table.types).toEqual(types);
    expect(table.cells.flat()).toEqual(cells);
  });

  test('columns without a name are named by number', () => {
    const { columns } = tableOf(';pred\n2026-11-23 00:15;1\n');
    expect(columns.map(({ header }) => header)).toEqual(['column_1', 'pred']);
  });

  test('the table has all of many rows, in order', () => {
    const { cells } = tableOf(`a\n${Array.from({ length: 1_200 }, (_, i) => `${i}.5\n`).join('')}`);
    expect(cells.at(-1)).toEqual(['1199.5']);
  });
});

describe('a normalized file as a table', () => {
  const normalized = { plant: 'Muxía', zone: 'Europe/Madrid' };

  test('a normalized table has its times in the zone and in UTC, also in the repeated hour', () => {
    const csv = ';pred\n2026-10-25 00:15;1.5\n2026-10-25 01:15;NaN\n';
    expect(tableOf(csv, normalized).cells).toEqual([
      ['Muxía', '2026-10-25 02:15', '2026-10-25T00:15:00Z', '1.5'],
      ['Muxía', '2026-10-25 02:15', '2026-10-25T01:15:00Z', null],
    ]);
  });

  test.each([
    ['1.2e-05', '1.2e-05'],
    ['+1.5', '1.5'],
    ['1E+3', '1E+3'],
  ])('a normalized table has the prediction %j as the number %j', (pred, number) => {
    const csv = `;pred\n2026-10-25 00:15;${pred}\n`;
    expect(tableOf(csv, normalized).cells[0]?.[3]).toBe(number);
  });

  test.each(['1,5', 'mucho', '1e400'])(
    'a normalized file with the prediction %j is malformed',
    (pred) => {
      const read = () => tableOf(`;pred\n2026-10-25 00:15;"${pred}"\n`, normalized);
      expect(read).toThrow(expect.objectContaining({ code: 'forecast_malformed' }));
    },
  );
});

test('sheets have names that spreadsheets open, each once', () => {
  const long = 'x'.repeat(40);
  expect(sheetNames(['a/b', 'A_B', '', `${long}1`, `${long}2`, "'q'"])).toEqual([
    'a_b',
    'A_B (2)',
    'Forecast',
    'x'.repeat(31),
    `${'x'.repeat(27)} (2)`,
    '_q_',
  ]);
});
