import { crc32, deflateRawSync } from 'node:zlib';

/** A cell of a workbook that a test makes: text, a number, or XML of its own. */
export type TestCell = string | number | null | { readonly xml: string };

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Indexes of the styles of these workbooks. */
export const TEST_STYLE = { general: 0, datetime: 1, percent: 2, date: 3 };

const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="14"/></cellXfs></styleSheet>`;

/** A cell of a number in a style. */
export function styled(value: number | string, style: number): TestCell {
  return { xml: `<c s="${style}"><v>${value}</v></c>` };
}

/** The number by which spreadsheets keep a wall time such as `2026-11-23 08:00`. */
export function serialOf(wall: string): number {
  return (Date.parse(`${wall.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

/** A workbook with shared strings, as spreadsheets write it: its sheets by name, `null` a blank row. */
export function testWorkbook(
  sheets: Readonly<Record<string, readonly (readonly TestCell[] | null)[]>>,
): Buffer {
  const strings: string[] = [];
  const parts: Record<string, string> = {};
  for (const [i, rows] of Object.values(sheets).entries()) {
    parts[`xl/worksheets/sheet${i + 1}.xml`] = sheetXml(rows, strings);
  }
  const names = Object.keys(sheets);
  const relations = names.map(
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return testArchive({
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}<Relationship Id="s" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="f" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t>${markup(text)}</t></si>`).join('')}</sst>`,
    ...parts,
  });
}

function sheetXml(rows: readonly (readonly TestCell[] | null)[], strings: string[]): string {
  const texts = rows.map((row, i) => {
    const cells = (row ?? []).map((cell) => {
      if (cell === null) return '<c/>';
      if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
      if (typeof cell !== 'string') return cell.xml;
      return `<c t="s"><v>${strings.push(cell) - 1}</v></c>`;
    });
    return `<row r="${i + 1}">${cells.join('')}</row>`;
  });
  return `<worksheet xmlns="${MAIN}"><sheetData>${texts.join('')}</sheetData></worksheet>`;
}

function markup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A ZIP archive of texts; `sizes` are what its directory says of a part instead of the truth. */
export function testArchive(
  parts: Readonly<Record<string, string | Buffer>>,
  sizes: Readonly<Record<string, number>> = {},
): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(sizes[name] ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name));
    files.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entries, end]);
}
