import { SOURCE } from '@solano/domain/contracts';
import { PurchaseInputs, RealisedCurves } from '@solano/domain/desk';
import { planSchedule } from '@solano/domain/desk/jobs';
import { quartersOfDate } from '@solano/domain/kernel';
import { issueKey } from '@solano/domain/service';
import { PurchasePlan, ReplannedEvent } from '@solano/schemas';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPredicted } from './hourly-prediction.ts';
import { outputsWithBids } from './own-bids.ts';
import { idOf, settled, type TestService } from './service.ts';
import { openEndpoint } from './webhook-endpoint.ts';

const DAY = '2031-05-05';
const LABELS = [`${DAY} 10:00`, `${DAY} 11:00`];

let service: TestService;
let key: string;
let otherKey: string;

beforeAll(async () => {
  ({ service, key, otherKey } = await openPredicted(['40', '70.5'], {
    WEBHOOK_PRIVATE_ADDRESSES: 'allow',
  }));
});
afterAll(() => service[Symbol.asyncDispose]());

/** A purchase of 10 MW in each hour, with bids of the customer's own. */
async function submit(): Promise<string> {
  const body = { purchase: LABELS.map((datetime) => ({ datetime, purchase: 10 })) };
  const path = '/api/v0/user/ana/submit-purchase?retailer_id=r';
  const id = idOf(await service.call('POST', path, { key, body }));
  await settled(service, key, 'ana', id);
  const outputs = outputsWithBids(LABELS);
  await service.call('PUT', `/api/v0/user/ana/purchase/${id}/update`, { key, body: { outputs } });
  return id;
}

function plan(id: string, by = key) {
  return service.call('GET', `/api/v0/user/ana/purchase/${id}/plan`, { key: by });
}

async function decide(id: string, idmodel: number) {
  const path = `/api/v0/user/ana/purchase/${id}/decision`;
  expect(await service.call('POST', path, { key, body: { idmodel } })).toMatchObject({
    status: 201,
  });
}

/** Looks for what is new, as one process does at an instant. */
function look(now: string): Promise<void> {
  const { stores } = service;
  const inputs = new PurchaseInputs({ ...stores, software: 'test' });
  const log = { info() {}, warn() {}, error: (fields: object) => expect(fields).toBeNull() };
  const clock = () => new Date(now);
  const caches = { realisedCurves: new RealisedCurves(), inputs };
  return planSchedule({ ...stores, ...caches, clock, log }).run();
}

async function publish(price: number, version: number): Promise<void> {
  const ends = quartersOfDate(DAY);
  const day = { market: 'md_pdbc_spain', date: DAY, version, stepMinutes: 15 } as const;
  const prices = ends.map(() => price);
  await service.stores.prices.putRealised([{ ...day, source: 'omie', ends, prices }]);
}

test('a plan goes from the bids of the purchase to those for the rest, and notifies webhooks once', async () => {
  await using endpoint = await openEndpoint();
  const body = { url: endpoint.url, events: ['purchase.replanned'] };
  const scopes = ['webhooks'];
  const { token } = await issueKey(service.stores, SOURCE, 'Comercializadora', { scopes });
  const added = await service.call('POST', '/api/v0/webhooks', { key: token, body });
  expect(added.status).toBe(201);
  const { secret } = added.json as { secret: string };
  const id = await submit();
  await decide(id, 7);
  const first = await plan(id);
  expect(first).toMatchObject({
    status: 200,
    json: {
      sessions: [
        { session: 'MD', status: 'open', bought_mwh: 0, average_price: null, cost: '0.00' },
        { session: 'MID1', status: 'open' },
        { session: 'MID2', status: 'open' },
      ],
      next: {
        session: 'MD',
        day: DAY,
        closes_at: '2031-05-04T10:00:00.000Z',
        periods: LABELS.map((datetime) => ({
          datetime,
          side: 'buy',
          steps: [
            { price: '4000.00', mw: 2 },
            { price: '50.00', mw: 4 },
          ],
        })),
      },
      left_mwh: 20,
      left: [],
    },
  });
  // Strict: a field by another name would be dropped by the schema.
  expect(PurchasePlan.parse(first.json)).toEqual(first.json);

  await look('2031-05-04T09:00:00Z');
  await publish(50_000, 1);
  await Promise.all([look('2031-05-04T11:40:00Z'), look('2031-05-04T11:40:00Z')]);
  await look('2031-05-04T11:41:00Z');
  await publish(52_000, 2);
  await look('2031-05-04T11:42:00Z');
  await endpoint.until(1);
  const second = await plan(id);
  expect(second.json).toMatchObject({
    sessions: [
      {
        session: 'MD',
        status: 'cleared',
        bought_mwh: 12,
        average_price: '50.00',
        cost: '603.00',
        revised_price: '52.00',
        rests_on: 'decision',
      },
      { session: 'MID1', status: 'open', bought_mwh: 0 },
      { session: 'MID2', status: 'open' },
    ],
    next: { session: 'MID1', day: DAY, periods: [{ side: 'buy' }, { side: 'buy' }] },
    left_mwh: 8,
  });
  expect(PurchasePlan.parse(second.json)).toEqual(second.json);
  const [{ headers, body: text }] = endpoint.received as [(typeof endpoint.received)[number]];
  const message = new Webhook(secret).verify(text, headers as Record<string, string>);
  expect(ReplannedEvent.parse(message)).toEqual(message);
  expect(message).toMatchObject({
    type: 'purchase.replanned',
    data: { id, user: 'ana', retailer_id: 'r', session: 'MID1', day: DAY, revision: 1, bid_mwh: 8 },
  });
  expect(endpoint.received).toHaveLength(1);
});

test('a plan is rejected for another decision, and another customer’s purchase', async () => {
  const id = await submit();
  const error = 'The purchase has no plan: its decision that counts is not model 7.';
  expect(await plan(id)).toMatchObject({ status: 409, json: { error } });
  await decide(id, 7);
  expect(await plan(id)).toMatchObject({ status: 200 });
  expect(await plan(id, otherKey)).toMatchObject({
    status: 404,
    json: { error: 'Purchase not found.' },
  });
  expect(await plan(crypto.randomUUID())).toMatchObject({ status: 404 });
});
