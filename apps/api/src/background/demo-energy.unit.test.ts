import { NodeSecrets } from '@solano/crypto';
import { prepareDemo, refreshDemoEnergy } from '@solano/demo';
import { all, SOURCE } from '@solano/domain/contracts';
import type { DeliveredRun } from '@solano/domain/energy';
import { DAY_MS, MICRO, startOfDate } from '@solano/domain/kernel';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDeliveredForecastStore,
  MemoryKeyStore,
  MemoryMeasurementStore,
  MemoryObjectStore,
  MemoryPlantStore,
  MemoryPriceStore,
  MemoryStrategyStore,
  MemoryUnavailabilityStore,
} from '@solano/memory';
import { expect, test } from 'vitest';

const NOW = new Date('2026-11-25T12:00:00Z');

/** A new demonstration without measurements. */
async function opened() {
  const database = new MemoryDatabase();
  let now = NOW;
  const deps = {
    customers: new MemoryCustomerStore(database),
    keys: new MemoryKeyStore(database),
    plants: new MemoryPlantStore(database),
    prices: new MemoryPriceStore(database),
    strategies: new MemoryStrategyStore(database),
    unavailabilities: new MemoryUnavailabilityStore(database),
    measurements: new MemoryMeasurementStore(database),
    deliveredForecasts: new MemoryDeliveredForecastStore(database),
    objects: new MemoryObjectStore(),
    secrets: new NodeSecrets(),
    keyFile: { read: async () => undefined, write: async () => {} },
    clock: () => now,
    newId: () => crypto.randomUUID(),
    digest: (text: string) => text,
  };
  await prepareDemo(deps, SOURCE);
  const [customer] = await deps.customers.list();
  if (!customer) throw new Error('There is no demonstration.');
  const plantNamed = async (name: string) => {
    const plant = await deps.plants.byName(customer.id, name);
    if (plant) return plant;
    throw new Error(`There is no plant ${name}.`);
  };
  const wind = await plantNamed('DEMO_WIND_NORTH');
  const solar = await plantNamed('DEMO_SOLAR_SOUTH');
  const put = async (at = NOW) => {
    now = at;
    await refreshDemoEnergy(deps, SOURCE);
  };
  const produced = async ({ id }: { id: string }, from: string, to: string) => {
    const filter = { kind: 'production', plantIds: [id] } as const;
    const window = { from: startOfDate(from), to: startOfDate(to) };
    const runs: DeliveredRun[] = [];
    for await (const found of deps.measurements.runs(customer.id, filter, window)) {
      runs.push(...found.runs);
    }
    return runs;
  };
  return { deps, customer, wind, solar, put, produced };
}

test('a new demonstration has 400 days of production, consumption and forecasts', async () => {
  const { deps, customer, wind, solar, put } = await opened();
  await put();
  const plantIds = [wind.id, solar.id];
  const productions = await deps.measurements.states(customer.id, { kind: 'production', plantIds });
  const portfolio = { kind: 'consumption', user: 'ana', retailer: 'acme' } as const;
  const consumptions = await deps.measurements.states(customer.id, portfolio);
  expect(consumptions.map(({ series }) => 'group' in series && series.group)).toEqual([
    'hogares',
    'pymes',
  ]);
  expect(productions).toHaveLength(2);
  for (const { firstStart, lastEnd, deliveredAt } of [...productions, ...consumptions]) {
    expect(firstStart).toEqual(new Date(startOfDate('2025-10-21')));
    expect(lastEnd).toEqual(new Date(startOfDate('2026-11-25')));
    expect(deliveredAt[0]).toEqual(new Date('2026-11-24T23:10:00Z'));
    expect(deliveredAt).toHaveLength(14);
  }
  const states = await deps.deliveredForecasts.states(customer.id, plantIds);
  expect(states.map(({ versions }) => versions)).toEqual([401, 401]);
  expect(states[0]?.knownAt[0]).toEqual(new Date('2026-11-25T07:00:00Z'));
});

test('power stays between nothing and what is installed, and the sun does not shine at night', async () => {
  const { wind, solar, put, produced } = await opened();
  await put();
  for (const [plant, mw] of [
    [wind, 30.6],
    [solar, 134],
  ] as const) {
    const runs = await produced(plant, '2025-10-21', '2026-11-25');
    const values = runs.flatMap(({ microMw }) => Array.from(microMw, (each) => each / MICRO));
    // Two days of the end of summer time, and one of its beginning.
    expect(values).toHaveLength(400 * 96 + 4);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThanOrEqual(mw);
    expect(Math.max(...values)).toBeGreaterThan(mw / 2);
  }
  const [night] = await produced(solar, '2026-11-20', '2026-11-21');
  expect(Array.from(night?.microMw ?? []).slice(0, 4 * 5)).toEqual(Array(20).fill(0));
});

test('an outage has left its mark, one is going on, and one comes next week', async () => {
  const { deps, customer, wind, put, produced } = await opened();
  await put();
  const window = { from: new Date(NOW.getTime() - 20 * DAY_MS), to: NOW };
  const [outage] = await deps.unavailabilities.recordedAt(customer.id, [wind.id], window, NOW);
  const [run] = await produced(wind, '2026-11-13', '2026-11-14');
  const index = ((outage?.start ?? 0) - (run?.start ?? 0)) / 900_000;
  expect(outage?.availablePowerMw).toBe(10);
  const during = Array.from(run?.microMw ?? []).slice(index, index + 48);
  expect(Math.max(...during)).toBeLessThanOrEqual(10 * MICRO);
  const outages = await all(deps.unavailabilities.list(customer.id, undefined, { offset: 0 }));
  const spans = outages.map(({ plantName, start, end }) => [plantName, start, end]);
  expect(spans).toEqual([
    ['DEMO_WIND_NORTH', '2026-11-13T06:00:00.000Z', '2026-11-13T18:00:00.000Z'],
    ['DEMO_WIND_NORTH', '2026-11-24T07:00:00.000Z', '2026-11-26T17:00:00.000Z'],
    ['DEMO_SOLAR_SOUTH', '2026-12-02T09:00:00.000Z', '2026-12-02T15:00:00.000Z'],
  ]);
});

test('an older demonstration gets what has passed since, and nothing twice', async () => {
  const { deps, customer, wind, put } = await opened();
  const filter = { kind: 'production', plantIds: [wind.id] } as const;
  await put();
  const [first] = await deps.measurements.states(customer.id, filter);
  await put();
  expect(await deps.measurements.states(customer.id, filter)).toEqual([first]);
  await put(new Date('2026-11-27T23:09:00Z'));
  const [state] = await deps.measurements.states(customer.id, filter);
  // Nine minutes after the 27th nothing of it has come.
  expect(state?.lastEnd).toEqual(new Date(startOfDate('2026-11-27')));
  const [forecasts] = await deps.deliveredForecasts.states(customer.id, [wind.id]);
  expect(forecasts?.versions).toBe(403);
  expect(await deps.unavailabilities.count(customer.id, undefined)).toBe(3);
});
