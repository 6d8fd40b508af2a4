// The plants of the Global Energy Forecasting Competition 2014, as ../shared/data/plant-forecasting has them.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { PlantHistory, WeatherRun } from '@solano/domain/forecasting';
import { HOUR_MS } from '@solano/domain/kernel';

const PLANTS = { wind: 10, solar: 3 };
const RUN_HOURS = 24;
const KELVIN = 273.15;
/** Near Canberra: the plants' places are not published; the sun of their production fits it. */
const PLACE = { lat: -35.3, lon: 149.1 };

export type Technology = keyof typeof PLANTS;

/** All plants of a technology, of 1 MW each. */
export function readPlants(folder: string, technology: Technology): PlantHistory[] {
  const names = Array.from({ length: PLANTS[technology] }, (_, i) => `${i + 1}`.padStart(2, '0'));
  const weather = names.map((name) =>
    readWeather(`${folder}/${technology}/weather_${name}.csv.gz`),
  );
  return names.map((name, plant) => ({
    plant: { technology, installedMw: 1, ...PLACE },
    weather: weather[plant] as WeatherRun[],
    neighbours: weather.filter((_, other) => other !== plant),
    production: readProduction(`${folder}/${technology}/production_${name}.csv.gz`),
    knownAfter: HOUR_MS,
  }));
}

function readRows(path: string): string[][] {
  const text = gunzipSync(readFileSync(path)).toString().trim();
  return text.split('\n').map((line) => line.split(';'));
}

function readProduction(path: string): PlantHistory['production'] {
  const rows = readRows(path).slice(1);
  const endOf = (row: string[] | undefined) => Date.parse(row?.[0] as string);
  const start = endOf(rows[0]) - HOUR_MS;
  const mw = new Float64Array((endOf(rows.at(-1)) - start) / HOUR_MS).fill(Number.NaN);
  for (const row of rows) {
    if (row[1]) mw[(endOf(row) - start) / HOUR_MS - 1] = Number(row[1]);
  }
  return { start, mw };
}

/** One run a day at 00:00 UTC with 24 hours, known when it is issued. */
function readWeather(path: string): WeatherRun[] {
  const [head = [], ...rows] = readRows(path);
  const byRun = Map.groupBy(rows, (row) => row[0] as string);
  return [...byRun].map(([issued, hours]) => {
    const issuedAt = Date.parse(issued);
    const fields: Record<string, Float64Array> = {};
    head.slice(2).forEach((name, i) => {
      const values = new Float64Array(RUN_HOURS).fill(Number.NaN);
      for (const row of hours) {
        const hour = (Date.parse(row[1] as string) - issuedAt) / HOUR_MS - 1;
        if (row[i + 2]) values[hour] = Number(row[i + 2]);
      }
      fields[name] = values;
    });
    return {
      issuedAt,
      knownAt: issuedAt,
      source: 'file',
      start: issuedAt,
      fields: inUnits(fields),
    };
  });
}

/** The fields by the names and in the units of the forecaster. */
function inUnits(fields: Record<string, Float64Array>): Record<string, Float64Array> {
  const named: Record<string, Float64Array> = {};
  for (const [name, values] of Object.entries(fields)) {
    const height = /^u(\d+)$/.exec(name)?.[1];
    const v = fields[`v${height}`];
    if (height && v) {
      named[`wind_speed_${height}m`] = values.map((u, i) => Math.hypot(u, v[i] as number));
      named[`wind_direction_${height}m`] = values.map((u, i) => directionOf(u, v[i] as number));
    } else if (name === 'ssrd_accumulated') named.shortwave_radiation = meansOf(values, 3600);
    else if (name.endsWith('_accumulated'))
      named[name.replace('_accumulated', '')] = meansOf(values, 3600);
    else if (name === 'temperature_2m') named[name] = values.map((kelvin) => kelvin - KELVIN);
    else if (!name.startsWith('v')) named[name] = values;
  }
  return named;
}

/** Degrees from which the wind blows. */
function directionOf(u: number, v: number): number {
  return ((Math.atan2(-u, -v) * 180) / Math.PI + 360) % 360;
}

function meansOf(accumulated: Float64Array, seconds: number): Float64Array {
  return accumulated.map(
    (value, i) => (value - (i > 0 ? (accumulated[i - 1] as number) : 0)) / seconds,
  );
}
