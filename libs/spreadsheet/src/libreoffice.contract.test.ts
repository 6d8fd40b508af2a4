import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { readDialect } from '@solano/csv';
import { type Cell, cellText } from '@solano/domain/kernel';
import { type CellValue, readWorkbook, type Sheet } from '@solano/spreadsheet';
import { expect, test } from 'vitest';
import { Archive } from './read/archive.ts';
import { WORKBOOK_LIMITS } from './read/limits.ts';
import { writeSpreadsheet } from './write/write-spreadsheet.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;
/** CSV with `;` in UTF-8, numbers as Spanish settings write them, formulas as they stand. */
const SPANISH_CSV = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,3082,false,true,true';
const SPANISH_PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>es-ES</value></prop></item></oor:items>`;

const PRICES = ['45.470', '-0.001', '1234.500', '0.000', '4000.000', '-600.125', '0.010'];
const FIRST = Date.parse('2026-10-24T22:15Z');
/** A price, its time, and texts that a spreadsheet would gladly take for something else. */
const ROWS: CellValue[][] = Array.from({ length: 100 }, (_, i) => [
  `${new Date(FIRST + i * 900_000).toISOString().slice(0, 19)}Z`,
  PRICES[i % PRICES.length] as string,
  ['=1+1', '1.250', '03/04/2026', '1e5', '007'][i % 5] as string,
]);
const SHEET: Sheet = {
  name: 'Prices',
  columns: [
    { header: 'end_utc', type: 'instant' },
    { header: 'price', type: 'number', decimals: 3 },
    { header: 'note', type: 'text' },
  ],
  rows: ROWS,
};

/** The path of a program; undefined if it is not installed. */
async function programPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

function expectRows(found: readonly (readonly Cell[])[], decimalMark: string): void {
  const plain = found.map(([time, price, note]) => [
    cellText(time ?? '').slice(0, 16),
    Number(cellText(price ?? '').replace(decimalMark, '.')),
    cellText(note ?? ''),
  ]);
  const meant = ROWS.map(([time, price, note]) => [
    String(time).slice(0, 16).replace('T', ' '),
    Number(price),
    note,
  ]);
  expect(plain).toEqual(meant);
}

/** What LibreOffice with Spanish settings makes of a workbook. */
async function expectSpanishRoundTrip(program: string, content: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'solano-office-'));
  try {
    await mkdir(join(folder, 'profile/user'), { recursive: true });
    await writeFile(join(folder, 'profile/user/registrymodifications.xcu'), SPANISH_PROFILE);
    await writeFile(join(folder, 'prices.xlsx'), content);
    const convert = async (form: string) => {
      const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
      const into = ['--outdir', join(folder, 'out'), join(folder, 'prices.xlsx')];
      await run(program, [profile, '--headless', '--convert-to', form, ...into]);
    };
    await convert(SPANISH_CSV);
    const csv = readDialect(await readFile(join(folder, 'out/prices.csv')), countColumns);
    expectRows(
      csv.rows.map(({ cells }) => cells),
      ',',
    );
    await convert('xlsx:Calc MS Excel 2007 XML');
    const [saved] = readWorkbook(await readFile(join(folder, 'out/prices.xlsx')));
    expectRows(saved?.rows.slice(1).map(({ cells }) => cells) ?? [], '.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const countColumns = (row: readonly string[]) =>
  SHEET.columns.filter(({ header }) => row.includes(header)).length;

/** That numbers and times are typed, which is what any settings read alike. */
function expectTypedCells(content: Buffer): void {
  const xml = String(new Archive(content, WORKBOOK_LIMITS).part('xl/worksheets/sheet1.xml'));
  const prices = Array.from(
    xml.matchAll(/<c r="B(?!1")\d+" s="\d+"><v>([^<]*)<\/v>/g),
    ([, v]) => v,
  );
  expect(prices).toEqual(ROWS.map(([, price]) => price));
  const times = Array.from(xml.matchAll(/<c r="A(?!1")\d+" s="4"><v>([\d.]+)<\/v>/g), ([, v]) =>
    Math.round(Number(v) * 86_400),
  );
  const epoch = Date.UTC(1899, 11, 30);
  expect(times).toEqual(ROWS.map(([time]) => (Date.parse(String(time)) - epoch) / 1_000));
  expect(xml).not.toContain('<f>');
}

test('a workbook passes LibreOffice with Spanish settings to the cent; without it, its cells are typed', {
  timeout: TIMEOUT_MS,
}, async () => {
  const content = await buffer(writeSpreadsheet([SHEET]));
  const program = await programPath('soffice');
  if (program === undefined) expectTypedCells(content);
  else await expectSpanishRoundTrip(program, content);
});
