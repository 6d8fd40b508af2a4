import { SolanoError } from '@solano/domain/kernel';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutBlankEnd } from './blank-end.ts';
import { parseTable } from './table.ts';

/** Characters of a text that is parsed in several blocks. */
const LONG = 80_000;

/** The problems that reading a text, to its end, is rejected with. */
function problemsOf(text: string): readonly string[] {
  try {
    Array.from(parseTable(text).rows);
  } catch (error) {
    if (error instanceof SolanoError) return error.problems;
    throw error;
  }
  return expect.unreachable();
}

describe('a table', () => {
  test('a table has the fields that the parser finds, in blocks and with quotes anywhere', () => {
    const field = fc.constantFrom('', 'a', ' b ', '€', '"c"', '"d;""\n\r\n""e"', '""');
    const record = fc.array(field, { minLength: 1, maxLength: 5 }).map((each) => each.join(';'));
    const end = fc.constantFrom('\n', '\r\n', '\r', '\n\n');
    const records = fc.array(fc.tuple(record, end), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(records, (some) => {
        const part = some.map((each) => each.join('')).join('');
        const text = `h;i\n${part.repeat(Math.ceil(LONG / part.length))}`;
        const expected = parse(withoutBlankEnd(text, ';'), {
          delimiter: ';',
          record_delimiter: ['\r\n', '\n', '\r'],
          skip_empty_lines: true,
          relax_column_count: true,
        });
        const { header, rows } = parseTable(text);
        const found = [header, ...Array.from(rows, ({ fields }) => fields)];
        // As text: to compare so many arrays takes longer than to parse them.
        expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
      }),
      { numRuns: 10 },
    );
  });

  test('a table has the line on which each row starts', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) =>
      i % 3 === 0 ? `"${i}\r\n";x` : `${i};`,
    );
    const { rows } = parseTable(`\uFEFFa;b\r\n\r\n${lines.join('\r\n')}`);
    const before = (i: number) => Math.ceil(i / 3);
    const expected = lines.map((_, i) => 3 + i + before(i));
    expect(Array.from(rows, ({ line }) => line)).toEqual(expected);
  });

  test('an empty table has no header and no rows', () => {
    const { header, rows } = parseTable('\uFEFF\r\n\n');
    expect([header, ...rows]).toEqual([[]]);
  });
});

describe('what cannot be read', () => {
  test('a row of more than 200 fields is rejected by its line, before the rest of it is parsed', () => {
    const row = (fields: number) => `x${';'.repeat(fields - 1)}`;
    expect(Array.from(parseTable(`a;b\n${row(200)}`).rows)).toHaveLength(1);
    const problem = 'there are more than 200 fields';
    expect(problemsOf(`a;b\n"\n";1\n${row(201)}`)).toEqual([`line 4: ${problem}`]);
    expect(problemsOf(row(9_900_000))).toEqual([`line 1: ${problem}`]);
  });

  test('a quote that nothing closes is rejected by its line, wherever it is', () => {
    const rows = '1;2\n'.repeat(50_000);
    const [problem, ...others] = problemsOf(`a;b\n${rows}3;"4`);
    expect(problem).toMatch(/^line 50002: .*\bline 50002\b/);
    expect(others).toEqual([]);
  });

  test('a later error does not matter to a reader that stops before it', () => {
    const { rows } = parseTable(`a;b\n${'1;2\n'.repeat(50_000)}3;"4`);
    const [first] = rows;
    expect(first).toEqual({ line: 2, fields: ['1', '2'] });
  });
});
