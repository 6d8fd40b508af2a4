import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { columnLetters } from './cell.ts';
import type { CellValue, Sheet } from './sheet.ts';
import { sheetXml } from './sheet-xml.ts';
import { STYLES_XML } from './styles.ts';
import {
  contentTypes,
  ROOT_RELATIONS,
  sheetPath,
  sheetRelations,
  sheetRelationsPath,
  tablePath,
  tableXml,
  workbookRelations,
  workbookXml,
} from './workbook.ts';

const LISTS = 'Lists';
/** The same rows give the same bytes. */
const WRITTEN_AT = new Date(2000, 0, 1);

/**
 * Writes a workbook (.xlsx) of one sheet or several as a stream, in bounded memory: rows are read as
 * they are written. Numbers and times are typed cells, the header is frozen, text is never a formula.
 *
 * ```ts
 * writeSpreadsheet([{
 *   name: 'Prices',
 *   columns: [
 *     { header: 'end_utc', type: 'datetime' },
 *     { header: 'end_madrid', type: 'datetime' },
 *     { header: 'price_eur_mwh', type: 'number', decimals: 3 },
 *   ],
 *   rows: [['2026-11-22T23:00:00Z', '2026-11-23 00:00', '45.470']],
 * }])
 * ```
 *
 * An error of the rows is the stream's error; whoever destroys the stream ends them.
 */
export function writeSpreadsheet(sheets: readonly Sheet[]): Readable {
  const lists = new ChoiceLists();
  const ranges = sheets.map((sheet) => lists.rangesOf(sheet));
  const all = [...sheets, ...lists.sheets()];
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const add = (path: string, xml: string) =>
    archive.addBuffer(Buffer.from(xml), path, { mtime: WRITTEN_AT });
  const tables = sheets.flatMap(({ isTable }, i) => (isTable ? [i] : []));
  add('[Content_Types].xml', contentTypes(all.length, tables));
  add('_rels/.rels', ROOT_RELATIONS);
  add(
    'xl/workbook.xml',
    workbookXml(
      all.map(({ name }) => name),
      sheets.length,
    ),
  );
  add('xl/_rels/workbook.xml.rels', workbookRelations(all.length));
  add('xl/styles.xml', STYLES_XML);
  const lastLines = new Map<number, number>();
  const inputs = all.map((sheet, i) => {
    const onLastLine = (line: number) => void lastLines.set(i, line);
    const xml = sheetXml(sheet, ranges[i] ?? new Map(), onLastLine);
    const input = Readable.from(xml, { objectMode: false });
    // Without a listener of its own the failure of a sheet would end the process.
    input.on('error', (error) => output.destroy(error));
    archive.addReadStream(input, sheetPath(i), { mtime: WRITTEN_AT });
    return input;
  });
  for (const i of tables) {
    add(sheetRelationsPath(i), sheetRelations(i));
    // Read after the sheets, when their lines are counted.
    const lazy = Readable.from(tableOf(sheets[i] as Sheet, i, lastLines), { objectMode: false });
    archive.addReadStream(lazy, tablePath(i), { mtime: WRITTEN_AT });
  }
  output.once('close', () => {
    for (const input of inputs) input.destroy();
  });
  archive.end();
  return output;
}

function* tableOf(sheet: Sheet, index: number, lastLines: ReadonlyMap<number, number>) {
  yield tableXml(sheet, index, lastLines.get(index) ?? 1);
}

/** The choices of all columns, each list a column of one hidden sheet. */
class ChoiceLists {
  readonly #lists: (readonly string[])[] = [];

  /** Returns the range of cells with the choices of each column. */
  rangesOf({ columns }: Sheet): Map<number, string> {
    const ranges = new Map<number, string>();
    for (const [i, { choices = [] }] of columns.entries()) {
      if (choices.length === 0) continue;
      const letters = columnLetters(this.#lists.push(choices) - 1);
      ranges.set(i, `${LISTS}!$${letters}$2:$${letters}$${choices.length + 1}`);
    }
    return ranges;
  }

  sheets(): Sheet[] {
    if (this.#lists.length === 0) return [];
    const columns = this.#lists.map((_, i) => ({ header: `#${i + 1}`, type: 'text' as const }));
    const height = Math.max(...this.#lists.map(({ length }) => length));
    const rows = Array.from({ length: height }, (_, line) =>
      this.#lists.map((list): CellValue => list[line] ?? null),
    );
    return [{ name: LISTS, columns, rows }];
  }
}
