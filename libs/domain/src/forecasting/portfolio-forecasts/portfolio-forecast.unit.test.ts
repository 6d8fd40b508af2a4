import type { Plant } from '@solano/domain/assets';
import { aCustomer, anEntry, aPlant } from '@solano/domain/contracts';
import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryEnergySettingsStore,
  MemoryMeasurementStore,
  MemoryOwnForecastStore,
  MemoryPlantStore,
  MemoryUnavailabilityStore,
} from '@solano/memory';
import { expect, test } from 'vitest';
import { keptForecast } from '../distributions/own-forecast.ts';
import { LEVELS } from '../levels.ts';
import { portfolioForecast } from './portfolio-forecast.ts';

const NOW = Date.parse('2026-11-26T08:00:00Z');
const YESTERDAY = Date.parse('2026-11-24T23:00:00Z');
const MICRO_MW = 1_000_000;

async function opened() {
  const database = new MemoryDatabase();
  const deps = {
    plants: new MemoryPlantStore(database),
    ownForecasts: new MemoryOwnForecastStore(database),
    measurements: new MemoryMeasurementStore(database),
    energySettings: new MemoryEnergySettingsStore(database),
    unavailabilities: new MemoryUnavailabilityStore(database),
    clock: () => new Date(NOW),
  };
  const customer = aCustomer({ name: 'Norte' });
  await new MemoryCustomerStore(database).add(customer, anEntry());
  const add = async (name: string): Promise<Plant> => {
    const plant = { ...aPlant(customer.id), name };
    await deps.plants.add(plant, anEntry());
    return plant;
  };
  /** Records a forecast whose quantiles lie on a line from 0 to 10 MW, all of them installed. */
  const forecast = async ({ id }: Plant, knownAt: number, start: number, hours = 24) => {
    const mw = LEVELS.map((level) => new Float64Array(hours).fill(level / 10));
    const distribution = { method: 'learned' as const, weather: undefined, start, mw };
    const kept = keptForecast(distribution, { knownAt: new Date(knownAt), installedMw: 10 });
    const rows = [{ plantId: id, ...kept }];
    await deps.ownForecasts.record(customer.id, rows, new Date(knownAt));
  };
  const produce = async ({ id }: Plant, start: number, mw: readonly number[]) => {
    const series = { kind: 'production', plantId: id } as const;
    const runs = [{ start, step: 60, microMw: mw.map((each) => each * MICRO_MW) }] as const;
    const delivery = { customerId: customer.id, deliveredAt: new Date(NOW) };
    await deps.measurements.record(delivery, [{ series, runs }], anEntry());
  };
  const read = (asOf?: number) =>
    portfolioForecast(deps, customer, undefined, {
      asOf: asOf === undefined ? undefined : new Date(asOf),
      quantiles: [50],
    });
  return { ...deps, customer, add, forecast, produce, read };
}

test('the ranks are the levels at which the day-ahead forecasts had what was measured', async () => {
  const { add, forecast, produce, read } = await opened();
  const plant = await add('A');
  // Known at 09:00 Madrid of the day before.
  await forecast(plant, YESTERDAY - 15 * HOUR_MS, YESTERDAY);
  await forecast(plant, NOW, NOW);
  await produce(plant, YESTERDAY, [1, 5, 9]);
  const { inputs } = await read();
  const at = (YESTERDAY - inputs.ranksFrom) / HOUR_MS;
  const [first] = inputs.plants;
  expect([...(first?.ranks.slice(at, at + 3) ?? [])]).toEqual(
    [0.1, 0.5, 0.9].map((level) => expect.closeTo(level, 6) as number),
  );
  expect(first?.ranks.slice(at + 3).every(Number.isNaN)).toBe(true);
});

test('the ranks have no level in a day whose day-ahead forecast is missing', async () => {
  const { add, forecast, produce, read } = await opened();
  const plant = await add('A');
  const before = YESTERDAY - DAY_MS;
  await forecast(plant, before - 15 * HOUR_MS, before, 48);
  await forecast(plant, NOW, NOW);
  await produce(plant, before, Array<number>(48).fill(5));
  const { inputs } = await read();
  const at = (before - inputs.ranksFrom) / HOUR_MS;
  const [first] = inputs.plants;
  expect(first?.ranks[at + 23]).toBeCloseTo(0.5, 6);
  expect(first?.ranks[at + 24]).toBeNaN();
});

test('the ranks have nothing that became known after the instant', async () => {
  const { add, forecast, produce, read } = await opened();
  const plant = await add('A');
  await forecast(plant, YESTERDAY - 15 * HOUR_MS, YESTERDAY, 48);
  await produce(plant, YESTERDAY, [1, 5]);
  const at = YESTERDAY + 3 * HOUR_MS;
  const before = await read(at);
  await produce(plant, YESTERDAY + 2 * HOUR_MS, [9, 9, 9]);
  await forecast(plant, at + 1, at + HOUR_MS);
  expect(await read(at)).toEqual(before);
});

test('plants whose forecast has ended, or that have none, are missing', async () => {
  const { add, forecast, read } = await opened();
  const [current, ended] = [await add('Current'), await add('Ended')];
  await add('Without');
  await forecast(current, NOW - HOUR_MS, NOW);
  await forecast(ended, NOW - DAY_MS, NOW - DAY_MS, 24);
  const found = await read();
  expect(found).toMatchObject({ plants: ['Current'], missing: ['Ended', 'Without'] });
  expect(found.generatedAt).toEqual(new Date(NOW - HOUR_MS));
  expect((await read(NOW - 1)).plants).toEqual(['Current', 'Ended']);
});

test('there is no sum where no forecast was known', async () => {
  const { add, read } = await opened();
  await expect(read()).rejects.toThrow('There is no plant.');
  await add('A');
  await expect(read()).rejects.toThrow('The service has no forecast of its own of the plant.');
  await expect(read(NOW)).rejects.toThrow(/^The service had, at 2026-11-26T08:00:00.000Z, no/);
});

test('a sum looks for old forecasts of only those plants that have any', async () => {
  const { add, forecast, ...deps } = await opened();
  const plants = [await add('A'), await add('B'), await add('C')];
  await forecast(plants[1] as Plant, NOW - 9 * DAY_MS, NOW - DAY_MS, 96);
  const read: string[] = [];
  const newest: (typeof deps.ownForecasts)['newest'] = async (customerId, plantId, ...rest) => {
    read.push(plantId);
    return deps.ownForecasts.newest(customerId, plantId, ...rest);
  };
  const ownForecasts = {
    newest,
    newestOf: deps.ownForecasts.newestOf.bind(deps.ownForecasts),
    states: deps.ownForecasts.states.bind(deps.ownForecasts),
    dayAhead: deps.ownForecasts.dayAhead.bind(deps.ownForecasts),
  };
  const query = { asOf: undefined, quantiles: [50] };
  const sum = await portfolioForecast({ ...deps, ownForecasts }, deps.customer, undefined, query);
  expect(sum.plants).toEqual(['B']);
  expect(sum.missing).toEqual(['A', 'C']);
  expect(read).toEqual([plants[1]?.id]);
});
