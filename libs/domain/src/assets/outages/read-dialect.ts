import { isBefore, type SourceTable, type UnreadableFile } from '@solano/domain/kernel';
import type { UnavailabilityFields } from '../unavailabilities/unavailability.ts';
import type { CoveredPeriod, DialectOptions, DialectReading } from './dialect-reading.ts';
import { DialectRowReader } from './dialect-row.ts';
import type { OutagePlant } from './outage-file.ts';

const MAX_ROWS = 100_000;

/**
 * Reads an outage file of any spreadsheet. Unambiguous values are read; ambiguous ones are problems
 * until the options decide, as is every row outside the window.
 *
 * @param plants those that rows may be of.
 */
export function readOutageDialect(
  table: SourceTable | UnreadableFile,
  plants: readonly OutagePlant[],
  options: DialectOptions = {},
): DialectReading {
  if ('problems' in table)
    return { understood: null, fields: [], period: null, total: 0, ...table };
  const reader = new DialectRowReader(table, plants, options);
  const fields = reader.cells.rows(MAX_ROWS, (row) => reader.read(row));
  const { problems } = reader.cells;
  const [understood, period] = [reader.understood(), periodOf(fields)];
  return { understood, fields, period, total: table.rows.length, problems };
}

function periodOf(fields: readonly UnavailabilityFields[]): CoveredPeriod | null {
  const [first] = fields;
  if (!first) return null;
  let { start: from, end: to } = first;
  for (const { start, end } of fields) {
    if (isBefore(start, from)) from = start;
    if (isBefore(to, end)) to = end;
  }
  return { from, to };
}
