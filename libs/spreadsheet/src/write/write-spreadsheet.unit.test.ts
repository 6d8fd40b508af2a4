import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { Archive } from '../read/archive.ts';
import { WORKBOOK_LIMITS } from '../read/limits.ts';
import { readWorkbook } from '../read/read-workbook.ts';
import type { CellValue, Sheet, SheetColumn } from './sheet.ts';
import { writeSpreadsheet } from './write-spreadsheet.ts';

const COLUMNS: SheetColumn[] = [
  { header: 'name', type: 'text' },
  { header: 'end_utc', type: 'datetime' },
  { header: 'price', type: 'number', decimals: 3 },
];

async function written(rows: Sheet['rows'], columns = COLUMNS): Promise<Buffer> {
  return buffer(writeSpreadsheet([{ name: 'Data', columns, rows }]));
}

async function cellsOf(rows: readonly CellValue[][], columns = COLUMNS) {
  const [sheet] = readWorkbook(await written(rows, columns));
  return sheet?.rows.slice(1).map(({ cells }) => cells);
}

async function sheetXmlOf(rows: readonly CellValue[][], columns = COLUMNS): Promise<string> {
  const archive = new Archive(await written(rows, columns), WORKBOOK_LIMITS);
  return String(archive.part('xl/worksheets/sheet1.xml'));
}

describe('a table of a spreadsheet', () => {
  const partsOf = async (rows: Sheet['rows']) => {
    const columns = [...COLUMNS, { header: 'a<b>&"c"', type: 'text' } as const];
    const sheets = [
      { name: 'Plain', columns, rows: [] },
      { name: 'Table', columns, rows, isTable: true },
    ];
    const archive = new Archive(await buffer(writeSpreadsheet(sheets)), WORKBOOK_LIMITS);
    return (path: string) => String(archive.part(path));
  };
  async function* streamed() {
    for (let i = 0; i < 5_000; i += 1) yield ['a', null, i, 'b'];
  }

  test.each([
    ['of no rows', [], 2],
    ['of one row', [['a', null, 1, 'b']], 2],
    ['of many rows that are read as they are written', streamed(), 5_001],
  ] as const)(
    'a table %s can be filtered by its header, to its last line',
    async (_, rows, last) => {
      const part = await partsOf(rows);
      const table = part('xl/tables/table2.xml');
      expect(table).toContain(
        `ref="A1:D${last}" totalsRowShown="0"><autoFilter ref="A1:D${last}"/>`,
      );
      expect(table).toContain('<tableColumn id="4" name="a&lt;b&gt;&amp;&quot;c&quot;"/>');
      expect(part('xl/worksheets/sheet2.xml')).toMatch(
        /<tableParts count="1"><tablePart [^>]*r:id="rId1"\/><\/tableParts><\/worksheet>$/,
      );
      expect(part('xl/worksheets/_rels/sheet2.xml.rels')).toContain(
        'Target="../tables/table2.xml"',
      );
      const types = part('[Content_Types].xml');
      expect(types).toContain('PartName="/xl/tables/table2.xml"');
      expect(types).not.toContain('table1.xml');
      expect(part('xl/worksheets/sheet1.xml')).not.toContain('tableParts');
    },
  );
});

