import { setImmediate } from 'node:timers/promises';
import {
  listMeasurements,
  type MeasuredPart,
  type MeasuredSeries,
  type MeasurementStore,
  type SeriesFilter,
  SLOT_MS,
} from '@solano/domain/energy';
import { DAY_MS, MADRID, megawatts } from '@solano/domain/kernel';
import type { CellValue, Sheet } from '@solano/spreadsheet';
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

/** Times of day, five minutes apart. */
const TIMES = Array.from({ length: DAY_MS / SLOT_MS }, (_, i) =>
  new Date(i * SLOT_MS).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length),
);

/** Writes the times of periods, which begin and end at multiples of five minutes; most are of the day before. */
class PeriodTexts {
  #day = Number.NaN;
  #date = '';

  /** `YYYY-MM-DDTHH:MM:00Z`. */
  utc(instant: number): string {
    return `${this.#dateOf(instant)}T${timeOf(instant)}:00Z`;
  }

  /** `YYYY-MM-DD HH:MM` on the Madrid clock. */
  label(instant: number): string {
    const wall = instant + MADRID.offsetAt(instant);
    return `${this.#dateOf(wall)} ${timeOf(wall)}`;
  }

  #dateOf(instant: number): string {
    const day = Math.floor(instant / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#date = new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
    }
    return this.#date;
  }
}

function timeOf(instant: number): string {
  return TIMES[(instant - Math.floor(instant / DAY_MS) * DAY_MS) / SLOT_MS] ?? '';
}
