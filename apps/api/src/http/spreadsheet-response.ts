import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CellValue, Sheet, SheetColumn } from '@solano/spreadsheet';
import { PARQUET_TYPE, XLSX_TYPE } from '@solano/spreadsheet/formats';
import type { Response } from 'express';
import { attachment } from './file-response.ts';
import type { Headers, HttpResponse } from './response.ts';

/**
 * Responds with a workbook (.xlsx) with a sheet of these columns and rows, written as the rows are
 * read; see `writeSpreadsheet` for the columns and the values of cells. An error at the first row
 * is still an error response, one that comes later breaks off the response.
 *
 * @param fileName with its extension.
 * @param more sheets after the first one.
 */
export function spreadsheet(
  fileName: string,
  sheet: Sheet,
  { headers = {}, more = [] }: { headers?: Headers; more?: Sheet[] } = {},
): HttpResponse {
  const write = async (first: Sheet) => {
    const { writeSpreadsheet } = await import('@solano/spreadsheet/workbook');
    return writeSpreadsheet([first, ...more]);
  };
  return {
    headers: { ...headers, ...attachment(fileName) },
    send: (res) => sendTable(res, XLSX_TYPE, sheet, write),
  };
}

/** Responds with the same table as Parquet; values must be of their column's type. */
export function parquet(fileName: string, sheet: Sheet, headers: Headers = {}): HttpResponse {
  return {
    headers: { ...headers, ...attachment(fileName) },
    send: (res) => sendTable(res, PARQUET_TYPE, sheet, parquetOf),
  };
}

/** Responds with the same table as CSV in UTF-8, delimited by `;`; no text of it is a formula. */
export function csvTable(fileName: string, sheet: Sheet): HttpResponse {
  return {
    headers: attachment(fileName),
    send: (res) => sendTable(res, 'text/csv; charset=utf-8', sheet, async (table) => csvOf(table)),
  };
}

/** Rows that are written at once: no other request is served for these milliseconds. */
const CSV_ROWS = 500;
const DECIMAL = /^-?\d+(\.\d+)?$/;

function csvOf({ columns, rows }: Sheet): Readable {
  return Readable.from(
    (async function* () {
      let text = `${columns.map(({ header }) => header).join(';')}\n`;
      let count = 0;
      for await (const row of rows) {
        text += `${row.map((value, i) => csvCell(value, columns[i]?.type)).join(';')}\n`;
        count += 1;
        if (count % CSV_ROWS !== 0) continue;
        yield text;
        text = '';
      }
      yield text;
    })(),
  );
}

/**
 * A cell; a text that a spreadsheet takes for a formula begins with an apostrophe. A decimal text of a
 * column of numbers keeps its zeros.
 */
function csvCell(value: CellValue, type: SheetColumn['type'] | undefined): string {
  if (typeof value !== 'string' || (type === 'number' && DECIMAL.test(value)))
    return String(value ?? '');
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as Parquet; see `writeParquet`. */
export async function parquetOf(sheet: Sheet): Promise<Readable> {
  const { writeParquet } = await import('@solano/spreadsheet/parquet');
  return writeParquet(sheet);
}

async function sendTable(
  res: Response,
  type: string,
  sheet: Sheet,
  write: (sheet: Sheet) => Promise<Readable>,
): Promise<void> {
  res.setHeader('Content-Type', type);
  const rows = rowsOf(sheet.rows);
  try {
    const first = await rows.next();
    // The same handler serves HEAD.
    if (res.req.method === 'HEAD') res.end();
    else await pipeline(await write({ ...sheet, rows: withFirst(first, rows) }), res);
  } finally {
    // Whatever becomes of the response: rows may hold a connection until they are ended.
    await rows.return();
  }
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
