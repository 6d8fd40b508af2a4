import { aWebhook } from '@solano/domain/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import { PRICE_EVENTS, type WebhookMessage } from '@solano/domain/service';
import { TextSource } from '@solano/domain/test/text-source';
import { MemoryDatabase, MemoryMarketDataStore, MemoryPriceStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { DocumentPoller } from './document-poller.ts';
import { PRICE_LIMITS } from './limits.ts';
import { expectedAt } from './series.ts';

const MD = 'md_pdbc_spain';
const DAY = '2026-11-22';
const EXPECTED_AT = expectedAt(MD, DAY);
const PLAN = { everyMs: 5 * MINUTE_MS, seed: 'seed' };

/** A poller of one source of day-ahead prices, and the messages of one day that a webhook got. */
function openPoller() {
  const database = new MemoryDatabase();
  const webhook = aWebhook(crypto.randomUUID(), { events: [...PRICE_EVENTS] });
  database.webhooks.set(webhook.id, webhook);
  const omie = new TextSource('omie');
  let now = EXPECTED_AT;
  const deps = {
    market: new MemoryMarketDataStore(database),
    prices: new MemoryPriceStore(database),
    sources: [omie],
    objects: { put: async () => {} },
    limits: PRICE_LIMITS,
    clock: () => new Date(now),
    newId: () => crypto.randomUUID(),
    messageText: (message: WebhookMessage) => JSON.stringify(message),
    digestOf: (content: Uint8Array) => Buffer.from(content).toString(),
    pause: async () => {},
    queue: { add: async () => {} },
    log: { info() {}, warn() {}, error() {} },
  };
  /** Polls at an instant (ms), in a process that starts then. */
  const pollAt = (at: number) => {
    now = at;
    return new DocumentPoller(deps, PLAN).poll();
  };
  const messages = () => {
    const bodies = Array.from(database.deliveries.values(), ({ body }) => {
      return JSON.parse(body) as PriceMessage;
    });
    return bodies.filter(({ data }) => data.day === DAY);
  };
  return { omie, pollAt, messages };
}

interface PriceMessage {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

test('webhooks are notified once that a day is late, then of its prices, then of a revision', async () => {
  const { omie, pollAt, messages } = openPoller();
  for (const minutes of [1, 30, 59]) await pollAt(EXPECTED_AT + minutes * MINUTE_MS);
  expect(messages()).toEqual([]);
  for (const minutes of [66, 71, 120]) await pollAt(EXPECTED_AT + minutes * MINUTE_MS);
  const about = { region: 'spain', market: MD, session: 'MD', day: DAY };
  const late = {
    type: 'prices.late',
    timestamp: new Date(EXPECTED_AT + 66 * MINUTE_MS).toISOString(),
    data: {
      ...about,
      status: 'missing',
      source: null,
      revision: null,
      expectedAt: new Date(EXPECTED_AT).toISOString(),
    },
  };
  expect(messages()).toEqual([late]);
  omie.texts.set(1, '50');
  await pollAt(EXPECTED_AT + 3 * HOUR_MS);
  await pollAt(EXPECTED_AT + 3 * HOUR_MS + 6 * MINUTE_MS);
  omie.texts.set(2, '60');
  await pollAt(EXPECTED_AT + 4 * HOUR_MS);
  // The same prices once more are no news.
  omie.texts.set(3, '60');
  await pollAt(EXPECTED_AT + 5 * HOUR_MS);
  omie.texts.set(4, 'cancelled');
  await pollAt(EXPECTED_AT + 6 * HOUR_MS);
  expect(messages().slice(1)).toMatchObject([
    {
      type: 'prices.published',
      data: { ...about, status: 'realised', source: 'omie', revision: 1 },
    },
    { type: 'prices.revised', data: { ...about, status: 'realised', source: 'omie', revision: 2 } },
    {
      type: 'prices.revised',
      data: { ...about, status: 'cancelled', source: 'omie', revision: 4 },
    },
  ]);
});

test('a service that starts a day later notifies nobody of delays that it missed', async () => {
  const { pollAt, messages } = openPoller();
  await pollAt(EXPECTED_AT + DAY_MS + HOUR_MS);
  await pollAt(EXPECTED_AT + DAY_MS + 2 * HOUR_MS);
  expect(messages()).toEqual([]);
});
