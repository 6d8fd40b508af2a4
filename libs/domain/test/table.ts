import type { SourceTable } from '@solano/domain/kernel';

/** The table of a CSV file: its header is line 1, and a line of text each row, fields between semicolons. */
export function csvTable(header: string, rows: readonly string[]): SourceTable {
  return {
    format: 'csv',
    delimiter: ';',
    encoding: 'utf-8',
    header: { line: 1, cells: header.split(';') },
    rows: rows.map((row, i) => ({ line: i + 2, cells: row.split(';') })),
  };
}
