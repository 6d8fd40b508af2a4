import type { Plant } from '@solano/domain/assets';
import { aCustomer, anEntry, aPlant } from '@solano/domain/contracts';
import { collect, DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import { digest } from '@solano/domain/test/digest';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDeliveredForecastStore,
  MemoryObjectStore,
  MemoryOwnForecastStore,
  MemoryPlantStore,
  MemoryPublicationStore,
  MemoryUnavailabilityStore,
} from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { type ForecastMethod, keptForecast } from '../distributions/own-forecast.ts';
import { LEVELS } from '../levels.ts';
import type { PublishMode } from './publication-store.ts';
import {
  foreignForecastFiles,
  type PublishForecastDeps,
  publishForecasts,
  setPublishing,
  withdrawForecast,
} from './publish-forecasts.ts';

const NOW = Date.parse('2026-11-26T08:00:00Z');
const KEY = 'Norte/normalized/MUXIA/solano.csv';

async function opened(mode?: PublishMode, method: ForecastMethod = 'learned') {
  const database = new MemoryDatabase();
  const warnings: object[] = [];
  const deps = {
    customers: new MemoryCustomerStore(database),
    plants: new MemoryPlantStore(database),
    publications: new MemoryPublicationStore(database),
    ownForecasts: new MemoryOwnForecastStore(database),
    deliveredForecasts: new MemoryDeliveredForecastStore(database),
    unavailabilities: new MemoryUnavailabilityStore(database),
    objects: new MemoryObjectStore(() => new Date(NOW)),
    digest,
    clock: () => new Date(NOW),
    log: { info() {}, warn: (fields: object) => void warnings.push(fields), error() {} },
  };
  const customer = aCustomer({ name: 'Norte', folder: 'Norte' });
  await deps.customers.add(customer, anEntry());
  const plant: Plant = { ...aPlant(customer.id), name: 'MUXIA', nominalCapacityMw: '10.000' };
  await deps.plants.add(plant, anEntry());
  if (mode) await deps.publications.setMode(customer.id, plant.id, mode, anEntry());
  const forecast = (mw: number, knownAt = NOW, hours = 2) => {
    const values = LEVELS.map(() => new Float64Array(hours).fill(mw));
    const distribution = { method, weather: undefined, start: knownAt, mw: values };
    const kept = keptForecast(distribution, { knownAt: new Date(knownAt), installedMw: 10 });
    const rows = [{ plantId: plant.id, ...kept }];
    return deps.ownForecasts.record(customer.id, rows, new Date(knownAt));
  };
  const deliver = (at: number) =>
    deps.deliveredForecasts.record(customer.id, [
      { plantId: plant.id, file: `${at}`, knownAt: new Date(at), runs: [] },
    ]);
  const publish = () => publishForecasts(deps, customer, [plant]);
  const put = (text: string) => deps.objects.put(KEY, Buffer.from(text), 'text/csv');
  const read = async () => {
    const object = await deps.objects.get(KEY);
    return object && Buffer.from(await collect(object.content)).toString();
  };
  return { deps, customer, plant, forecast, deliver, publish, put, read, warnings };
}

type Opened = Awaited<ReturnType<typeof opened>>;

test('the file has the end of each quarter hour in UTC and its energy in kWh', async () => {
  const { forecast, publish, read } = await opened('always');
  await forecast(4);
  await publish();
  const lines = (await read())?.split('\n');
  expect(lines?.slice(0, 3)).toEqual([';pred', '2026-11-26 08:15;1000', '2026-11-26 08:30;1000']);
  expect(lines).toHaveLength(1 + 8 + 1);
});

test('the file has what remains with the unavailabilities that are recorded', async () => {
  const { deps, customer, plant, forecast, publish, read } = await opened('always');
  await forecast(4);
  const start = '2026-11-26T08:00:00.000Z' as const;
  const end = '2026-11-26T08:15:00.000Z' as const;
  await deps.unavailabilities.add(
    {
      id: crypto.randomUUID(),
      customerId: customer.id,
      plantName: plant.name,
      start,
      end,
      availablePowerMw: 2.5,
      availabilityType: 'UNAVAILABILITY',
      observations: '',
      sourceUnit: null,
      sourceValue: null,
      timezoneSource: null,
      createdAt: new Date(NOW - HOUR_MS),
      updatedAt: new Date(NOW - HOUR_MS),
    },
    anEntry(),
  );
  await publish();
  expect((await read())?.split('\n').slice(1, 3)).toEqual([
    '2026-11-26 08:15;250',
    '2026-11-26 08:30;1000',
  ]);
});

test.each([
  ['off', 'learned', undefined, false],
  [undefined, 'learned', undefined, false],
  ['always', 'physical', NOW, true],
  ['auto', 'physical', undefined, false],
  ['auto', 'learned', undefined, true],
  ['auto', 'learned', NOW - 7 * DAY_MS, true],
  ['auto', 'learned', NOW - 7 * DAY_MS + 1, false],
] as const)(
  'a plant with the mode %s, a %s forecast and a delivery at %s has a file: %s',
  async (...given) => {
    const [mode, method, deliveredAt, isThere] = given;
    const { forecast, deliver, publish, read } = await opened(mode, method);
    await forecast(4);
    if (deliveredAt !== undefined) await deliver(deliveredAt);
    await publish();
    expect((await read()) !== undefined).toBe(isThere);
  },
);

