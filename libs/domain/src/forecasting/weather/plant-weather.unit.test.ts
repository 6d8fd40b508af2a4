import { HOUR_MS } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { type PlacedPlant, plantWeather } from './plant-weather.ts';
import { gridPlace, plantPlace } from './weather-place.ts';
import type { WeatherRun } from './weather-run.ts';
import type { PlaceRuns } from './weather-store.ts';

const DAY = Date.parse('2026-05-01T00:00:00Z');
const PLANT: PlacedPlant = { id: 'p', customerId: 'c', lat: '41.6312000', lon: '-0.8801000' };

function aRun(source: string, hours: number): WeatherRun {
  const at = DAY + hours * HOUR_MS;
  return {
    source,
    issuedAt: at,
    knownAt: at,
    start: at,
    fields: { temperature_2m: Float64Array.of(1) },
  };
}

async function weatherOf(plants: readonly PlacedPlant[], stored: readonly PlaceRuns[]) {
  const weather = {
    async *runs(places: readonly string[]) {
      yield* stored.filter(({ place }) => places.includes(place));
    },
  };
  const found = plantWeather({ weather }, 'c', plants, { from: DAY, to: DAY + HOUR_MS });
  const lists: string[][] = [];
  for await (const { plantId, runs } of found) {
    const known = runs.map((run) => `${run.source} ${(run.knownAt - DAY) / HOUR_MS}`);
    lists.push([plantId, ...known]);
  }
  return lists;
}

test.each([
  { lat: '41.6312000', lon: '-0.8801000', place: '41.65,-0.9' },
  { lat: '-0.0240000', lon: '0.0000000', place: '0,0' },
  { lat: '90.0000000', lon: '179.9800000', place: '90,-180' },
  { lat: '0.1499999', lon: '-179.9999999', place: '0.15,-180' },
])('$lat, $lon are near the place $place of the grid', ({ place, ...coordinates }) => {
  expect(gridPlace(coordinates)).toBe(place);
});

test('plants that are near each other share the weather of their place on the grid', async () => {
  const near = { ...PLANT, id: 'q', lat: '41.6700000' };
  const far = { ...PLANT, id: 'r', lat: '42.0000000' };
  const grid = { place: gridPlace(PLANT), runs: [aRun('grid', 0)] };
  expect(await weatherOf([PLANT, far, near], [grid])).toEqual([
    ['p', 'grid 0'],
    ['q', 'grid 0'],
  ]);
});

test('a run of a plant’s own counts for a day instead of those of the grid', async () => {
  const own = { place: plantPlace('p'), runs: [aRun('file', 6), aRun('file', 80)] };
  const grid = {
    place: gridPlace(PLANT),
    runs: [0, 6, 29, 30, 79, 90].map((h) => aRun('grid', h)),
  };
  expect(await weatherOf([PLANT], [grid, own])).toEqual([
    ['p', 'grid 0', 'file 6', 'grid 30', 'grid 79', 'file 80'],
  ]);
});

test('a plant of another customer has no weather', async () => {
  const own = { place: plantPlace('p'), runs: [aRun('file', 6)] };
  expect(await weatherOf([{ ...PLANT, customerId: 'd' }], [own])).toEqual([]);
});
