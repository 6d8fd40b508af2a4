import { labelOf, megawatts } from '@solano/domain/kernel';
import { spanJson } from '@solano/schemas';
import type { CellValue, SheetColumn } from '@solano/spreadsheet';
import type { HttpResponse } from '../http/response.ts';
import { csvTable, parquet, spreadsheet } from '../http/spreadsheet-response.ts';

/** A period of a forecast; powers in micro-MW. */
export interface ForecastRow {
  /** ms. */
  readonly start: number;
  readonly end: number;
  readonly microMw: number;
  readonly availableMicroMw: number;
  /** Of the levels that were asked for; none of a forecast without bands. */
  readonly quantiles?: readonly number[] | null;
  readonly availableQuantiles?: readonly number[] | null;
}

/** A period with the quantiles that were asked for, null where there are none. */
export function rowJson(row: ForecastRow, levels: readonly number[]): object {
  const { start, end, microMw, availableMicroMw } = row;
  const members = (name: string, values: ForecastRow['quantiles']) =>
    Object.fromEntries(levels.map((level, i) => [`${name}${level}`, powerOf(values, i)]));
  return {
    ...spanJson(start, end),
    datetime: labelOf(end),
    mw: megawatts(microMw),
    ...members('p', row.quantiles),
    available_mw: megawatts(availableMicroMw),
    ...members('available_p', row.availableQuantiles),
  };
}

function powerOf(values: ForecastRow['quantiles'], i: number): number | null {
  const microMw = values?.[i];
  return microMw === undefined ? null : megawatts(microMw);
}

const TABLES = { csv: csvTable, xlsx: spreadsheet, parquet };

/**
 * A forecast as a file for spreadsheets or data tools.
 *
 * @param names what each row is of: the columns before the others.
 */
export function forecastTable(
  format: keyof typeof TABLES,
  names: Readonly<Record<string, string | null>>,
  rows: readonly ForecastRow[],
  levels: readonly number[],
): HttpResponse {
  const power = (header: string): SheetColumn => ({ header, type: 'number', decimals: 6 });
  const sheet = {
    name: 'forecast',
    columns: [
      ...Object.keys(names).map((header) => ({ header, type: 'text' }) as const),
      { header: 'start_utc', type: 'instant', width: 18 },
      { header: 'end_utc', type: 'instant', width: 18 },
      { header: 'datetime', type: 'datetime', width: 18 },
      power('mw'),
      ...levels.map((level) => power(`p${level}`)),
      power('available_mw'),
      ...levels.map((level) => power(`available_p${level}`)),
    ] satisfies SheetColumn[],
    rows: cellsOf(Object.values(names), rows, levels),
  };
  return TABLES[format](`forecast.${format}`, sheet);
}

async function* cellsOf(
  names: readonly (string | null)[],
  rows: readonly ForecastRow[],
  levels: readonly number[],
): AsyncGenerator<readonly CellValue[]> {
  for (const row of rows) {
    const { start_utc, end_utc } = spanJson(row.start, row.end);
    yield [
      ...names,
      start_utc,
      end_utc,
      labelOf(row.end),
      megawatts(row.microMw),
      ...levels.map((_, i) => powerOf(row.quantiles, i)),
      megawatts(row.availableMicroMw),
      ...levels.map((_, i) => powerOf(row.availableQuantiles, i)),
    ];
  }
}
