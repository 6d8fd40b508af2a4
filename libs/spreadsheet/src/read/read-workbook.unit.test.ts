import { SolanoError } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import type { TestCell } from '#test/workbook';
import { serialOf, styled, TEST_STYLE, testArchive, testWorkbook } from '#test/workbook';
import { WORKBOOK_LIMITS } from './limits.ts';
import { readWorkbook } from './read-workbook.ts';

const PARTS = {
  'xl/workbook.xml':
    '<x:workbook xmlns:x="m" xmlns:r="o"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="A &amp; B" sheetId="1" r:id="r1"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Type="t/worksheet" Target="/xl/worksheets/a.xml"/><Relationship Id="r2" Type="t/externalLink" Target="http://127.0.0.1:1/x" TargetMode="External"/></Relationships>',
  'xl/worksheets/a.xml':
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="3"><x:c r="B3" t="str"><x:f>1+1</x:f><x:v>two</x:v></x:c></x:row></x:sheetData></x:worksheet>',
};
const SHEET = 'xl/worksheets/a.xml';

function cellsOf(...cells: TestCell[]) {
  return readWorkbook(testWorkbook({ Data: [cells] }))[0]?.rows[0]?.cells;
}

function problemOf(content: Uint8Array, limits = WORKBOOK_LIMITS): string {
  try {
    readWorkbook(content, limits);
  } catch (error) {
    if (error instanceof SolanoError && error.code === 'invalid_rows') return error.problems.join();
    throw error;
  }
  return expect.unreachable();
}

