import { aCustomer, anEntry, aPlant } from '@solano/domain/contracts';
import { DEFAULT_PORTFOLIO_SETTINGS } from '@solano/domain/energy';
import { HOUR_MS } from '@solano/domain/kernel';
import { weatherWorld } from '@solano/domain/test/weather-world';
import { beforeEach, expect, test } from 'vitest';
import { WeatherCollector, weatherSchedule } from './collect-weather.ts';
import { wantedPlaces } from './wanted-places.ts';

const MIDNIGHT = Date.parse('2026-11-26T00:00Z');

let world: ReturnType<typeof weatherWorld>;
let collector: WeatherCollector;
let customerId: string;

beforeEach(async () => {
  world = weatherWorld('2026-11-26T08:00Z');
  collector = new WeatherCollector(world.deps);
  customerId = await addCustomer();
});

async function addCustomer(): Promise<string> {
  const customer = aCustomer();
  await world.deps.customers.add(customer, anEntry());
  return customer.id;
}

async function addPlants(owner: string, ...latitudes: string[]): Promise<void> {
  for (const lat of latitudes) {
    await world.deps.plants.add(aPlant(owner, { lat, lon: '-0.91' }), anEntry());
  }
}

const issuesOf = async (place: string) => {
  const stored = [];
  const window = { from: 0, to: Number.MAX_SAFE_INTEGER };
  for await (const { runs } of world.deps.weather.runs([place], window)) stored.push(...runs);
  return stored.map(({ issuedAt, knownAt }) => [
    (issuedAt - MIDNIGHT) / HOUR_MS,
    (knownAt - MIDNIGHT) / HOUR_MS,
  ]);
};

test('the newest run of all places is stored as known when it was received, as many places in a request as it takes', async () => {
  await addPlants(customerId, '41.01', '42', '43');
  const collected = await collector.collect();
  expect(collected.map((each) => 'stored' in each && each.stored)).toEqual([2, 1]);
  expect(world.source.runs.map((each) => each.places)).toEqual([
    ['41,-0.9', '42,-0.9'],
    ['43,-0.9'],
  ]);
  expect(await issuesOf('41,-0.9')).toEqual([[0, 8]]);
});

test('neighbours share a place, and what is asked for tells neither plant nor exact place', async () => {
  await addPlants(customerId, '41.01', '41.02');
  await addPlants(await addCustomer(), '40.99');
  await collector.collect();
  expect(world.source.runs).toEqual([
    { kind: 'run', issuedAt: MIDNIGHT, isPast: false, places: ['41,-0.9'] },
  ]);
});

test('the places of portfolios are asked for as those of plants are', async () => {
  await addPlants(customerId, '41.01');
  const put = (retailer: string, lat: number) => {
    const settings = { ...DEFAULT_PORTFOLIO_SETTINGS, place: { lat, lon: -0.88 } };
    const portfolio = { user: 'ana', retailer };
    return world.deps.energySettings.putPortfolio(customerId, portfolio, settings, anEntry());
  };
  await put('near', 40.99);
  await put('north', 43.37);
  await collector.collect();
  expect(world.source.runs.map((each) => each.places)).toEqual([['41,-0.9', '43.35,-0.9']]);
  await world.deps.weatherSwitches.setSwitchedOff(customerId, true, anEntry());
  expect(await wantedPlaces(world.deps)).toEqual([]);
});

test('the places of a customer who switched weather off are not asked for, unless another has them', async () => {
  const other = await addCustomer();
  await addPlants(customerId, '41', '42');
  await addPlants(other, '42');
  await world.deps.weatherSwitches.setSwitchedOff(customerId, true, anEntry());
  await collector.collect();
  expect(world.source.runs.map((each) => each.places)).toEqual([['42,-0.9']]);
});

test('a source is asked for nothing where there are no places', async () => {
  expect(await collector.collect()).toEqual([]);
  expect(world.source.asked).toEqual([]);
});

test('a source is asked again once the next run can be there, and a run is stored once', async () => {
  await addPlants(customerId, '41');
  for (let minutes = 0; minutes <= 12 * 60; minutes += 10) {
    world.now = MIDNIGHT + 8 * HOUR_MS + minutes * 60_000;
    await collector.collect();
  }
  const hours = (await issuesOf('41,-0.9')).map(([issued]) => issued);
  expect(hours).toEqual([0, 6, 12]);
  expect(world.source.runs).toHaveLength(3);
  // Of the 5 hours in which the next run cannot be there no request was sent.
  expect(world.source.asked.length - 3).toBeLessThan(20);
});

