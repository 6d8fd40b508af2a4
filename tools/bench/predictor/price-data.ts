// Reads the real prices and forecasts that the predictor is measured on.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byClock, dateAt, HOUR_MS, QUARTER_MS } from '@solano/domain/kernel';
import type { KnownDay } from '@solano/domain/market';

/** Start of the first day whose day-ahead prices are of quarter hours. */
const QUARTER_HOURLY_FROM = Date.parse('2025-09-30T22:00:00Z');

/** Values of quarter hours by Madrid day, on its clock. */
type ClockDays = ReadonlyMap<string, readonly number[]>;

/** Day-ahead prices of Spain from 2023 on, oldest first. */
export function recentPrices(folder: string): KnownDay[] {
  const omie = join(folder, 'history', 'omie');
  const hourly = readColumn(join(omie, 'da_es_hourly_20230101_20251130.csv'), 'price');
  const original = readColumn(join(omie, 'da_es_20230401_20251130.csv'), 'price');
  return knownDays(new Map([...hourly, ...original]));
}

/** Day-ahead prices of 2015 to 2018, and the forecasts of load, sun and wind beside them. */
export function earlierPrices(folder: string) {
  const name = 'da_with_forecasts_es_hourly_20150101_20180630.csv';
  const path = join(folder, 'history', 'dayahead_2015_2018', name);
  const names = ['load_forecast_mw', 'solar_forecast_mw', 'wind_forecast_mw'];
  const forecasts = names.map((column) => [column, hoursOf(readColumn(path, column))] as const);
  return { days: knownDays(readColumn(path, 'price')), forecasts: new Map(forecasts) };
}

function knownDays(days: ClockDays): KnownDay[] {
  const whole = [...days].filter(([, quarters]) => quarters.every(Number.isFinite));
  return whole.map(([date, quarters]) => ({ date, quarters }));
}

function hoursOf(days: ClockDays): ReadonlyMap<string, readonly number[]> {
  return new Map(
    [...days].map(([date, quarters]) => {
      return [date, Array.from({ length: 24 }, (_, hour) => quarters[4 * hour] as number)];
    }),
  );
}

function readColumn(path: string, column: string): ClockDays {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const place = header.split(';').indexOf(column);
  const days = new Map<string, Map<number, number>>();
  for (const line of lines) {
    const fields = line.split(';');
    const start = Date.parse(fields[0] as string);
    const value = fields[place] === '' ? Number.NaN : Number(fields[place]);
    const date = dateAt(start);
    const day = days.get(date) ?? new Map<number, number>();
    days.set(date, day);
    for (let end = start + QUARTER_MS; end <= start + stepOf(path, start); end += QUARTER_MS) {
      day.set(end, value);
    }
  }
  return new Map([...days].map(([date, values]) => [date, byClock(values)]));
}

function stepOf(path: string, start: number): number {
  const isOriginal = path.includes('da_es_2023');
  return isOriginal && start >= QUARTER_HOURLY_FROM ? QUARTER_MS : HOUR_MS;
}
