import { type CsvRow, rejectRows } from '@solano/domain/kernel';
import { parseTable } from './table.ts';

/**
 * Reads CSV into rows by column name, the names in lower case.
 *
 * @param optional columns that may be there besides those that must be.
 * @returns the rows, with a `problem` where one has another number of fields than the header.
 * @throws SolanoError `invalid_rows` naming each missing, repeated or unknown column.
 */
export function parseRows(
  text: string,
  columns: readonly string[],
  optional: readonly string[] = [],
): CsvRow[] {
  const { header, rows } = parseTable(text);
  const names = header.map((name) => name.trim().toLowerCase());
  const known = new Set(['', ...columns, ...optional]);
  const unknown = header.filter((_, i) => !known.has(names[i] as string));
  const repeated = names.filter((name, i) => name !== '' && names.indexOf(name) !== i);
  const problems = [
    ...columns.filter((column) => !names.includes(column)).map((column) => `${column} is missing`),
    ...[...new Set(repeated)].map((column) => `${column} is repeated`),
    ...new Set(unknown.map((column) => `${column.trim()} is unknown`)),
  ].map((problem) => `line 1: column ${problem}`);
  if (problems.length > 0) rejectRows(problems);
  return Array.from(rows, ({ line, fields }) => ({
    line,
    values: Object.fromEntries(names.map((name, i) => [name, fields[i] ?? ''])),
    ...(fields.length !== names.length && {
      problem: `${fields.length} fields where the header has ${names.length}`,
    }),
  }));
}
