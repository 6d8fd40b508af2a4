import { pipeline } from 'node:stream/promises';
import type { CellValue, Sheet } from '@solano/spreadsheet';
import { writeSpreadsheet, XLSX_TYPE } from '@solano/spreadsheet';
import type { Response } from 'express';
import { attachment } from './file-response.ts';
import type { HttpResponse } from './response.ts';

/**
 * A workbook (.xlsx) with a sheet of these columns and rows, written as the rows are read; see
 * `writeSpreadsheet` for the columns and the values of cells. An error at the first row is still an
 * error response, one that comes later breaks the response off.
 *
 * @param fileName with its extension.
 * @param more sheets after the first one.
 */
export function spreadsheet(
  fileName: string,
  sheet: Sheet,
  { headers = {}, more = [] }: { headers?: Readonly<Record<string, string>>; more?: Sheet[] } = {},
): HttpResponse {
  return {
    headers: { ...headers, ...attachment(fileName) },
    send: (res) => sendWorkbook(res, sheet, more),
  };
}

async function sendWorkbook(res: Response, sheet: Sheet, more: readonly Sheet[]): Promise<void> {
  res.setHeader('Content-Type', XLSX_TYPE);
  // The same handler serves HEAD.
  if (res.req.method === 'HEAD') return void res.end();
  const rows = rowsOf(sheet.rows);
  const first = await rows.next();
  await pipeline(writeSpreadsheet([{ ...sheet, rows: withFirst(first, rows) }, ...more]), res);
}

async function* rowsOf(rows: Sheet['rows']): AsyncGenerator<readonly CellValue[], void> {
  yield* rows;
}

async function* withFirst(
  first: IteratorResult<readonly CellValue[], void>,
  rest: AsyncGenerator<readonly CellValue[], void>,
): AsyncGenerator<readonly CellValue[]> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