describe('a spreadsheet', () => {
  test('a spreadsheet has typed numbers and times, under a header that stays in view', async () => {
    const row = ['Muxía', '2026-11-22T23:15:00Z', '45.470'];
    expect(await cellsOf([row])).toEqual([
      ['Muxía', { wall: '2026-11-22 23:15:00' }, { number: '45.47', isPercent: false }],
    ]);
    const xml = await sheetXmlOf([row]);
    expect(xml).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
    expect(xml).toMatch(/<c r="C2" s="\d+"><v>45\.470<\/v><\/c>/);
    expect(xml).toMatch(/<c r="B2" s="4"><v>46348\.96875<\/v><\/c>/);
  });

  test('a spreadsheet shows seconds where a time has any', async () => {
    expect(await sheetXmlOf([['a', '2026-11-22 23:15:30', 1]])).toContain('<c r="B2" s="5">');
  });

  test.each([
    ['no day', '2026-02-30 00:00'],
    ['a day before spreadsheets', '1899-12-31 00:00'],
    ['no time', 'soon'],
  ])('a spreadsheet writes %s as text', async (_, time) => {
    expect(await cellsOf([['a', time, 1]])).toEqual([
      ['a', time, { number: '1', isPercent: false }],
    ]);
  });

  test('a spreadsheet writes what is not a number as text, and leaves empty cells out', async () => {
    expect(
      await cellsOf([
        [null, '', '1"/><f>1</f>'],
        ['b', null, Number.NaN],
      ]),
    ).toEqual([
      ['', '', '1"/><f>1</f>'],
      ['b', '', 'NaN'],
    ]);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x")', '\t=1'])(
    'a spreadsheet never makes a formula of %j',
    async (text) => {
      const xml = await sheetXmlOf([[text, null, null]]);
      expect(xml).not.toMatch(/<f[ >]/);
      // The style by which a spreadsheet keeps it text when the cell is edited.
      expect(xml).toContain('<c r="A2" s="3" t="inlineStr">');
      expect(await cellsOf([[text, null, null]])).toEqual([[text]]);
    },
  );

  test.each(['a<b>&"c"', 'line\nline\r\nline', 'bell\u0007', '_x0041_', ' spaces ', '🏭'])(
    'a spreadsheet keeps the text %j',
    async (text) => expect(await cellsOf([[text, null, null]])).toEqual([[text]]),
  );

  test('a spreadsheet replaces halves of characters, and cuts a text that no spreadsheet opens', async () => {
    const rows = [
      ['\ud800', null, null],
      ['x'.repeat(40_000), null, null],
    ];
    expect(await cellsOf(rows)).toEqual([['\ufffd'], [`${'x'.repeat(32_766)}…`]]);
  });

  test('a spreadsheet offers the choices of a column, whatever they hold', async () => {
    const choices = ['OTHER', 'a,"b"', 'x'.repeat(300)];
    const columns: SheetColumn[] = [{ header: 'type', type: 'text', choices }];
    const archive = new Archive(await written([], columns), WORKBOOK_LIMITS);
    expect(String(archive.part('xl/worksheets/sheet1.xml'))).toContain(
      '<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="A2:A1001"><formula1>Lists!$A$2:$A$4</formula1>',
    );
    expect(String(archive.part('xl/workbook.xml'))).toContain(
      'name="Lists" sheetId="2" state="hidden"',
    );
    const lists = readWorkbook(await written([], columns))[1];
    expect(lists?.rows.slice(1).map(({ cells }) => cells[0])).toEqual(choices);
  });

  test('a spreadsheet has columns beyond the 26th where they belong', async () => {
    const columns: SheetColumn[] = Array.from({ length: 60 }, (_, i) => ({
      header: `c${i}`,
      type: 'text',
    }));
    const row = Array.from({ length: 60 }, (_, i) => `v${i}`);
    expect(await cellsOf([row], columns)).toEqual([row]);
  });

  test('a spreadsheet is written as its many rows are read', async () => {
    let rows = 0;
    async function* endless() {
      for (;;) {
        rows += 1;
        yield [`row ${rows} ${Math.random()}`, null, rows];
      }
    }
    const stream = writeSpreadsheet([{ name: 'Data', columns: COLUMNS, rows: endless() }]);
    for await (const _ of stream) if (rows > 5_000) break;
    expect(stream.destroyed).toBe(true);
    expect(rows).toBeLessThan(100_000);
  });

  test('a spreadsheet fails when its rows fail', async () => {
    async function* failing() {
      yield ['a', null, 1];
      throw new Error('gone');
    }
    await expect(written(failing())).rejects.toThrow('gone');
  });
});
