import type { CsvRow } from '@solano/domain';
import { refuseRows } from '@solano/domain';
import { CsvError, parse } from 'csv-parse/sync';

/**
 * Reads CSV with a header line, `;` or `,` between fields, with or without a byte order mark.
 *
 * @returns the rows, with a `problem` where one has another number of fields than the header.
 * @throws SolanoError `invalid_rows` naming each missing or repeated column.
 */
export function readCsv(text: string, columns: readonly string[]): CsvRow[] {
  const [header, ...records] = readRecords(text);
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  const problems = columns.flatMap((column) => columnProblem(names, column));
  if (problems.length > 0) refuseRows(problems);
  return records.map(({ line, record }) => ({
    line,
    values: Object.fromEntries(names.map((name, i) => [name, record[i] ?? ''])),
    ...(record.length !== names.length && {
      problem: `${record.length} fields where the header has ${names.length}`,
    }),
  }));
}

interface Line {
  readonly line: number;
  readonly record: readonly string[];
}

function readRecords(text: string): Line[] {
  const header = text.slice(0, text.search(/\r|\n|$/));
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: header.includes(';') ? ';' : ',',
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return rows.map(({ info, record }) => ({ line: info.lines, record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuseRows([`line ${String(error.lines)}: ${error.message}`]);
  }
}

function columnProblem(names: readonly string[], column: string): string[] {
  const times = names.filter((name) => name === column).length;
  if (times === 1) return [];
  return [`line 1: column ${column} is ${times === 0 ? 'missing' : 'repeated'}`];
}