test('a run is asked for ten minutes after it is there, when all servers have it', async () => {
  await addPlants(customerId, '41');
  world.now = MIDNIGHT + 7.5 * HOUR_MS + 9 * 60_000;
  expect(await collector.collect()).toEqual([]);
  world.now += 60_000;
  expect(await collector.collect()).toHaveLength(1);
});

test('a new plant gets the run that the others have', async () => {
  await addPlants(customerId, '41');
  await collector.collect();
  world.now += HOUR_MS;
  await addPlants(customerId, '42');
  await collector.collect();
  expect(world.source.runs.map((each) => each.places)).toEqual([['41,-0.9'], ['42,-0.9']]);
});

test('a source that does not say which run is its newest is asked for the one that must be there', async () => {
  await addPlants(customerId, '41');
  world.source.metadata = { kind: 'absent' };
  world.now = MIDNIGHT + 13 * HOUR_MS;
  await collector.collect();
  expect(await issuesOf('41,-0.9')).toEqual([[0, 13]]);
});

test('a source that fails gets no more requests in this round, and the failure is logged once', async () => {
  await addPlants(customerId, '41', '42', '43');
  world.source.response = { kind: 'unavailable', reason: 'answered 500' };
  for (let i = 0; i < 3; i += 1) {
    const [outcome, ...more] = await collector.collect();
    expect(outcome).toMatchObject({ result: 'unavailable', reason: 'answered 500' });
    expect(more).toEqual([]);
    world.now += 600_000;
  }
  expect(world.warnings).toEqual(['weather unavailable: test answered 500']);
  world.source.response = undefined;
  await collector.collect();
  expect(await issuesOf('43,-0.9')).toHaveLength(1);
});

test('a source is left alone for as long as it asked to be', async () => {
  await addPlants(customerId, '41');
  world.source.response = { kind: 'unavailable', reason: 'answered 429', retryAfterMs: HOUR_MS };
  await collector.collect();
  world.source.response = undefined;
  world.now += HOUR_MS - 120_000;
  await collector.collect();
  expect(world.source.runs).toHaveLength(1);
  world.now += 120_000;
  await collector.collect();
  expect(await issuesOf('41,-0.9')).toHaveLength(1);
});

test('a response that is malformed or in other units is rejected with its reason, and nothing of it stored', async () => {
  await addPlants(customerId, '41');
  const content = new TextEncoder().encode('other units');
  world.source.response = { kind: 'document', content, etag: null };
  expect(await collector.collect()).toMatchObject([
    { result: 'rejected', reason: 'wind is in km/h' },
  ]);
  expect(world.warnings).toEqual(['weather rejected: test wind is in km/h']);
  expect(await issuesOf('41,-0.9')).toEqual([]);
  world.source.metadata = world.source.response;
  expect(await collector.collect()).toMatchObject([{ reason: 'no metadata' }]);
});

test('a response with a value that weather cannot have is rejected, and nothing of it stored', async () => {
  await addPlants(customerId, '41', '42');
  world.source.wind = -9999;
  const reason = '41,-0.9: wind_speed_100m is below 0';
  expect(await collector.collect()).toMatchObject([{ result: 'rejected', reason }]);
  expect(await issuesOf('41,-0.9')).toEqual([]);
  world.source.wind = Number.NaN;
  expect(await collector.collect()).toMatchObject([{ stored: 2 }]);
});

test('a place without values leaves the others, and is asked for again after six hours or of the next run', async () => {
  await addPlants(customerId, '41', '42');
  world.source.empty.add('42,-0.9');
  expect(await collector.collect()).toMatchObject([{ stored: 1, empty: ['42,-0.9'] }]);
  expect(await issuesOf('41,-0.9')).toHaveLength(1);
  world.now += HOUR_MS;
  await collector.collect();
  expect(world.source.runs).toHaveLength(1);
  world.source.empty.clear();
  world.now = MIDNIGHT + 14 * HOUR_MS;
  await collector.collect();
  expect(await issuesOf('42,-0.9')).toEqual([[6, 14]]);
});

test('weather is looked for every ten minutes', async () => {
  await addPlants(customerId, '41');
  const schedule = weatherSchedule(world.deps);
  expect(schedule.times).toHaveLength(144);
  await schedule.run();
  expect(await issuesOf('41,-0.9')).toHaveLength(1);
});
