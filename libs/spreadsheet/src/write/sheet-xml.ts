import { setImmediate } from 'node:timers/promises';
import { MAX_SHEET_ROWS } from '../formats.ts';
import { cellXml, columnLetters, columnStyle, textCell } from './cell.ts';
import type { CellValue, Sheet, SheetColumn } from './sheet.ts';
import { STYLE } from './styles.ts';
import { TABLE_PART } from './workbook.ts';
import { xmlText } from './xml-text.ts';

/** Characters that are written at once: some milliseconds of work. */
const PIECE_CHARACTERS = 65_536;
const MIN_WIDTH = 12;
/** Rows of a column that offer its choices: enough to fill in by hand. */
const CHOICE_ROWS = 1_001;

const START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/**
 * The XML of a worksheet, in pieces, with a frozen header and the lists of the columns' choices.
 *
 * @param choices where each column's choices stand, such as `Lists!$A$1:$A$3`, by its place.
 * @param onLastLine is called with the number of the last line when all are written.
 * @throws RangeError past the last row that a spreadsheet can open.
 */
export async function* sheetXml(
  { columns, rows, isTable }: Sheet,
  choices: ReadonlyMap<number, string>,
  onLastLine: (line: number) => void,
): AsyncGenerator<string> {
  const letters = columns.map((_, i) => columnLetters(i));
  const header = columns.map(({ header }, i) => textCell(header, `${letters[i]}1`, STYLE.header));
  let piece = `${START}${columnsXml(columns)}<sheetData><row r="1">${header.join('')}</row>`;
  let line = 1;
  for await (const row of rows) {
    line += 1;
    if (line > MAX_SHEET_ROWS) throw new RangeError(`A sheet has ${MAX_SHEET_ROWS} rows at most.`);
    piece += rowXml(row, columns, letters, line);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
    // Rows may all be there at once: others are to be served between two pieces.
    await setImmediate();
  }
  onLastLine(line);
  const table = isTable ? TABLE_PART : '';
  yield `${piece}</sheetData>${choicesXml(letters, choices)}${table}</worksheet>`;
}

function rowXml(
  row: readonly CellValue[],
  columns: readonly SheetColumn[],
  letters: readonly string[],
  line: number,
): string {
  let cells = '';
  for (const [i, column] of columns.entries()) {
    cells += cellXml(row[i] ?? null, column, `${letters[i]}${line}`);
  }
  return `<row r="${line}">${cells}</row>`;
}

function columnsXml(columns: readonly SheetColumn[]): string {
  const texts = columns.map((column, i) => {
    const width = column.width ?? Math.max(MIN_WIDTH, column.header.length + 2);
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${columnStyle(column)}" customWidth="1"/>`;
  });
  return `<cols>${texts.join('')}</cols>`;
}

function choicesXml(letters: readonly string[], choices: ReadonlyMap<number, string>): string {
  if (choices.size === 0) return '';
  const texts = Array.from(choices, ([i, range]) => {
    const cells = `${letters[i]}2:${letters[i]}${CHOICE_ROWS}`;
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${cells}"><formula1>${xmlText(range)}</formula1></dataValidation>`;
  });
  return `<dataValidations count="${texts.length}">${texts.join('')}</dataValidations>`;
}
