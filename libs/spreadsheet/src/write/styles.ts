/** Decimals that a number may show. */
const MAX_DECIMALS = 10;
/** Numbers of formats below this are the spreadsheet's own. */
const FIRST_FORMAT = 164;

/** Indexes of the cell styles in the workbook's list of them. */
export const STYLE = {
  general: 0,
  header: 1,
  text: 2,
  /** Text that a spreadsheet would take for a formula if it were typed. */
  quotedText: 3,
  datetime: 4,
  datetimeSeconds: 5,
} as const;

const FIRST_NUMBER = 6;

/** The style of numbers with so many decimals. */
export function numberStyle(decimals: number): number {
  return FIRST_NUMBER + Math.min(decimals, MAX_DECIMALS);
}

const FORMATS = [
  'yyyy\\-mm\\-dd hh:mm',
  'yyyy\\-mm\\-dd hh:mm:ss',
  ...Array.from({ length: MAX_DECIMALS + 1 }, (_, n) => (n === 0 ? '0' : `0.${'0'.repeat(n)}`)),
];

const format = (code: string, i: number) =>
  `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${code}"/>`;
const style = (formatId: number, more = '') =>
  `<xf numFmtId="${formatId}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}/>`;

/** The part `xl/styles.xml`. The point in a format is shown as the decimal mark of the reader's locale. */
export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${FORMATS.length}">${FORMATS.map(format).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${4 + FORMATS.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${style(49)}${style(49, ' quotePrefix="1"')}${FORMATS.map((_, i) => style(FIRST_FORMAT + i)).join('')}</cellXfs></styleSheet>`;
