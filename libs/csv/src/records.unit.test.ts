import { times } from '@solano/domain/contracts/thoroughness';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutBlankEnd } from './blank-end.ts';
import { plainRecords } from './plain.ts';
import { parseRecords, parseTable } from './table.ts';

const ROW = 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH';
const OPENING = 'INVALID_OPENING_QUOTE';
const UNCLOSED = 'CSV_QUOTE_NOT_CLOSED';

/** What the parser alone makes of a text: records, or the code and line of its error. */
function parsed(text: string, delimiter: string): unknown {
  return outcome(() =>
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
    }),
  );
}

function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { code: error.code, lines: error.lines, message: error.message };
  }
}

describe('records of a file', () => {
  test.each([
    ['nothing', '', []],
    ['a byte order mark alone', '\uFEFF', []],
    ['line ends alone', '\n\r\n\r', []],
    ['a header', 'a;b', [['a', 'b']]],
    [
      'empty fields',
      ';\n;\n1;2',
      [
        ['', ''],
        ['', ''],
        ['1', '2'],
      ],
    ],
    [
      'commas where no semicolon is',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'commas in fields',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    ['every line end, and empty lines', 'a\r\n\r\n1\r2\n\n3', [['a'], ['1'], ['2'], ['3']]],
    ['semicolons in rows alone', 'a\n1;2', [['a'], ['1;2']]],
    [
      'spaces',
      ' a ; b\n ;1',
      [
        [' a ', ' b'],
        [' ', '1'],
      ],
    ],
    [
      'quotes',
      '"a;""x""";b\n1;"2\n3"',
      [
        ['a;"x"', 'b'],
        ['1', '2\n3'],
      ],
    ],
    [
      'a header that is quoted, with the other delimiter',
      '"a;b",c\n1,2',
      [
        ['a;b', 'c'],
        ['1', '2'],
      ],
    ],
  ])('records of a file are read from %s', (_, text, records) => {
    expect(parseRecords(text)).toEqual(records);
  });

  test.each([
    ['a short row', 'a;b\n1\n', { code: ROW, lines: 2 }],
    ['a long row', 'a;b\n1;2\n1;2;3', { code: ROW, lines: 3 }],
    ['a row of spaces', 'a;b\n \n1;2', { code: ROW, lines: 2 }],
    ['a quote within a field', 'a\n1"', { code: OPENING, lines: 2 }],
    ['a quote without an end', 'a\n"1\n2', { code: UNCLOSED }],
  ])('records of a file are rejected: %s', (_, text, error) => {
    expect(outcome(() => parseRecords(text))).toMatchObject(error);
  });
});

describe('blank rows', () => {
  const BLANK = ['\n', '\r\n\r\n', '\n;;', '\n ; ;\t\n;\n', '\n   \n\n'];

  test.each(BLANK)('blank rows are skipped at the end, whatever is read: %j', (end) => {
    const text = `a;b;c\n1;2;3${end}`;
    expect(parseRecords(text)).toEqual([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ]);
    expect([...parseTable(text).rows]).toEqual([{ line: 2, fields: ['1', '2', '3'] }]);
  });

  test('blank rows are not skipped between others, nor with another delimiter', () => {
    const { rows } = parseTable('a;b\n;\n1;2\n,\n;\n');
    expect(Array.from(rows, ({ line }) => line)).toEqual([2, 3, 4]);
  });

  test('blank rows leave the header of a file without rows', () => {
    expect(parseRecords(';;\n;;\n')).toEqual([['', '', '']]);
  });
});

const PIECES = [
  ';',
  ',',
  '\n',
  '\r',
  '\r\n',
  '"',
  '""',
  ' ',
  'a',
  '1',
  '\uFEFF',
  '\ud800',
  'ñ',
  '🏭',
];

describe('the fast path returns the same as the parser', () => {
  test.each([';', ','])(
    'random files with the delimiter %s have the same records by the fast path',
    (delimiter) => {
      const anything = fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 30 });
      fc.assert(
        fc.property(anything, (text) => {
          const records = parsed(text, delimiter);
          expect(plainRecords(text, delimiter) ?? records).toEqual(records);
        }),
        { numRuns: times(5_000) },
      );
    },
  );

  test('tables have the same rows and errors by the fast path', () => {
    const field = fc.constantFrom(
      '',
      'a',
      '1,5',
      ' x ',
      'ñ',
      '\0',
      '2026-11-21 00:15',
      '"q;"',
      'b"',
    );
    const row = fc.array(field, { minLength: 2, maxLength: 3 }).map((fields) => fields.join(';'));
    const table = fc
      .tuple(fc.array(row, { maxLength: 8 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
      .map(([rows, end, isEnded]) => `h;i\n${rows.join(end)}${isEnded ? end : ''}`);
    fc.assert(
      fc.property(table, (text) => {
        expect(outcome(() => parseRecords(text))).toEqual(parsed(withoutBlankEnd(text, ';'), ';'));
      }),
      { numRuns: times(5_000) },
    );
  });

  test('every table without quotes is read by the fast path', () => {
    expect(plainRecords(';pred\n2026-11-21 00:15;1.5\n', ';')).toHaveLength(2);
    expect(plainRecords('a\n"1"', ';')).toBeUndefined();
  });
});