test('the file is not written over a delivery that has not been recorded', async () => {
  const { deps, forecast, publish, read } = await opened('auto');
  await forecast(4);
  await deps.objects.put('Norte/normalized/MUXIA/own.csv', Buffer.from(';pred'), 'text/csv');
  await publish();
  expect(await read()).toBeUndefined();
});

test('the file goes where it is not wanted any more', async () => {
  const { deps, customer, forecast, deliver, publish, read } = await opened('auto');
  await forecast(4);
  await publish();
  await deliver(NOW);
  await publish();
  expect(await read()).toBeUndefined();
  const entry = () => anEntry({ action: 'forecast.publish', customerId: customer.id });
  await setPublishing(deps, customer, 'MUXIA', 'always', entry);
  expect(await read()).toBeDefined();
  await setPublishing(deps, customer, 'MUXIA', 'off', entry);
  expect(await read()).toBeUndefined();
  const publications = await deps.publications.publications(customer.id);
  expect([...publications.values()]).toMatchObject([{ mode: 'off' }]);
});

test('the file is replaced by the next forecast, also where that was ended before it was noted', async () => {
  const { deps, plant, forecast, publish, put, read } = await opened('always');
  await forecast(4, NOW - HOUR_MS, 3);
  await publish();
  const [first = '', second = ';pred\n2026-11-26 08:15;9\n'] = [await read()];
  for (const present of [first, second]) {
    await put(present);
    await deps.publications.addWritten(plant.id, digest(present));
    await forecast(5);
    await publish();
    expect(await read()).toContain(';1250\n');
  }
});

test('a file that the service did not write is never replaced nor removed, and is named', async () => {
  const { deps, customer, plant, forecast, publish, put, read, warnings } = await opened('always');
  await forecast(4);
  await put('mine');
  await publish();
  expect(await read()).toBe('mine');
  expect(warnings).toEqual([{ key: KEY }]);
  await deps.publications.setMode(customer.id, plant.id, 'off', anEntry());
  await publish();
  expect(await read()).toBe('mine');
  expect(await foreignForecastFiles(deps, customer, [plant])).toEqual([KEY]);
});

test('a file of the service is not named as foreign, and one of another plant is', async () => {
  const { deps, customer, plant, forecast, publish } = await opened('always');
  await forecast(4);
  await publish();
  expect(await foreignForecastFiles(deps, customer, [plant])).toEqual([]);
  const other = 'Norte/normalized/OTHER/solano.csv';
  await deps.objects.put(other, Buffer.from('x'), 'text/csv');
  expect(await foreignForecastFiles(deps, customer, [plant])).toEqual([other]);
});

test('the file is withdrawn before its plant goes or has another name, and no other is', async () => {
  const { deps, customer, plant, forecast, publish, put, read } = await opened('always');
  await withdrawForecast(deps, customer.id, plant.id);
  await forecast(4);
  await publish();
  await withdrawForecast(deps, customer.id, plant.id);
  expect(await read()).toBeUndefined();
  await put('mine');
  await withdrawForecast(deps, customer.id, plant.id);
  expect(await read()).toBe('mine');
});

test('a forecast of a plant that is gone is not written', async () => {
  const { deps, customer, plant, forecast, read } = await opened('always');
  await forecast(4);
  const ownForecasts = {
    async newest(...query: Parameters<typeof deps.ownForecasts.newest>) {
      const found = await deps.ownForecasts.newest(...query);
      await deps.plants.remove(customer.id, plant.id, anEntry());
      return found;
    },
  };
  await publishForecasts({ ...deps, ownForecasts }, customer, [plant]);
  expect(await read()).toBeUndefined();
});

describe('what was stopped before it writes its file', () => {
  /** Publishes, and stops before the file is put until something else has been done. */
  async function stoppedUntil({ deps, customer, plant }: Opened, work: () => Promise<void>) {
    let isStopped = true;
    const objects: PublishForecastDeps['objects'] = {
      get: (key) => deps.objects.get(key),
      list: (prefix) => deps.objects.list(prefix),
      delete: (key) => deps.objects.delete(key),
      async put(...file) {
        if (isStopped) await work();
        isStopped = false;
        await deps.objects.put(...file);
      },
    };
    await publishForecasts({ ...deps, objects }, customer, [plant]);
  }

  test('a stopped publication leaves no older forecast over a newer one', async () => {
    const world = await opened('always');
    await world.forecast(4, NOW - HOUR_MS, 3);
    await stoppedUntil(world, async () => {
      await world.forecast(5);
      await world.publish();
    });
    expect(await world.read()).toContain(';1250\n');
    expect(world.warnings).toEqual([]);
  });

  test('a stopped publication leaves no file where it was turned off meanwhile', async () => {
    const world = await opened('always');
    await world.forecast(4);
    await stoppedUntil(world, async () => {
      await setPublishing(world.deps, world.customer, 'MUXIA', 'off', () => anEntry());
    });
    expect(await world.read()).toBeUndefined();
  });
});

test('a forecast that has ended is not published', async () => {
  const { forecast, publish, read } = await opened('always');
  await forecast(4, NOW - 2 * HOUR_MS, 2);
  await publish();
  expect(await read()).toBeUndefined();
});
