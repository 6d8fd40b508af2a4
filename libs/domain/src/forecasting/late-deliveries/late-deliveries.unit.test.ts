import { aCustomer, anEntry, aPlant, aWebhook } from '@solano/domain/contracts';
import { DAY_MS, MINUTE_MS, SolanoError } from '@solano/domain/kernel';
import type { Webhook } from '@solano/domain/service';
import { digest } from '@solano/domain/test/digest';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDeliveredForecastStore,
  MemoryMeasurementStore,
  MemoryObjectStore,
  MemoryPlantStore,
  MemoryWebhookStore,
} from '@solano/memory';
import { expect, test } from 'vitest';
import { forecastRuns } from '../delivered-forecasts/forecast-runs.ts';
import { lateDeliverySchedule, notifyLate } from './late-deliveries.ts';

const DAY = Date.parse('2026-01-12T00:00:00Z');
const at = (days: number, time: string) =>
  new Date(DAY + days * DAY_MS + Date.parse(`1970-01-01T${time}:00Z`));

function opened() {
  const database = new MemoryDatabase();
  let now = new Date(DAY);
  const warnings: object[] = [];
  const deps = {
    customers: new MemoryCustomerStore(database),
    plants: new MemoryPlantStore(database),
    measurements: new MemoryMeasurementStore(database),
    deliveredForecasts: new MemoryDeliveredForecastStore(database),
    webhooks: new MemoryWebhookStore(database),
    objects: new MemoryObjectStore(),
    readForecastRuns: async (_customerId: string, content: Uint8Array) =>
      forecastRuns(
        Buffer.from(content)
          .toString()
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(';')),
      ),
    digest,
    secrets: { digest },
    messageText: (message: object) => JSON.stringify(message),
    clock: () => now,
    log: { info() {}, warn: (fields: object) => void warnings.push(fields), error() {} },
  };
  const addCustomer = async () => {
    const customer = aCustomer({ folder: `c${crypto.randomUUID()}` });
    await deps.customers.add(customer, anEntry());
    return customer;
  };
  const addPlant = async (customerId: string, name: string) => {
    const plant = { ...aPlant(customerId), name };
    await deps.plants.add(plant, anEntry());
    return plant;
  };
  const addWebhook = async (customerId: string, fields: Partial<Webhook> = {}) => {
    const events = ['production.late', 'forecast.late'] as const;
    const webhook = aWebhook(customerId, { events, ...fields });
    await deps.webhooks.add(webhook, anEntry());
    return webhook;
  };
  /** A quarter of a plant's production comes. */
  const deliver = async ({ id, customerId }: { id: string; customerId: string }, when: Date) => {
    const run = { start: DAY, step: 15, microMw: [1] } as const;
    const series = { kind: 'production', plantId: id } as const;
    const delivery = { customerId, deliveredAt: when };
    await deps.measurements.record(delivery, [{ series, runs: [run] }], anEntry());
  };
  /** What a webhook was told of: day and plants of each message, oldest first. */
  const told = async ({ id }: Webhook) => {
    const deliveries = await deps.webhooks.deliveries(id, 100);
    return deliveries.reverse().map(({ event, body }) => {
      const { data } = JSON.parse(body) as { data: { day: string; plants: { plant: string }[] } };
      return [event, data.day, data.plants.map(({ plant }) => plant).join()];
    });
  };
  const check = async (when: Date) => {
    now = when;
    await lateDeliverySchedule(deps).run();
  };
  const setNow = (when: Date) => {
    now = when;
  };
  return { deps, warnings, addCustomer, addPlant, addWebhook, deliver, told, check, setNow };
}

test('plants of which nothing came are in one message of their customer, once a day', async () => {
  const { deps, addCustomer, addPlant, addWebhook, deliver, told, check } = opened();
  const customer = await addCustomer();
  const [a, b] = [await addPlant(customer.id, 'a'), await addPlant(customer.id, 'b')];
  await addPlant(customer.id, 'never');
  const webhook = await addWebhook(customer.id);
  for (const plant of [a, b]) await deliver(plant, at(0, '05:00'));
  await check(at(1, '05:59'));
  expect(await told(webhook)).toEqual([]);
  await check(at(1, '06:00'));
  await check(at(1, '06:01'));
  expect(await told(webhook)).toEqual([['production.late', '2026-01-13', 'a,b']]);
  const [delivery] = await deps.webhooks.deliveries(webhook.id, 1);
  expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
    type: 'production.late',
    timestamp: at(1, '06:00').toISOString(),
    data: {
      plants: [
        {
          id: a.id,
          plant: 'a',
          lastDeliveredAt: at(0, '05:00').toISOString(),
          expectedBy: at(1, '06:00').toISOString(),
        },
        { id: b.id },
      ],
    },
  });
  await deliver(a, at(1, '09:00'));
  // The latest time of day of the last deliveries of a is nine o'clock now.
  await check(at(2, '06:00'));
  await check(at(2, '10:00'));
  await check(at(2, '10:01'));
  expect((await told(webhook)).slice(1)).toEqual([
    ['production.late', '2026-01-14', 'b'],
    ['production.late', '2026-01-14', 'a'],
  ]);
});

