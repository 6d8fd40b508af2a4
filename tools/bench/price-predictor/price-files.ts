import { readFileSync } from 'node:fs';
import { byClock, dateAt, MINUTE_MS, QUARTER_MS } from '@solano/domain/kernel';
import type { KnownDay } from '@solano/domain/market';

const FORECAST = /^(.*)_forecast_mw$/;
const HOUR_QUARTERS = 4;
const HOURS = 24;

/** Whole days of prices (EUR/MWh), and day-ahead forecasts (MW) of 24 clock hours by date. */
export interface PriceFiles {
  readonly days: readonly KnownDay[];
  readonly exogenous: ReadonlyMap<string, ReadonlyMap<string, Float64Array>>;
}

/** Reads `utc;price;…` files, hourly or by quarter hour; later files replace values of earlier ones. */
export function readPriceFiles(paths: readonly string[]): PriceFiles {
  const columns = new Map<string, Map<number, number>>();
  for (const path of paths) readColumns(path, columns);
  const days = wholeDays(columns.get('price') ?? new Map());
  const exogenous = new Map<string, ReadonlyMap<string, Float64Array>>();
  for (const [column, values] of columns) {
    const name = FORECAST.exec(column)?.[1];
    if (name)
      exogenous.set(name, new Map(wholeDays(values).map((day) => [day.date, hoursOf(day)])));
  }
  return { days, exogenous };
}

/** Values by the end of the quarter hour (ms). */
function readColumns(path: string, columns: Map<string, Map<number, number>>): void {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const names = header.split(';');
  const rows = lines.map((line) => line.split(';'));
  const [first, second] = rows.map(([utc = '']) => Date.parse(utc)) as [number, number];
  const quarters = Math.min(HOUR_QUARTERS, (second - first) / MINUTE_MS / 15);
  for (const [utc = '', ...values] of rows) {
    for (const [i, value] of values.entries()) {
      if (value === '') continue;
      const column = columns.get(names[i + 1] as string) ?? new Map<number, number>();
      columns.set(names[i + 1] as string, column);
      for (let k = 1; k <= quarters; k += 1) {
        column.set(Date.parse(utc) + k * QUARTER_MS, Number(value));
      }
    }
  }
}

function wholeDays(values: ReadonlyMap<number, number>): KnownDay[] {
  const byDate = Map.groupBy(values, ([end]) => dateAt(end - QUARTER_MS));
  const days = [...byDate].map(([date, own]) => ({ date, quarters: byClock(new Map(own)) }));
  return days
    .filter(({ quarters }) => quarters.slice(0, HOURS * HOUR_QUARTERS).every(Number.isFinite))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

function hoursOf({ quarters }: KnownDay): Float64Array {
  return Float64Array.from({ length: HOURS }, (_, hour) => {
    let sum = 0;
    for (let k = 0; k < HOUR_QUARTERS; k += 1) sum += quarters[hour * HOUR_QUARTERS + k] as number;
    return sum / HOUR_QUARTERS;
  });
}
