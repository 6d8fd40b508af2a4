import { refuseRows } from '@solano/domain';
import { CsvError, parse } from 'csv-parse/sync';
import { plainRecords } from './plain.ts';

/** A CSV file as text: its header, and each row with its line (the header is line 1). */
export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly { readonly line: number; readonly fields: readonly string[] }[];
}

/** Where the header, and with it the delimiter, is looked for. */
const HEADER_CHARACTERS = 65_536;
const QUOTED = /"(?:[^"]|"")*"/g;

/** What every reader takes: `;` or `,` as the header has it, a byte order mark, any line ends. */
function common(text: string) {
  const start = text.replace(/^\uFEFF/, '').slice(0, HEADER_CHARACTERS);
  const unquoted = start.includes('"') ? start.replaceAll(QUOTED, '') : start;
  const header = unquoted.slice(0, unquoted.search(/\r|\n|$/));
  return {
    bom: true,
    delimiter: header.includes(';') ? ';' : ',',
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
  };
}

/**
 * Reads CSV with a header line; rows may have any number of fields. An empty text has no header.
 *
 * @throws SolanoError `invalid_rows` where quotes do not match.
 */
export function parseTable(text: string): CsvTable {
  const options = { ...common(text), info: true, relax_column_count: true } as const;
  try {
    const records = parse(text, options) as unknown as {
      info: { lines: number };
      record: string[];
    }[];
    const [header, ...rows] = records.map(({ info, record }) => {
      return { line: info.lines - lineBreaksIn(record), fields: record };
    });
    return { header: header?.fields ?? [], rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuseRows([`line ${String(error.lines)}: ${error.message}`]);
  }
}

/**
 * Reads CSV whose rows all have as many fields as the header, which comes first.
 *
 * @throws CsvError where they do not, or quotes do not match.
 */
export function parseRecords(text: string): string[][] {
  const options = common(text);
  return plainRecords(text, options.delimiter) ?? parse(text, options);
}

/** A row is named by the line on which it starts; a quoted field may run over several. */
function lineBreaksIn(fields: readonly string[]): number {
  return fields.reduce((sum, field) => sum + (field.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}
