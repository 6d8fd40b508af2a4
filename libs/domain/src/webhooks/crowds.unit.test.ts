import { describe, expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import { deliverySteps } from './deliver.ts';
import type { DeliveryStatus, WebhookStore } from './webhook.ts';

const down = () => new SolanoError('webhook_unavailable', 'The endpoint answered 500.');
const AT = new Date('2026-11-21T10:00:00Z');

/** The steps over so many messages to one webhook, `d0` and so on. `answer` is the endpoint's. */
function setUp(count: number, answer: (id: string) => Promise<void>) {
  const status = new Map<string, DeliveryStatus>();
  for (let i = 0; i < count; i += 1) status.set(`d${i}`, 'pending');
  const time = { ms: AT.getTime() };
  const sent: string[] = [];
  const logged: { readonly delivery_id?: string }[] = [];
  const sender = {
    check() {},
    send(_: unknown, { id }: { id: string }) {
      sent.push(id);
      return answer(id);
    },
  };
  const clock = () => new Date(time.ms);
  const log = { info() {}, warn: (fields: object) => logged.push(fields), error() {} };
  const steps = deliverySteps({ webhooks: storeOf(status), sender, clock, log });
  /** Tries them all at once, and counts those that are not done with. */
  const tryAll = async (attempt = 1) => {
    const tries = [...status.keys()].map((id) => steps.send(id, attempt));
    return (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected').length;
  };
  const delivered = () => [...status.values()].filter((each) => each === 'delivered').length;
  return { steps, tryAll, time, sent, logged, delivered };
}

function storeOf(status: Map<string, DeliveryStatus>): WebhookStore {
  const state = { settledAt: null, error: '', createdAt: AT } as const;
  const message = { webhookId: 'w1', event: 'purchase.completed', body: '{}' } as const;
  const at = { url: 'https://customer.example/', events: [], secret: '', customerId: 'c1' };
  const webhook = { id: 'w1', ...at, createdAt: AT, disabledAt: null };
  return {
    add: unused,
    list: unused,
    get: unused,
    remove: unused,
    disable: unused,
    ofPurchase: unused,
    pending: unused,
    forgetSettled: unused,
    async delivery(id) {
      const delivery = { id, status: status.get(id) ?? 'failed', ...message, ...state };
      return { delivery, webhook };
    },
    async settle(id, outcome) {
      status.set(id, outcome.status);
    },
  };
}

async function unused(): Promise<never> {
  return expect.unreachable();
}

describe('a crowd of messages', () => {
  test('to an endpoint that hangs is refused but for four, at once and without a word', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { steps, sent, logged } = setUp(20, () => promise);
    const held = [0, 1, 2, 3].map((i) => steps.send(`d${i}`, 1));
    await expect(steps.send('d4', 1)).rejects.toMatchObject({ code: 'webhook_unavailable' });
    expect(sent).toEqual(['d0', 'd1', 'd2', 'd3']);
    expect(logged).toEqual([]);
    resolve();
    await Promise.all(held);
  });

  test('to an endpoint that is well is sent by those that have a turn, each once', async () => {
    const { tryAll, sent, delivered } = setUp(200, async () => {});
    expect(await tryAll()).toBe(196);
    expect([delivered(), new Set(sent).size, sent.length]).toEqual([200, 200, 200]);
    expect(await tryAll(2)).toBe(0);
    expect(sent).toHaveLength(200);
  });

  test('is sent so for ten seconds; what is left the engine tries', async () => {
    const set = setUp(20, async () => {
      set.time.ms += 2_500;
    });
    await set.tryAll();
    const first = set.delivered();
    expect(first).toBeLessThan(12);
    await set.tryAll(2);
    expect(set.delivered()).toBeGreaterThan(first);
  });

  test('is left alone after failures, with a word for each that was tried and for the pause', async () => {
    const { tryAll, time, sent, logged } = setUp(20, () => Promise.reject(down()));
    expect(await tryAll()).toBe(20);
    expect(await tryAll(2)).toBe(20);
    expect(sent).toHaveLength(4);
    const told = logged.map(({ delivery_id }) => delivery_id ?? 'the webhook').sort();
    expect(told).toEqual(['d0', 'd1', 'd2', 'd3', 'the webhook']);
    time.ms += 10_000;
    await tryAll(3);
    expect(sent).toHaveLength(8);
  });

  test('is sent at once when the endpoint is well again', async () => {
    let isDown = true;
    const set = setUp(20, () => (isDown ? Promise.reject(down()) : Promise.resolve()));
    await set.tryAll();
    isDown = false;
    set.time.ms += 10_000;
    await set.steps.send('d0', 2);
    // The four that failed are the engine's to try again; those refused are not made to wait.
    expect(set.delivered()).toBe(17);
  });
});

test('a message that is on its way is not sent again meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { steps, sent } = setUp(1, () => promise);
  const first = steps.send('d0', 1);
  await expect(steps.send('d0', 2)).rejects.toMatchObject({ code: 'webhook_unavailable' });
  resolve();
  await first;
  expect(sent).toEqual(['d0']);
});
