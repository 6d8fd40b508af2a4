import { malformed, type NormalizedRow } from '@solano/domain/assets';
import { batchesOf, NumberForm, parseWallTime, readNumberForm } from '@solano/domain/kernel';
import type { CellValue, SheetColumn } from '@solano/spreadsheet';

/**
 * A forecast as typed cells. Its text form, which comes from a thread and is cached, is a line of
 * JSON for the head, then one for each slice of the rows.
 */
interface TableHead {
  readonly columns: readonly SheetColumn[];
  readonly rows: number;
}

/** Rows of a slice, whose parsing takes some milliseconds. */
const SLICE_ROWS = 500;
/** Decimal digits that a double keeps. */
const MAX_DIGITS = 15;
/** A code such as 007 is not a number. */
const CODE = /^[+-]?0\d/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;
/** Missing values as programs write them. */
const MISSING = /^(nan|null|na|n\/a)?$/i;

export const NORMALIZED_COLUMNS: readonly SheetColumn[] = [
  { header: 'plant', type: 'text' },
  { header: 'datetime', type: 'datetime', width: 18 },
  { header: 'end_utc', type: 'instant', width: 18 },
  { header: 'pred', type: 'number' },
];

/**
 * Returns a plant's rows with the ends of their periods in the requested zone and in UTC, the zone
 * of the file. Errors: `forecast_malformed` if a prediction is not a number.
 */
export function normalizedTable(
  rows: readonly NormalizedRow[],
  records: readonly (readonly string[])[],
): string {
  const cells = rows.map(({ plant, datetime, pred }, i): CellValue[] => {
    const utc = `${(records[i]?.[0] ?? '').replace(' ', 'T')}:00Z`;
    return [plant, datetime, utc, predictionOf(pred.trim())];
  });
  return tableText(NORMALIZED_COLUMNS, cells);
}

/** Returns null for a missing value. Errors: `forecast_malformed`. */
function predictionOf(text: string): string | null {
  if (MISSING.test(text)) return null;
  if (!NUMBER.test(text) || !Number.isFinite(Number(text))) throw malformed();
  return text.replace(/^\+/, '');
}

/**
 * Returns the rows of a file of any columns. A column has numbers or times if all of its values can
 * be read so unambiguously; otherwise text. Errors: `forecast_malformed` if two columns have one
 * name.
 */
export function forecastTable(header: readonly string[], records: readonly string[][]): string {
  if (new Set(header).size < header.length) throw malformed();
  const numbers = new NumberForm();
  for (const record of records) for (const value of record) numbers.learn(value, 0);
  const types = header.map((_, i) => typeOf(records, i, numbers));
  const columns = header.map((name, i): SheetColumn => {
    return { header: name.trim() || `column_${i + 1}`, type: types[i] ?? 'text' };
  });
  const cells = records.map((record) => {
    return record.map((value, i): CellValue => {
      return types[i] === 'number' ? (numberOf(value, numbers) ?? null) : value;
    });
  });
  return tableText(columns, cells);
}

function typeOf(
  records: readonly string[][],
  at: number,
  numbers: NumberForm,
): SheetColumn['type'] {
  let [isNumber, isTime, holdsAny] = [true, true, false];
  for (const record of records) {
    const value = record[at] ?? '';
    if (value === '') continue;
    holdsAny = true;
    isNumber &&= numberOf(value, numbers) !== undefined;
    isTime &&= parseWallTime(value) !== undefined;
    if (!isNumber && !isTime) break;
  }
  if (!holdsAny) return 'text';
  if (isNumber) return 'number';
  return isTime ? 'datetime' : 'text';
}

/** Returns undefined for a text that is not a number, or is ambiguous. */
function numberOf(text: string, numbers: NumberForm): string | undefined {
  if (text === '' || CODE.test(text) || readNumberForm(text) === undefined) return undefined;
  const read = numbers.read(text);
  if ('reason' in read) return undefined;
  const decimal = read.decimal.replace(/^\+/, '').replace(/^(-?)\./, '$10.');
  const [whole = ''] = decimal.split(/[.e]/i, 1);
  return whole.length > MAX_DIGITS || !Number.isFinite(Number(decimal)) ? undefined : decimal;
}

function tableText(columns: readonly SheetColumn[], rows: readonly CellValue[][]): string {
  const head: TableHead = { columns, rows: rows.length };
  const lines = [JSON.stringify(head)];
  for (const slice of batchesOf(rows, SLICE_ROWS)) lines.push(JSON.stringify(slice));
  return lines.join('\n');
}

/** The head of a table as text. */
export function tableHead(text: Buffer): TableHead {
  return JSON.parse(text.toString('utf8', 0, endOfLine(text, 0))) as TableHead;
}

/** Its rows, each slice parsed when its first row is read. */
export function* tableRows(text: Buffer): Generator<readonly CellValue[]> {
  let start = endOfLine(text, 0) + 1;
  while (start < text.length) {
    const end = endOfLine(text, start);
    yield* JSON.parse(text.toString('utf8', start, end)) as CellValue[][];
    start = end + 1;
  }
}

const SHEET_NAME = 31;

/** Returns names that sheets may have: short, without some signs, and none twice, whatever the case. */
export function sheetNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const plain = name.replaceAll(/[[\]:*?/\\\p{Cc}]|^'|'$/gu, '_').trim() || 'Forecast';
    for (let n = 1; ; n += 1) {
      const ending = n === 1 ? '' : ` (${n})`;
      const short = `${plain.slice(0, SHEET_NAME - ending.length).toWellFormed()}${ending}`;
      if (usedNames.has(short.toLowerCase())) continue;
      usedNames.add(short.toLowerCase());
      return short;
    }
  });
}

function endOfLine(text: Buffer, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
