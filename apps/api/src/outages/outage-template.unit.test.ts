import { buffer } from 'node:stream/consumers';
import { OUTAGE_TEMPLATE } from '@solano/domain/assets';
import { type CellValue, readWorkbook } from '@solano/spreadsheet';
import { writeSpreadsheet } from '@solano/spreadsheet/workbook';
import { expect, test } from 'vitest';
import { readOutageFile } from './outage-file-text.ts';
import { outageTemplate } from './outage-template.ts';

const PLANTS = [
  { name: 'Muxía', timezone: 'Europe/Madrid', nominalCapacityMw: '20.000' },
  { name: 'Teide', timezone: 'Atlantic/Canary', nominalCapacityMw: '20.000' },
];
const read = (content: Uint8Array) => readOutageFile({ content, plants: PLANTS, options: {} });

test('a filled-in workbook is read, in the zone of each row', async () => {
  const [sheet, ...more] = outageTemplate(PLANTS);
  const row: CellValue[] = ['Teide', '2026-11-23 08:00', '2026-11-23 18:00', 50, '%', null, null];
  const rows = [[...row, 'Atlantic/Canary']];
  const { problems, preview } = read(await buffer(writeSpreadsheet([{ ...sheet, rows }, ...more])));
  expect(problems).toEqual([]);
  expect(preview).toMatchObject([
    { plantName: 'Teide', start: '2026-11-23T08:00:00Z', availablePowerMw: 10, sourceUnit: '%' },
  ]);
});

test('a workbook that was not filled in has no rows', async () => {
  const { problems } = read(await buffer(writeSpreadsheet(outageTemplate(PLANTS))));
  expect(problems).toMatchObject([{ line: 2, reason: 'there are no rows' }]);
});

test('each column is explained in English and Spanish, and lists offer the customer’s own', async () => {
  const sheets = readWorkbook(await buffer(writeSpreadsheet(outageTemplate(PLANTS))));
  const [outages, columns, lists] = sheets.map(({ rows }) => rows.map(({ cells }) => cells));
  expect(columns?.slice(1).map(([name]) => name)).toEqual(outages?.[0]);
  expect(columns?.every((row) => row.length === 5)).toBe(true);
  expect(lists?.map(([plant]) => plant)).toEqual(['#1', 'Muxía', 'Teide', '']);
});

test('an example row that is left in the file is a problem', () => {
  const { problems, total } = read(Buffer.from(OUTAGE_TEMPLATE));
  expect(total).toBe(1);
  expect(problems).toMatchObject([
    { line: 2, column: 'plant_id', value: 'Nombre de la planta', example: 'Muxía' },
  ]);
});
