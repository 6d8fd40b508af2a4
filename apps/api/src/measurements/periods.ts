import {
  listMeasurements,
  type MeasuredPeriod,
  type MeasurementStore,
  megawatts,
  type SeriesFilter,
} from '@solano/domain/energy';
import { labelOf } from '@solano/domain/kernel';
import { spanJson } from '@solano/schemas';
import type { CellValue, Sheet } from '@solano/spreadsheet';
import type { HttpResponse } from '../http/response.ts';
import { csvTable, parquet, spreadsheet } from '../http/spreadsheet-response.ts';
import { list } from '../records/list.ts';

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
  readonly nameOf: (period: MeasuredPeriod) => string;
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
  const periods = await listMeasurements(measurements, customerId, filter, days);
  const rowOf = (period: MeasuredPeriod) => ({
    [column]: nameOf(period),
    ...spanJson(period.start, period.end),
    datetime: labelOf(period.end),
    mw: megawatts(period.microMw),
  });
  if (format === 'json') return list(periods, rowOf, {});
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
    rows: cellsOf(periods, rowOf),
  };
  if (format === 'csv') return csvTable(`${name}.csv`, sheet);
  if (format === 'parquet') return parquet(`${name}.parquet`, sheet);
  return spreadsheet(`${name}.xlsx`, sheet);
}

async function* cellsOf(
  periods: AsyncIterable<MeasuredPeriod>,
  rowOf: (period: MeasuredPeriod) => Readonly<Record<string, CellValue>>,
): AsyncGenerator<readonly CellValue[]> {
  for await (const period of periods) yield Object.values(rowOf(period));
}
