import type { ConsumptionPeriod } from '@solano/domain/forecasting';
import { labelOf, megawatts } from '@solano/domain/kernel';
import { spanJson } from '@solano/schemas';
import type { CellValue, SheetColumn } from '@solano/spreadsheet';
import type { HttpResponse } from '../http/response.ts';
import { csvTable, parquet, spreadsheet } from '../http/spreadsheet-response.ts';

const TABLES = { csv: csvTable, xlsx: spreadsheet, parquet };

/** An hour with the quantiles that were asked for. */
export function rowJson(period: ConsumptionPeriod, levels: readonly number[]): object {
  const { start, end, microMw, quantiles, busbarMicroMw, busbarQuantiles } = period;
  const members = (name: string, values: readonly number[]) =>
    Object.fromEntries(levels.map((level, i) => [`${name}${level}`, megawatts(values[i] ?? 0)]));
  return {
    ...spanJson(start, end),
    datetime: labelOf(end),
    mw: megawatts(microMw),
    ...members('p', quantiles),
    busbar_mw: megawatts(busbarMicroMw),
    ...members('busbar_p', busbarQuantiles),
  };
}

/** A forecast as a file for spreadsheets or data tools. */
export function forecastTable(
  format: keyof typeof TABLES,
  group: string | null,
  periods: readonly ConsumptionPeriod[],
  levels: readonly number[],
): HttpResponse {
  const power = (header: string): SheetColumn => ({ header, type: 'number', decimals: 6 });
  const columns: SheetColumn[] = [
    { header: 'group', type: 'text' },
    { header: 'start_utc', type: 'instant', width: 18 },
    { header: 'end_utc', type: 'instant', width: 18 },
    { header: 'datetime', type: 'datetime', width: 18 },
    power('mw'),
    ...levels.map((level) => power(`p${level}`)),
    power('busbar_mw'),
    ...levels.map((level) => power(`busbar_p${level}`)),
  ];
  const rows = cellsOf(group, periods);
  return TABLES[format](`consumption-forecast.${format}`, { name: 'forecast', columns, rows });
}

async function* cellsOf(
  group: string | null,
  periods: readonly ConsumptionPeriod[],
): AsyncGenerator<readonly CellValue[]> {
  for (const period of periods) {
    const { start_utc, end_utc } = spanJson(period.start, period.end);
    yield [
      group,
      start_utc,
      end_utc,
      labelOf(period.end),
      megawatts(period.microMw),
      ...period.quantiles.map(megawatts),
      megawatts(period.busbarMicroMw),
      ...period.busbarQuantiles.map(megawatts),
    ];
  }
}
