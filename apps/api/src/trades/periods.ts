import { setImmediate } from 'node:timers/promises';
import { costText, type ExecutedDay, meanPrice } from '@solano/domain/desk';
import { megawatts } from '@solano/domain/kernel';
import type { CellValue, Sheet } from '@solano/spreadsheet';
import { PeriodTexts } from '../http/period-texts.ts';
import type { HttpResponse } from '../http/response.ts';
import { csvTable, spreadsheet } from '../http/spreadsheet-response.ts';
import { listOfTexts } from '../records/list.ts';

/** Responds with executed trades by period as JSON, CSV or .xlsx, written as they are read. */
export function respondWithTrades(
  days: AsyncIterable<ExecutedDay>,
  format: 'json' | 'csv' | 'xlsx',
): HttpResponse | Promise<HttpResponse> {
  if (format === 'json') return listOfTexts(() => textsOf(days));
  const sheet: Sheet = {
    name: 'trades',
    columns: [
      { header: 'session', type: 'text' },
      { header: 'start_utc', type: 'instant', width: 18 },
      { header: 'end_utc', type: 'instant', width: 18 },
      { header: 'datetime', type: 'datetime', width: 18 },
      { header: 'mw', type: 'number', decimals: 6 },
      { header: 'price', type: 'number', decimals: 3 },
      { header: 'cost', type: 'number', decimals: 2 },
    ],
    rows: cellsOf(days),
  };
  return format === 'csv' ? csvTable('trades.csv', sheet) : spreadsheet('trades.xlsx', sheet);
}

/** The rows as JSON with commas between them, a session's day at a time. */
async function* textsOf(days: AsyncIterable<ExecutedDay>): AsyncGenerator<string, string> {
  const times = new PeriodTexts();
  let last = '';
  for await (const { session, periods } of days) {
    if (last !== '') {
      yield last;
      await setImmediate();
    }
    const rows = periods.map((period) => {
      const { start, end, microMw } = period;
      const span = { start_utc: times.utc(start), end_utc: times.utc(end) };
      const sums = { mw: megawatts(microMw), price: meanPrice(period), cost: costText(period) };
      return JSON.stringify({ session, ...span, datetime: times.label(end), ...sums });
    });
    last = rows.join();
  }
  return last;
}

async function* cellsOf(days: AsyncIterable<ExecutedDay>): AsyncGenerator<readonly CellValue[]> {
  const times = new PeriodTexts();
  for await (const { session, periods } of days) {
    for (const period of periods) {
      const { start, end, microMw } = period;
      const span = [times.utc(start), times.utc(end), times.label(end)];
      yield [session, ...span, megawatts(microMw), meanPrice(period), costText(period)];
    }
  }
}
