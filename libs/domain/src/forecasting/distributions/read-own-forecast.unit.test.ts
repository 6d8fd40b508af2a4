import { HOUR_MS } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { LEVELS } from '../levels.ts';
import { hoursOf, keptForecast, MEDIAN, quantileOf } from './own-forecast.ts';
import { newestOwnForecast } from './read-own-forecast.ts';

const START = Date.parse('2026-11-26T08:00:00Z');

/** A forecast of an installed power of MW, which begins so many hours after the start, at the same power throughout. */
function aForecast(first: number, hours: number, mw: number, installedMw = 10) {
  const values = LEVELS.map(() => new Float64Array(hours).fill(mw));
  const start = START + first * HOUR_MS;
  const distribution = { method: 'learned' as const, weather: undefined, start, mw: values };
  return keptForecast(distribution, { knownAt: new Date(start), installedMw });
}

/** The medians (MW) of the newest of some forecasts, the newest first. */
async function newestOf(...versions: readonly ReturnType<typeof aForecast>[]) {
  const ownForecasts = { newest: async () => [...versions] };
  const found = await newestOwnForecast({ ownForecasts }, 'customer', 'plant', new Date(START));
  if (!found) return undefined;
  return Array.from({ length: hoursOf(found) }, (_, i) => quantileOf(found, i, MEDIAN) / 1e6);
}

test('the newest forecast has the hours beyond its own of the newest before it that reaches them', async () => {
  const versions = [aForecast(2, 2, 3), aForecast(1, 4, 2), aForecast(0, 7, 1)];
  expect(await newestOf(...versions)).toEqual([3, 3, 2, 1, 1]);
});

test('the newest forecast has no hours of one of another installed power, or after a gap', async () => {
  expect(await newestOf(aForecast(2, 2, 3), aForecast(0, 9, 1, 20))).toEqual([3, 3]);
  expect(await newestOf(aForecast(2, 2, 3), aForecast(5, 9, 1))).toEqual([3, 3]);
});

test('there is no newest forecast where none was known', async () => {
  expect(await newestOf()).toBeUndefined();
});
