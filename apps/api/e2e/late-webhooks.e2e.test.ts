import { join } from 'node:path';
import { DirectoryObjectStore } from '@solano/directory';
import { anEntry, SOURCE } from '@solano/domain/contracts';
import { lateDeliverySchedule } from '@solano/domain/forecasting/jobs';
import { issueKey } from '@solano/domain/service';
import { LateEvent } from '@solano/schemas';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { openService, type TestService } from './service.ts';
import { openEndpoint, type Received } from './webhook-endpoint.ts';

const PATH = '/api/v0/webhooks';
const EVENTS = ['production.late', 'forecast.late'];
/** After the time of the service, which finds nothing late. */
const DELIVERED_AT = new Date('2031-05-04T05:10:00Z');

let service: TestService;
let key: string;
let customerId: string;

beforeAll(async () => {
  service = await openService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' });
  const { customer } = await service.customer('Norte');
  customerId = customer.id;
  const scopes = ['webhooks', 'plants'];
  key = (await issueKey(service.stores, SOURCE, 'Norte', { scopes })).token;
});
afterAll(() => service[Symbol.asyncDispose]());

interface Added {
  readonly id: string;
  readonly secret: string;
  readonly events: readonly string[];
}

async function add(body: object): Promise<Added> {
  const response = await service.call('POST', PATH, { key, body });
  expect(response.status).toBe(201);
  return response.json as Added;
}

const messageOf = ({ headers, body }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };

/** Looks for late deliveries at a time, as one process does. */
function look(clock: () => Date): Promise<void> {
  const deps = {
    ...service.stores,
    clock,
    objects: new DirectoryObjectStore(join(service.folder, 'objects')),
    readForecastRuns: async () => [],
    log: { info() {}, warn() {}, error() {} },
  };
  return lateDeliverySchedule(deps).run();
}

test('a webhook has the events of late deliveries only where they are named', async () => {
  await using endpoint = await openEndpoint();
  const { events, id } = await add({ url: endpoint.url });
  expect(events).toEqual(['purchase.completed', 'purchase.failed']);
  const changed = await service.call('PATCH', `${PATH}/${id}`, { key, body: { events: EVENTS } });
  expect(changed.json).toMatchObject({ events: EVENTS });
  const named = await add({ url: endpoint.url, events: EVENTS });
  expect(named.events).toEqual(EVENTS);
  const tested = await service.call('POST', `${PATH}/${named.id}/test`, { key });
  expect(tested.json).toMatchObject({ status: 204, error: '' });
  const [message] = endpoint.received;
  expect(messageOf(message as Received, named.secret).type).toBe('webhook.test');
  for (const each of [id, named.id]) await service.call('DELETE', `${PATH}/${each}`, { key });
});

test('a webhook that names production.late receives one message for the plants that are late', async () => {
  await using endpoint = await openEndpoint();
  const { id, secret } = await add({ url: endpoint.url, events: ['production.late'] });
  const usual = await add({ url: endpoint.url });
  const plantId = await addPlant(service, key, 'Muxia');
  const run = { start: DELIVERED_AT.getTime() - 600_000, step: 5, microMw: [1] } as const;
  const series = { kind: 'production', plantId } as const;
  const delivery = { customerId, deliveredAt: DELIVERED_AT };
  await service.stores.measurements.record(delivery, [{ series, runs: [run] }], anEntry());
  const clock = () => new Date('2031-05-05T06:10:30Z');
  await Promise.all([look(clock), look(clock)]);
  await look(() => new Date('2031-05-05T20:00:00Z'));
  await endpoint.until(1);
  const message = messageOf(endpoint.received[0] as Received, secret);
  // The document describes it so.
  expect(LateEvent.parse(message)).toEqual(message);
  expect(message).toMatchObject({
    type: 'production.late',
    data: {
      day: '2031-05-05',
      plants: [
        {
          id: plantId,
          plant: 'Muxia',
          last_delivered_at: DELIVERED_AT.toISOString(),
          expected_by: '2031-05-05T06:10:00.000Z',
        },
      ],
    },
  });
  const deliveries = async (of: string) =>
    (await service.call('GET', `${PATH}/${of}/deliveries`, { key })).json;
  expect(await deliveries(id)).toHaveLength(1);
  expect(await deliveries(usual.id)).toEqual([]);
});
