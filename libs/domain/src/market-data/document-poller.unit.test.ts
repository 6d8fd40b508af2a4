import { aWebhook } from '@solano/domain/contracts';
import { TextSource } from '@solano/domain/test/text-source';
import { MemoryDatabase, MemoryMarketDataStore, MemoryPriceStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts';
import type { WebhookMessage } from '../webhooks/message.ts';
import { PRICE_EVENTS } from '../webhooks/webhook.ts';
import { DocumentPoller } from './document-poller.ts';
import { PRICE_LIMITS } from './limits.ts';
import { expectedAt } from './series.ts';

const MD = 'md_pdbc_spain';
const DAY = '2026-11-22';
const USUAL = expectedAt(MD, DAY);
const PLAN = { everyMs: 5 * MINUTE_MS, seed: 'seed' };

/** Looks for the day-ahead prices of a source, and the messages that a webhook got of one day. */
function openLooks() {
  const database = new MemoryDatabase();
  const webhook = aWebhook(crypto.randomUUID(), { events: [...PRICE_EVENTS] });
  database.webhooks.set(webhook.id, webhook);
  const omie = new TextSource('omie');
  let now = USUAL;
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
  /** Looks as a process that starts at that instant (ms) does. */
  const lookAt = (at: number) => {
    now = at;
    return new DocumentPoller(deps, PLAN).poll();
  };
  const messages = () => {
    const bodies = Array.from(database.deliveries.values(), ({ body }) => {
      return JSON.parse(body) as PriceMessage;
    });
    return bodies.filter(({ data }) => data.day === DAY);
  };
  return { omie, lookAt, messages };
}

interface PriceMessage {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

test('webhooks learn once that a day is late, then that it is there, and what is revised', async () => {
  const { omie, lookAt, messages } = openLooks();
  for (const minutes of [1, 30, 59]) await lookAt(USUAL + minutes * MINUTE_MS);
  expect(messages()).toEqual([]);
  for (const minutes of [66, 71, 120]) await lookAt(USUAL + minutes * MINUTE_MS);
  const about = { region: 'spain', market: MD, session: 'MD', day: DAY };
  const late = {
    type: 'prices.late',
    timestamp: new Date(USUAL + 66 * MINUTE_MS).toISOString(),
    data: {
      ...about,
      status: 'missing',
      source: null,
      revision: null,
      expectedAt: new Date(USUAL).toISOString(),
    },
  };
  expect(messages()).toEqual([late]);
  omie.texts.set(1, '50');
  await lookAt(USUAL + 3 * HOUR_MS);
  await lookAt(USUAL + 3 * HOUR_MS + 6 * MINUTE_MS);
  omie.texts.set(2, '60');
  await lookAt(USUAL + 4 * HOUR_MS);
  // The same prices once more are no news.
  omie.texts.set(3, '60');
  await lookAt(USUAL + 5 * HOUR_MS);
  omie.texts.set(4, 'cancelled');
  await lookAt(USUAL + 6 * HOUR_MS);
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
  const { lookAt, messages } = openLooks();
  await lookAt(USUAL + DAY_MS + HOUR_MS);
  await lookAt(USUAL + DAY_MS + 2 * HOUR_MS);
  expect(messages()).toEqual([]);
});
