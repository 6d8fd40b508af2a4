import { setImmediate } from 'node:timers/promises';
import {
  listMeasurements,
  type MeasuredPart,
  type MeasuredSeries,
  type MeasurementStore,
  type SeriesFilter,
} from '@solano/domain/energy';
import { megawatts } from '@solano/domain/kernel';
import type { CellValue, Sheet } from '@solano/spreadsheet';
import { PeriodTexts } from '../http/period-texts.ts';
import type { HttpResponse } from '../http/response.ts';
import { csvTable, parquet, spreadsheet } from '../http/spreadsheet-response.ts';
import { listOfTexts } from '../records/list.ts';

/** Which periods a request wants, and in which form. */
export interface PeriodsQuery {
  readonly from: string;
  readonly to: string;
  readonly resolution?: 15 | 30 | 60 | undefined;
  readonly as_of?: string | undefined;
  readonly format: 'json' | 'csv' | 'xlsx' | 'parquet';
}

/** What names the series of a row: the column, and its value. */
export interface SeriesName {
  readonly column: 'plant_id' | 'group';
  readonly nameOf: (series: MeasuredSeries) => string;
}

export interface MeasurementListDeps {
  readonly measurements: Pick<MeasurementStore, 'runs' | 'states'>;
}

/** Responds with the measured periods of series as JSON, CSV, .xlsx or Parquet, written as they are read. */
export async function respondWithPeriods(
  { measurements }: MeasurementListDeps,
  customerId: string,
  filter: SeriesFilter,
  { from, to, resolution, as_of: asOf, format }: PeriodsQuery,
  { column, nameOf }: SeriesName,
): Promise<HttpResponse> {
  const days = { from, to, resolution, asOf: asOf === undefined ? undefined : new Date(asOf) };
  const parts = await listMeasurements(measurements, customerId, filter, days);
  if (format === 'json') return listOfTexts(() => textsOf(parts, { column, nameOf }));
  const name = column === 'plant_id' ? 'production' : 'consumption';
  const sheet: Sheet = {
    name,
    columns: [
      { header: column, type: 'text' },
      { header: 'start_utc', type: 'instant', width: 18 },
      { header: 'end_utc', type: 'instant', width: 18 },
      { header: 'datetime', type: 'datetime', width: 18 },
      { header: 'mw', type: 'number', decimals: 6 },
    ],
    rows: cellsOf(parts, nameOf),
  };
  if (format === 'csv') return csvTable(`${name}.csv`, sheet);
  if (format === 'parquet') return parquet(`${name}.parquet`, sheet);
  return spreadsheet(`${name}.xlsx`, sheet);
}

/** Rows that are written at once: no other request is served for these milliseconds. */
const PIECE_ROWS = 500;

/** The rows as JSON with commas between them, in pieces; text by text, as a year has 35,040. */
async function* textsOf(
  parts: AsyncIterable<MeasuredPart>,
  { column, nameOf }: SeriesName,
): AsyncGenerator<string, string> {
  const times = new PeriodTexts();
  let rows: string[] = [];
  for await (const { series, periods } of parts) {
    const name = `"${column}":${JSON.stringify(nameOf(series))}`;
    for (const { start, end, microMw } of periods) {
      const span = `"start_utc":"${times.utc(start)}","end_utc":"${times.utc(end)}"`;
      const label = `"datetime":"${times.label(end)}"`;
      if (rows.push(`{${name},${span},${label},"mw":${megawatts(microMw)}}`) < PIECE_ROWS) continue;
      yield rows.join();
      rows = [];
      await setImmediate();
    }
  }
  return rows.join();
}

async function* cellsOf(
  parts: AsyncIterable<MeasuredPart>,
  nameOf: SeriesName['nameOf'],
): AsyncGenerator<readonly CellValue[]> {
  const times = new PeriodTexts();
  for await (const { series, periods } of parts) {
    const name = nameOf(series);
    for (const { start, end, microMw } of periods) {
      yield [name, times.utc(start), times.utc(end), times.label(end), megawatts(microMw)];
    }
  }
}
