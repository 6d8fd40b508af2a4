import type { TableRow } from '@solano/domain/kernel';
import { Archive } from './archive.ts';
import { unescapeText } from './cell.ts';
import { readFormats } from './formats.ts';
import { rejectWorkbook, WORKBOOK_LIMITS, type WorkbookLimits } from './limits.ts';
import { readRows } from './sheet-rows.ts';
import { readXml } from './xml.ts';

export interface WorkbookSheet {
  readonly name: string;
  /** The rows that are not empty; the line of a row is its number. */
  readonly rows: readonly TableRow[];
}

/**
 * Reads the worksheets of an .xlsx: cached values of formulas, no macros, no links, nothing outside
 * the file. Numbers keep the 15 digits that spreadsheets calculate with, times whole seconds.
 *
 * @throws SolanoError `invalid_rows` for anything else, and beyond the limits.
 */
export function readWorkbook(
  content: Uint8Array,
  limits: WorkbookLimits = WORKBOOK_LIMITS,
): WorkbookSheet[] {
  const archive = new Archive(content, limits);
  const { sheets, epoch } = readSheetList(required(archive, 'xl/workbook.xml'));
  if (sheets.length > limits.sheets) rejectWorkbook(`it has more than ${limits.sheets} sheets`);
  const { parts, strings, styles } = readRelations(required(archive, 'xl/_rels/workbook.xml.rels'));
  const stringBytes = strings === undefined ? undefined : archive.part(strings);
  const styleBytes = styles === undefined ? undefined : archive.part(styles);
  let cells = 0;
  const context = {
    sharedStrings: stringBytes ? readStrings(stringBytes, limits) : [],
    formats: styleBytes ? readFormats(styleBytes) : [],
    epoch,
    limits,
    count() {
      cells += 1;
      if (cells > limits.cells) rejectWorkbook(`it has more than ${limits.cells} cells`);
    },
  };
  return sheets.flatMap(({ name, id }) => {
    const path = parts.get(id);
    // A sheet of another kind, such as a chart.
    if (path === undefined) return [];
    return [{ name, rows: readRows(required(archive, path), context) }];
  });
}

function required(archive: Archive, path: string): Buffer {
  return archive.part(path) ?? rejectWorkbook(`it has no part ${path}`);
}

function readSheetList(bytes: Uint8Array) {
  const sheets: { name: string; id: string }[] = [];
  let epoch: 1900 | 1904 = 1900;
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes().date1904 ?? '')) epoch = 1904;
      if (name !== 'sheet') return;
      const all = attributes();
      const id = Object.keys(all).find((key) => key.endsWith(':id'));
      sheets.push({ name: all.name ?? '', id: (id && all[id]) ?? '' });
    },
  });
  return { sheets, epoch };
}

/** The paths of the workbook's parts: of worksheets by their ids, of the strings, of the styles. */
function readRelations(bytes: Uint8Array) {
  const parts = new Map<string, string>();
  const single: { strings?: string; styles?: string } = {};
  readXml(bytes, {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const { Id = '', Type = '', Target = '', TargetMode } = attributes();
      // A link to elsewhere.
      if (TargetMode === 'External') return;
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`;
      if (Type.endsWith('/worksheet')) parts.set(Id, path);
      if (Type.endsWith('/sharedStrings')) single.strings = path;
      if (Type.endsWith('/styles')) single.styles = path;
    },
  });
  return { parts, ...single };
}

/** The texts that cells name by number, without their formats and phonetic guides. */
function readStrings(bytes: Uint8Array, limits: WorkbookLimits): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  readXml(bytes, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text(piece) {
      if (!isText) return;
      text += piece;
      if (text.length > limits.cellCharacters) rejectWorkbook('it has a text that is too long');
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') {
        strings.push(unescapeText(text));
        if (strings.length > limits.sharedStrings) rejectWorkbook('it has too many texts');
      }
    },
  });
  return strings;
}
