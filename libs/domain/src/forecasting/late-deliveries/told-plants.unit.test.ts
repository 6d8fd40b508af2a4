import { aCustomer, aDelivery, anEntry, aPlant, aWebhook } from '@solano/domain/contracts';
import { HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
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
import { notifyLate } from './late-deliveries.ts';

const DELIVERED_AT = new Date('2026-01-12T05:00:00Z');
const LATE_AT = Date.parse('2026-01-13T06:00:00Z');

test('a plant is told once a day, also where a thousand other messages follow', async () => {
  const database = new MemoryDatabase();
  const webhooks = new MemoryWebhookStore(database);
  const plants = new MemoryPlantStore(database);
  const measurements = new MemoryMeasurementStore(database);
  const customers = new MemoryCustomerStore(database);
  const customer = aCustomer();
  await customers.add(customer, anEntry());
  const webhook = aWebhook(customer.id, { events: ['purchase.completed', 'production.late'] });
  await webhooks.add(webhook, anEntry());
  const deliver = async (deliveredAt: Date) => {
    const plant = aPlant(customer.id);
    await plants.add(plant, anEntry());
    const run = { start: DELIVERED_AT.getTime() - HOUR_MS, step: 60, microMw: [1] } as const;
    const series = { kind: 'production', plantId: plant.id } as const;
    const delivery = { customerId: customer.id, deliveredAt };
    await measurements.record(delivery, [{ series, runs: [run] }], anEntry());
    return plant.id;
  };
  const first = await deliver(DELIVERED_AT);
  const second = await deliver(new Date(DELIVERED_AT.getTime() + MINUTE_MS));
  const notify = (at: number) =>
    notifyLate(
      {
        customers,
        plants,
        measurements,
        webhooks,
        deliveredForecasts: new MemoryDeliveredForecastStore(database),
        objects: new MemoryObjectStore(),
        readForecastRuns: async () => [],
        digest,
        secrets: { digest },
        messageText: (message: object) => JSON.stringify(message),
        clock: () => new Date(at),
        log: { info() {}, warn() {}, error() {} },
      },
      'production.late',
    );
  await notify(LATE_AT);
  const createdAt = new Date(LATE_AT + 1);
  const others = Array.from({ length: 1_000 }, () => aDelivery(webhook.id, { createdAt }));
  await webhooks.addDeliveries(others);
  await notify(LATE_AT + MINUTE_MS);
  const told = (await webhooks.deliveries(webhook.id, 2_000))
    .filter(({ event }) => event === 'production.late')
    .map(({ body }) => JSON.parse(body) as { data: { plants: { id: string }[] } })
    .flatMap(({ data }) => data.plants.map(({ id }) => id));
  expect(told.toSorted()).toEqual([first, second].toSorted());
});
