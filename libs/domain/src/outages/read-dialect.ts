import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import { fileProblem, MAX_FILE_PROBLEMS } from '../values/file-problem.ts';
import type { SourceTable } from '../values/table.ts';
import type { DialectOptions, DialectReading } from './dialect-reading.ts';
import { DialectRowReader } from './dialect-row.ts';
import { findDialectColumns } from './dialect-table.ts';
import type { OutagePlant } from './outage-file.ts';

const MAX_ROWS = 100_000;

/**
 * Reads an outage file of any spreadsheet. What it says only in one way is read so; what could be
 * read in two ways is a problem until the options say which, as is every row outside the window.
 *
 * @param plants those that rows may be of.
 */
export function readOutageDialect(
  table: SourceTable,
  plants: readonly OutagePlant[],
  options: DialectOptions = {},
): DialectReading {
  const isPlantRequired = options.plant === undefined;
  const { header, rows } = table;
  const found = findDialectColumns(header.cells, header.line, { isPlantRequired });
  const reader = new DialectRowReader(table, found.columns, plants, options);
  const problems = [...found.problems];
  const fields: UnavailabilityFields[] = [];
  if (rows.length === 0) problems.push(fileProblem(header.line + 1, 'there are no rows'));
  if (rows.length > MAX_ROWS) {
    problems.push(fileProblem(rows[MAX_ROWS]?.line ?? 0, `there are more than ${MAX_ROWS} rows`));
  }
  if (problems.length === 0) {
    for (const row of rows) {
      const read = reader.read(row);
      if (Array.isArray(read)) problems.push(...read);
      else fields.push(read);
      if (problems.length >= MAX_FILE_PROBLEMS) break;
    }
  }
  return {
    understood: reader.understood(),
    fields,
    total: rows.length,
    problems: problems.slice(0, MAX_FILE_PROBLEMS),
  };
}