describe('a workbook', () => {
  test('a workbook has rows by their numbers, also with blank, prefixed or foreign elements', () => {
    expect(readWorkbook(testArchive(PARTS))).toEqual([
      { name: 'A & B', rows: [{ line: 3, cells: ['', 'two'] }] },
    ]);
    const rows = readWorkbook(testWorkbook({ Data: [['a'], null, [null, null], ['', 'b']] }))[0]
      ?.rows;
    expect(rows).toEqual([
      { line: 1, cells: ['a'] },
      { line: 4, cells: ['', 'b'] },
    ]);
  });

  test('a workbook has numbers with the digits that spreadsheets calculate with', () => {
    expect(
      cellsOf(
        12.5,
        styled('7.0000000000000007E-2', 0),
        styled('0.30000000000000004', 0),
        styled('1E+25', 0),
      ),
    ).toEqual(['12.5', '0.07', '0.3', '1e+25'].map((number) => ({ number, isPercent: false })));
    expect(cellsOf(styled('0.55000000000000004', TEST_STYLE.percent))).toEqual([
      { number: '55', isPercent: true },
    ]);
  });

  test('a workbook has dates as they are shown, to the second', () => {
    const eight = serialOf('2026-11-23 08:10');
    expect(cellsOf(styled(eight, TEST_STYLE.datetime))).toEqual([{ wall: '2026-11-23 08:10:00' }]);
    expect(cellsOf(styled(eight + 1e-9, TEST_STYLE.datetime))).toEqual([
      { wall: '2026-11-23 08:10:00' },
    ]);
    expect(cellsOf(styled(Math.floor(eight), TEST_STYLE.date))).toEqual([{ wall: '2026-11-23' }]);
    expect(cellsOf(styled(eight, TEST_STYLE.date))).toEqual([{ wall: '2026-11-23 08:10:00' }]);
    expect(cellsOf(styled(59, TEST_STYLE.date))).toEqual([{ number: '59', isPercent: false }]);
  });

  test.each([
    ['dd/mm/yyyy hh:mm', '2026-11-23 12:00:00'],
    ['[$-40A]d mmm yy;@', '2026-11-23'],
    ['yyyy-mm-dd\\Thh:mm', '2026-11-23 12:00:00'],
    ['"año" yyyy', '2026-11-23'],
    ['[Red]0.00" días"', undefined],
    ['#,##0.00 [$EUR];[Red]-#,##0.00', undefined],
    ['General', undefined],
  ])('a workbook shows whether the format %s is one of dates', (code, wall) => {
    const value = serialOf(wall && wall.length > 10 ? '2026-11-23 12:00' : '2026-11-23 00:00');
    const archive = testArchive({
      ...PARTS,
      'xl/workbook.xml': PARTS['xl/workbook.xml'].replace('date1904="1"', ''),
      'xl/_rels/workbook.xml.rels': PARTS['xl/_rels/workbook.xml.rels'].replace(
        '<Relationship ',
        '<Relationship Id="f" Type="t/styles" Target="./styles.xml"/><Relationship ',
      ),
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>`,
      [SHEET]: `<worksheet><sheetData><row><c s="0"><v>${value}</v></c></row></sheetData></worksheet>`,
    });
    const cell = readWorkbook(archive)[0]?.rows[0]?.cells[0];
    expect(cell).toEqual(wall ? { wall } : { number: String(value), isPercent: false });
  });

  test('a workbook has cached values, truth values, errors, rich and escaped texts', () => {
    expect(
      cellsOf(
        { xml: '<c><f>SUM(A1:A9)</f><v>3</v></c>' },
        { xml: '<c t="b"><v>1</v></c>' },
        { xml: '<c t="e"><v>#N/A</v></c>' },
        { xml: '<c t="d"><v>2026-11-23T08:00:00</v></c>' },
        {
          xml: '<c t="inlineStr"><is><r><t>a</t></r><rPh><t>no</t></rPh><r><t>&#128512;b_x0041_</t></r></is></c>',
        },
        { xml: '<c t="s"><v>99</v></c>' },
        { xml: '<c><f>NOW()</f></c>' },
      ),
    ).toEqual([
      { number: '3', isPercent: false },
      'TRUE',
      '#N/A',
      '2026-11-23 08:00:00',
      'a😀bA',
      '#REF!',
    ]);
  });

  test('a workbook has the same dates if it counts from 1904', () => {
    const archive = testArchive({
      ...PARTS,
      [SHEET]: PARTS[SHEET].replace(/<x:c .*<\/x:c>/, '<x:c t="n" s="1"><x:v>1</x:v></x:c>'),
      'xl/styles.xml':
        '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/_rels/workbook.xml.rels': PARTS['xl/_rels/workbook.xml.rels'].replace(
        '</Relationships>',
        '<Relationship Id="f" Type="t/styles" Target="styles.xml"/></Relationships>',
      ),
    });
    expect(readWorkbook(archive)[0]?.rows[0]?.cells).toEqual([{ wall: '1904-01-02' }]);
  });
});

describe('a workbook is rejected', () => {
  const sheet = (xml: string) => testArchive({ ...PARTS, [SHEET]: `<worksheet><sheetData>${xml}` });
  const whole = testArchive(PARTS);

  test.each([
    [
      'with a document type',
      testArchive({
        ...PARTS,
        [SHEET]: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      }),
      /document type/,
    ],
    ['with broken XML', testArchive({ ...PARTS, [SHEET]: '<a><b></a>' }), /malformed/],
    ['that ends too early', testArchive({ ...PARTS, [SHEET]: '<a><b>' }), /malformed/],
    ['without its sheet', testArchive({ ...PARTS, [SHEET]: '' }), /./],
    ['that is not an archive', Buffer.from('PK\x03\x04 and nothing else'), /no \.xlsx/],
    ['that is cut off', whole.subarray(0, -30), /no \.xlsx/],
    ['whose part is damaged', damaged(whole), /damaged/],
    [
      'whose rows go back',
      sheet(
        '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row></sheetData></worksheet>',
      ),
      /out of order/,
    ],
    [
      'whose cells go back',
      sheet('<row><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row></sheetData></worksheet>'),
      /out of order/,
    ],
    [
      'with a far column',
      sheet('<row><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>'),
      /200 columns/,
    ],
    [
      'with a tag that is longer than any of a spreadsheet',
      sheet(`<row x="${'x'.repeat(3_000_000)}"><c><v>1</v></c></row></sheetData></worksheet>`),
      /tag or text/,
    ],
    [
      'with a text that is longer than any cell',
      sheet(`<row><c><f>${'x'.repeat(3_000_000)}</f><v>1</v></c></row></sheetData></worksheet>`),
      /tag or text/,
    ],
  ])('a workbook is rejected: %s', (_, content, problem) => {
    expect(problemOf(content)).toMatch(problem);
  });

  test.each([
    ['parts', 4],
    ['sheets', 1],
    ['cells', 3],
    ['sharedStrings', 1],
    ['unpackedBytes', 900],
    ['cellCharacters', 4],
  ] as const)('a workbook with more %s than the limit is rejected', (name, limit) => {
    const content = testWorkbook({
      One: [
        ['a', 'long text'],
        [1, 2],
      ],
      Two: [['b']],
    });
    expect(problemOf(content, { ...WORKBOOK_LIMITS, [name]: limit })).toMatch(
      /^line 1: the workbook cannot be read: /,
    );
  });

  test('a workbook that unpacks to more than its directory says is rejected without being unpacked', () => {
    const bomb = { ...PARTS, [SHEET]: Buffer.alloc(50_000_000, ' ') };
    expect(problemOf(testArchive(bomb, { [SHEET]: 100 }))).toMatch(/damaged/);
    const honest = testArchive(bomb);
    expect(problemOf(honest, { ...WORKBOOK_LIMITS, unpackedBytes: 1_000_000 })).toMatch(/too much/);
  });
});

/** The archive with a bit of its last part turned over. */
function damaged(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  const at = copy.indexOf('xl/worksheets/a.xml') + 'xl/worksheets/a.xml'.length + 20;
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}
