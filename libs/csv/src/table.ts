import { because, rejectFile } from '@solano/domain/kernel';
import { CsvError, parse } from 'csv-parse/sync';
import { withoutBlankEnd } from './blank-end.ts';
import { blocksOf, type CsvBlock } from './blocks.ts';
import { linesOf, plainRecords } from './plain.ts';

/** A CSV file as text: its header, and each row with its line (the header is line 1). */
export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: Iterable<CsvTableRow>;
}

interface CsvTableRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Options of every reader: a byte order mark and any line ends are accepted. */
const FORM = { bom: true, record_delimiter: ['\r\n', '\n', '\r'], skip_empty_lines: true };

/** The part of the text in which the header and the delimiter are searched. */
const HEADER_CHARACTERS = 65_536;
const QUOTED = /"(?:[^"]|"")*"/g;

/** The same, with `;` or `,` as the header has it. */
function common(text: string) {
  const start = text.replace(/^\uFEFF/, '').slice(0, HEADER_CHARACTERS);
  const unquoted = start.includes('"') ? start.replaceAll(QUOTED, '') : start;
  const header = unquoted.slice(0, unquoted.search(/\r|\n|$/));
  return { ...FORM, delimiter: header.includes(';') ? ';' : ',' };
}

/**
 * Reads CSV with a header line; rows may have any number of fields, up to a limit. An empty text has
 * no header. The rows can be read once, and are parsed as they are.
 *
 * @throws SolanoError `invalid_rows` where quotes do not match or a row has too many fields, also
 *   while the rows are read.
 */
export function parseTable(text: string): CsvTable {
  const rows = rowsOf(text);
  const first = rows.next();
  return { header: first.done ? [] : first.value.fields, rows };
}

function rowsOf(text: string): Generator<CsvTableRow, void> {
  return delimitedRows(text, common(text).delimiter);
}

/** All rows, the header too, whatever its delimiter. Errors: as {@link parseTable}. */
export function* delimitedRows(text: string, delimiter: string): Generator<CsvTableRow, void> {
  const whole = withoutBlankEnd(text.replace(/^\uFEFF/, ''), delimiter);
  for (const block of blocksOf(whole, delimiter)) {
    if (block.hasQuotes) yield* parsedRows(block, delimiter);
    else yield* plainRows(block, delimiter);
  }
}

/** Many times faster than the parser. */
function plainRows({ text, lines }: CsvBlock, delimiter: string): CsvTableRow[] {
  const records = linesOf(text).filter(Boolean);
  return records.map((record, i) => ({
    line: lines[i] as number,
    fields: record.split(delimiter),
  }));
}

function parsedRows({ text, line, lines }: CsvBlock, delimiter: string): CsvTableRow[] {
  try {
    const records = parse(text, { ...FORM, bom: false, delimiter, relax_column_count: true });
    return records.map((fields, i) => ({ line: lines[i] as number, fields }));
  } catch (error) {
    // Rows may have any number of fields: only quotes can be wrong.
    if (!(error instanceof CsvError)) throw error;
    const before = line - 1;
    const inFile = (_text: string, inBlock: string) => `line ${before + Number(inBlock)}`;
    const message = error.message.replace(/\bline (\d+)/g, inFile);
    return rejectFile(because('quotes', { detail: message }), before + Number(error.lines));
  }
}

/**
 * Reads CSV whose rows all have as many fields as the header, which comes first.
 *
 * @throws CsvError where they do not, or quotes do not match.
 */
export function parseRecords(text: string): string[][] {
  const options = common(text);
  const whole = withoutBlankEnd(text, options.delimiter);
  return plainRecords(whole, options.delimiter) ?? parse(whole, options);
}