test('webhooks are told by the events that they name, those of other customers nothing', async () => {
  const { addCustomer, addPlant, addWebhook, deliver, told, check } = opened();
  const [customer, other] = [await addCustomer(), await addCustomer()];
  const plant = await addPlant(customer.id, 'a');
  await addPlant(other.id, 'b');
  const webhooks = [
    await addWebhook(customer.id),
    await addWebhook(customer.id, { events: ['production.late'] }),
    await addWebhook(customer.id, { events: ['purchase.completed', 'forecast.late'] }),
    await addWebhook(customer.id, { disabledAt: at(0, '00:00') }),
    await addWebhook(other.id),
  ];
  await deliver(plant, at(0, '05:00'));
  await check(at(1, '06:00'));
  const counts = await Promise.all(webhooks.map(async (each) => (await told(each)).length));
  expect(counts).toEqual([1, 1, 0, 0, 0]);
});

test('two processes that look at once tell once', async () => {
  const { deps, addCustomer, addPlant, addWebhook, deliver, told, setNow } = opened();
  const customer = await addCustomer();
  const plant = await addPlant(customer.id, 'a');
  const webhook = await addWebhook(customer.id);
  await deliver(plant, at(0, '05:00'));
  setNow(at(1, '08:00'));
  await Promise.all([0, 1].map(() => notifyLate(deps, 'production.late')));
  expect(await told(webhook)).toHaveLength(1);
});

test('a forecast that came since the folder was last looked at is not late', async () => {
  const { deps, addCustomer, addPlant, addWebhook, told, check } = opened();
  const customer = await addCustomer();
  const plant = await addPlant(customer.id, 'a');
  const webhook = await addWebhook(customer.id);
  const run = { start: DAY, step: 60, microMw: [1] } as const;
  const version = { plantId: plant.id, file: 'f', knownAt: at(0, '05:00'), runs: [run] };
  await deps.deliveredForecasts.record(customer.id, [version]);
  await check(at(1, '06:00'));
  expect(await told(webhook)).toEqual([['forecast.late', '2026-01-13', 'a']]);
  const file = Buffer.from(';pred\n2026-01-14 01:00;1\n');
  await deps.objects.put(`${customer.folder}/normalized/a/x.csv`, file, 'text/csv');
  // The memory of objects is of now, which is after every day here.
  await check(new Date(Date.now() + MINUTE_MS));
  expect(await told(webhook)).toHaveLength(1);
});

test('a customer whose folder cannot be read is logged, and the next one is told', async () => {
  const { deps, warnings, addCustomer, addPlant, addWebhook, told, setNow } = opened();
  const run = { start: DAY, step: 60, microMw: [1] } as const;
  const webhooks: Webhook[] = [];
  const folders: (string | null)[] = [];
  for (const file of ['a', 'b']) {
    const customer = await addCustomer();
    const plant = await addPlant(customer.id, file);
    const version = { plantId: plant.id, file, knownAt: at(0, '05:00'), runs: [run] };
    await deps.deliveredForecasts.record(customer.id, [version]);
    webhooks.push(await addWebhook(customer.id));
    folders.push(customer.folder);
  }
  const { objects } = deps;
  const broken = {
    list: objects.list.bind(objects),
    get: objects.get.bind(objects),
    listFolders(prefix: string) {
      if (prefix.startsWith(`${folders[0]}/`)) throw new SolanoError('objects_unavailable', 'gone');
      return objects.listFolders(prefix);
    },
  };
  setNow(at(1, '06:00'));
  await notifyLate({ ...deps, objects: broken }, 'forecast.late');
  expect(warnings).toHaveLength(1);
  expect(await Promise.all(webhooks.map(told))).toEqual([
    [],
    [['forecast.late', '2026-01-13', 'b']],
  ]);
});

test('folders are not looked at again for what was told', async () => {
  const { deps, addCustomer, addPlant, addWebhook, setNow } = opened();
  const customer = await addCustomer();
  const plant = await addPlant(customer.id, 'a');
  await addWebhook(customer.id);
  const run = { start: DAY, step: 60, microMw: [1] } as const;
  const version = { plantId: plant.id, file: 'f', knownAt: at(0, '05:00'), runs: [run] };
  await deps.deliveredForecasts.record(customer.id, [version]);
  let listings = 0;
  const { objects } = deps;
  const counted = {
    list: objects.list.bind(objects),
    get: objects.get.bind(objects),
    listFolders(prefix: string) {
      listings += 1;
      return objects.listFolders(prefix);
    },
  };
  for (const time of ['06:00', '06:01', '06:02']) {
    setNow(at(1, time));
    await notifyLate({ ...deps, objects: counted }, 'forecast.late');
  }
  expect(listings).toBe(1);
});
