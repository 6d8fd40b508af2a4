import {
  because,
  type CountColumns,
  rejectFile,
  type SourceTable,
  type TableRow,
} from '@solano/domain/kernel';
import { decodeText } from './decode.ts';
import { linesOf } from './plain.ts';
import { delimitedRows } from './table.ts';

/** In the order in which one is preferred where all find the same. */
const DELIMITERS = [';', '\t', ',', '|'];
/** Lines in which a header is looked for: above it are titles. */
const HEADER_LINES = 50;
/** Characters in which they are. */
const HEADER_CHARACTERS = 65_536;
/** The line by which a file declares its delimiter to spreadsheets. */
const SEPARATOR_LINE = /^"?sep=(.)"?(\r\n|\n|\r|$)/i;

/**
 * Reads CSV as spreadsheets of any settings write it: encoding and delimiter are recognised, and the
 * header is the first row that names most of the known columns. Lines are those of the file.
 *
 * @throws SolanoError `invalid_rows` where no row names a column, quotes do not match or a row has
 *   too many fields.
 */
export function readDialect(
  bytes: Uint8Array,
  count: CountColumns,
  headerOf: HeaderOfRow = () => undefined,
): SourceTable {
  const { text, encoding } = decodeText(bytes);
  const [line, declared] = SEPARATOR_LINE.exec(text) ?? [];
  // Blanked rather than cut off: the lines stay those of the file.
  const body = line === undefined ? text : text.replace(/^[^\r\n]*/, '');
  const found = declared ?? bestDelimiter(body, count) ?? headerlessDelimiter(body, headerOf);
  if (found === undefined || !isUsable(found)) return rejectFile(NO_HEADER);
  const rows = Array.from(delimitedRows(body, found), ({ line, fields }) => ({
    line,
    cells: fields,
  }));
  const [first] = rows;
  const header = first && headerOf(first.cells);
  const table = header
    ? { header: { line: first.line, cells: header }, rows: rows.filter(holdsAnything) }
    : withHeader(rows, count);
  return { format: 'csv', delimiter: found, encoding, ...table };
}

/** The header that a file lacks, by its first row; undefined where it is of no known kind. */
export type HeaderOfRow = (row: readonly string[]) => readonly string[] | undefined;

function headerlessDelimiter(text: string, headerOf: HeaderOfRow): string | undefined {
  const start = text.slice(0, HEADER_CHARACTERS);
  return DELIMITERS.find((delimiter) => {
    const [first] = firstRows(start, delimiter);
    return first !== undefined && headerOf(first) !== undefined;
  });
}

const NO_HEADER = because('no_header', { lines: HEADER_LINES });

/** Splits rows at the header. Errors: `invalid_rows` where no row is one. */
export function withHeader(
  rows: readonly TableRow[],
  count: CountColumns,
): Pick<SourceTable, 'header' | 'rows'> {
  const at = headerIndex(rows, count);
  const header = rows[at];
  if (!header) return rejectFile(NO_HEADER);
  return { header, rows: rows.slice(at + 1).filter(holdsAnything) };
}

/** Index of the first row with most known columns; -1 if none has any. */
export function headerIndex(rows: readonly TableRow[], count: CountColumns): number {
  let [best, at] = [0, -1];
  for (const [i, { cells, line }] of rows.entries()) {
    if (line > HEADER_LINES) break;
    const known = count(cells.map((cell) => (typeof cell === 'string' ? cell : '')));
    if (known > best) [best, at] = [known, i];
  }
  return at;
}

function bestDelimiter(text: string, count: CountColumns): string | undefined {
  const start = text.slice(0, HEADER_CHARACTERS);
  let [best, found]: [number, string | undefined] = [0, undefined];
  for (const delimiter of DELIMITERS) {
    const known = knownColumns(start, delimiter, count);
    if (known > best) [best, found] = [known, delimiter];
  }
  return found;
}

/** The largest number of known columns in any of the first lines. */
function knownColumns(text: string, delimiter: string, count: CountColumns): number {
  let best = 0;
  for (const fields of firstRows(text, delimiter)) best = Math.max(best, count(fields));
  return best;
}

/** The fields of the first lines; by their delimiters alone where quotes do not match. */
function firstRows(text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    const rows: (readonly string[])[] = [];
    for (const { line, fields } of delimitedRows(text, delimiter)) {
      if (line > HEADER_LINES) break;
      rows.push(fields);
    }
    return rows;
  } catch {
    const lines = linesOf(text).slice(0, HEADER_LINES);
    return lines.map((line) => line.split(delimiter));
  }
}

function holdsAnything({ cells }: TableRow): boolean {
  return cells.some((cell) => typeof cell !== 'string' || cell.trim() !== '');
}

function isUsable(delimiter: string): boolean {
  return DELIMITERS.includes(delimiter);
}
