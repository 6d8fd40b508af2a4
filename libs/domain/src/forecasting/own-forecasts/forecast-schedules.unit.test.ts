import type { Plant } from '@solano/domain/assets';
import { aCustomer, anEntry, aPlant } from '@solano/domain/contracts';
import { DAY_MS, HOUR_MS, MICRO } from '@solano/domain/kernel';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryMeasurementStore,
  MemoryPlantModelStore,
  MemoryPlantStore,
  MemoryWeatherStore,
} from '@solano/memory';
import { expect, test } from 'vitest';
import { plantPlace } from '../weather/weather-place.ts';
import { duePlants, learningSchedule } from './forecast-schedules.ts';
import type { ForecastTask } from './forecast-task.ts';

const NOW = Date.parse('2026-11-26T08:00:00Z');

async function opened() {
  const database = new MemoryDatabase();
  const warnings: object[] = [];
  const tasks: ForecastTask[] = [];
  const deps = {
    customers: new MemoryCustomerStore(database),
    plants: new MemoryPlantStore(database),
    weather: new MemoryWeatherStore(database),
    measurements: new MemoryMeasurementStore(database),
    plantModels: new MemoryPlantModelStore(database),
    forecasts: {
      async run(task: ForecastTask) {
        tasks.push(task);
        if (tasks.length === 1) throw new Error('the first fails');
        return { made: [], hindcasts: undefined };
      },
    },
    clock: () => new Date(NOW),
    log: { info() {}, warn: (fields: object) => void warnings.push(fields), error() {} },
  };
  const customer = aCustomer({ name: 'Norte', folder: 'Norte' });
  await deps.customers.add(customer, anEntry());
  /** A plant with so many days of production and of weather. */
  const add = async (name: string, produced: number, weathered: number): Promise<Plant> => {
    const plant: Plant = { ...aPlant(customer.id), name };
    await deps.plants.add(plant, anEntry());
    const series = { kind: 'production', plantId: plant.id } as const;
    for (const start of [NOW - produced * DAY_MS, NOW - HOUR_MS]) {
      const runs = [{ start, step: 60, microMw: [MICRO] }] as const;
      const delivery = { customerId: customer.id, deliveredAt: new Date(NOW) };
      await deps.measurements.record(delivery, [{ series, runs }], anEntry());
    }
    const runs = [NOW - weathered * DAY_MS, NOW].map((at) => {
      const fields = { wind_speed_100m: new Float64Array(24).fill(8) };
      return { source: 'file', issuedAt: at, knownAt: at, start: at, fields };
    });
    await deps.weather.record(plantPlace(plant.id), runs, new Date(NOW));
    return plant;
  };
  const due = async () => (await duePlants(deps, customer)).map(({ name }) => name);
  return { deps, customer, add, due, tasks, warnings };
}

test('plants with 60 days of production and of weather are learned, and no others', async () => {
  const { add, due } = await opened();
  await add('Both', 60, 60);
  await add('New', 59, 90);
  await add('Dark', 90, 59);
  expect(await due()).toEqual(['Both']);
});

test('a plant is learned again after a week, whatever it was learned from', async () => {
  const { deps, customer, add, due } = await opened();
  const plant = await add('Both', 90, 90);
  const learned = (days: number) =>
    deps.plantModels.put(customer.id, plant.id, {
      model: new Uint8Array([1]),
      learnedAt: new Date(NOW - days * DAY_MS),
      trace: '{}',
    });
  await learned(6.9);
  expect(await due()).toEqual([]);
  await learned(7);
  expect(await due()).toEqual(['Both']);
});

test('learning goes on with the next plant where one fails, which is logged', async () => {
  const { deps, customer, add, tasks, warnings } = await opened();
  const plants = [await add('A', 90, 90), await add('B', 90, 90)];
  await learningSchedule(deps).run();
  expect(tasks).toEqual(
    plants.map(({ id }) => ({ kind: 'learn', customerId: customer.id, plantId: id })),
  );
  expect(warnings).toMatchObject([{ customer: 'Norte' }]);
});
