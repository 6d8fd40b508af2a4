import { type HeaderOfRow, headerIndex, readDialect, withHeader } from '@solano/csv';
import {
  because,
  type CountColumns,
  rejectFile,
  type SourceTable,
  type UnreadableFile,
  UnreadableFileError,
} from '@solano/domain/kernel';
import { type ColumnTable, countingColumns } from '@solano/domain/kernel/tables';
import { readWorkbook, type WorkbookSheet } from './read-workbook.ts';

/** Columns by which a second sheet is taken for another table. */
const MIN_COLUMNS = 2;

/**
 * Reads the table of a file: CSV of any spreadsheet's settings, or .xlsx,
 * distinguished by the first bytes. The header is the first row that names most of the columns.
 *
 * @param headerOf gives the header of CSV that has none by its first row.
 */
export function readTable(
  content: Uint8Array,
  columns: ColumnTable<string>,
  headerOf?: HeaderOfRow,
): SourceTable | UnreadableFile {
  try {
    return readFile(content, countingColumns(columns), headerOf);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { problems: [error.problem] };
  }
}

/**
 * @throws SolanoError `invalid_rows` where the file cannot be read or no row names a column, and
 *   where several sheets of a workbook could be meant.
 */
function readFile(
  content: Uint8Array,
  count: CountColumns,
  headerOf: HeaderOfRow | undefined,
): SourceTable {
  if (startsWith(content, [0x50, 0x4b, 0x03, 0x04])) return tableOf(readWorkbook(content), count);
  if (startsWith(content, [0xd0, 0xcf, 0x11, 0xe0])) {
    return rejectFile(because('old_workbook'));
  }
  return readDialect(content, count, headerOf);
}

function startsWith(content: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => content[i] === byte);
}

function tableOf(sheets: readonly WorkbookSheet[], count: CountColumns): SourceTable {
  const found = sheets
    .map((sheet) => ({ ...sheet, known: knownColumns(sheet, count) }))
    .filter(({ known }) => known > 0);
  const best = Math.max(...found.map(({ known }) => known));
  const meant = found.filter(({ known }) => known === best || known >= MIN_COLUMNS);
  if (meant.length > 1) {
    const sheets = meant.map(({ name }) => `"${name}"`).join(', ');
    return rejectFile(because('several_sheets', { sheets }));
  }
  const table = withHeader(meant[0]?.rows ?? [], count);
  return { format: 'xlsx', delimiter: null, encoding: null, ...table };
}

function knownColumns({ rows }: WorkbookSheet, count: CountColumns): number {
  const header = rows[headerIndex(rows, count)];
  return header ? count(header.cells.map((cell) => (typeof cell === 'string' ? cell : ''))) : 0;
}
