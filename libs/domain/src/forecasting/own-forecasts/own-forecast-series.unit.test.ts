import type { Plant } from '@solano/domain/assets';
import { aCustomer, anEntry, aPlant } from '@solano/domain/contracts';
import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryOwnForecastStore,
  MemoryPlantStore,
  MemoryUnavailabilityStore,
} from '@solano/memory';
import { expect, test } from 'vitest';
import { keptForecast } from '../distributions/own-forecast.ts';
import { LEVELS } from '../levels.ts';
import { ownForecastSeries } from './own-forecast-series.ts';

/** A Madrid day in winter: from 23:00 UTC of the day before. */
const DAY = '2026-11-26';
const START = Date.parse('2026-11-25T23:00:00Z');
const NINE_OF_THE_DAY_BEFORE = Date.parse('2026-11-25T08:00:00Z');
const MEGA = 1_000_000;

async function opened() {
  const database = new MemoryDatabase();
  const deps = {
    plants: new MemoryPlantStore(database),
    ownForecasts: new MemoryOwnForecastStore(database),
    unavailabilities: new MemoryUnavailabilityStore(database),
    clock: () => new Date(START + DAY_MS),
  };
  const customer = aCustomer({ name: 'Norte', folder: 'Norte' });
  await new MemoryCustomerStore(database).add(customer, anEntry());
  const plant: Plant = { ...aPlant(customer.id), nominalCapacityMw: '100.000' };
  await deps.plants.add(plant, anEntry());
  /** Quantiles of so many MW as their level, plus some, of hours from midnight on. */
  const forecast = (knownAt: number, hours: number, plus = 0) => {
    const mw = LEVELS.map((level) => new Float64Array(hours).fill(level + plus));
    const distribution = { method: 'learned', weather: undefined, start: START, mw } as const;
    const kept = keptForecast(distribution, { knownAt: new Date(knownAt), installedMw: 200 });
    const rows = [{ plantId: plant.id, ...kept }];
    return deps.ownForecasts.record(customer.id, rows, new Date(knownAt));
  };
  type Lead = 'day_ahead' | number;
  const series = async (lead: Lead, resolution: 15 | 60 = 60, to = DAY) => {
    const query = { from: DAY, to, lead, resolution };
    return (await ownForecastSeries(deps, customer, plant.id, query, [10, 90])).periods;
  };
  return { forecast, series };
}

test('A series of the service has of each hour the newest forecast that its lead knew, with its quantiles', async () => {
  const { forecast, series } = await opened();
  await forecast(NINE_OF_THE_DAY_BEFORE, 3);
  await forecast(NINE_OF_THE_DAY_BEFORE + 1, 3, 20);
  await forecast(START + HOUR_MS / 2, 3, 40);
  const dayAhead = await series('day_ahead');
  expect(dayAhead).toHaveLength(3);
  expect(dayAhead[0]).toEqual({
    start: START,
    end: START + HOUR_MS,
    microMw: 50 * MEGA,
    quantiles: [10 * MEGA, 90 * MEGA],
    availableMicroMw: 50 * MEGA,
    availableQuantiles: [10 * MEGA, 90 * MEGA],
  });
  const medians = async (lead: 'day_ahead' | number) =>
    (await series(lead)).map(({ microMw }) => microMw / MEGA);
  expect(await medians('day_ahead')).toEqual([50, 50, 50]);
  expect(await medians(0)).toEqual([70, 90, 90]);
  expect(await medians(1)).toEqual([70, 70, 90]);
});

test('A series of the service repeats an hour in each of its quarters, and leaves out what nothing reaches', async () => {
  const { forecast, series } = await opened();
  expect(await series(0)).toEqual([]);
  await forecast(NINE_OF_THE_DAY_BEFORE, 2);
  const quarters = await series(0, 15);
  expect(quarters.map(({ start }) => (start - START) / HOUR_MS)).toEqual([
    0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75,
  ]);
  expect(new Set(quarters.map(({ microMw }) => microMw))).toEqual(new Set([50 * MEGA]));
});

test('A series of the service of more than 400 days, or of days out of order, is rejected', async () => {
  const { series } = await opened();
  await expect(series(0, 60, '2026-11-25')).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(series(0, 60, '2028-01-01')).rejects.toMatchObject({ code: 'invalid_request' });
});
