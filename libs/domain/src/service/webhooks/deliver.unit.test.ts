import { OPEN_CIPHER } from '@solano/domain/contracts';
import { SolanoError } from '@solano/domain/kernel';
import { MemoryDatabase, MemoryWebhookStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { deliverySteps, purgeDeliveries } from './deliver.ts';
import { OutboundCalls } from './outbound-calls.ts';
import type { Delivery, Webhook } from './webhook.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const IDS = { deliveryId: 'd1', webhookId: 'w1' };

const webhook: Webhook = {
  id: 'w1',
  customerId: 'c1',
  url: 'https://customer.example/hook?token=hidden',
  events: ['purchase.completed'],
  secret: 'whsec_AAAA',
  createdAt: NOW,
  disabledAt: null,
  gateClosingMinutes: 60,
};

function deliveryOf(state: Partial<Delivery> = {}): Delivery {
  return {
    id: 'd1',
    webhookId: 'w1',
    event: 'purchase.completed',
    body: '{}',
    createdAt: NOW,
    status: 'pending',
    settledAt: null,
    error: '',
    ...state,
  };
}

/** Counts how much is purged at a time. */
class WatchedWebhooks extends MemoryWebhookStore {
  readonly purged: [Date, number][] = [];

  override async purgeSettled(before: Date, limit: number) {
    this.purged.push([before, limit]);
    return this.purged.length < 2 ? limit : 0;
  }
}

/** Deliveries to one webhook. */
function storeOf(given: readonly Delivery[], state: Partial<Webhook> = {}) {
  const database = new MemoryDatabase();
  database.webhooks.set('w1', { ...webhook, ...state });
  for (const each of given) database.deliveries.set(each.id, { ...each, purchaseId: 'p1' });
  return {
    database,
    webhooks: new WatchedWebhooks(database),
    deliveries: () =>
      [...database.deliveries.values()].map(({ purchaseId, ...each }) => {
        expect(purchaseId).toBe('p1');
        return each;
      }),
    disabledAt: () => database.webhooks.get('w1')?.disabledAt,
  };
}

/** The steps over one delivery, `d1`, whose endpoint returns the errors one by one. */
function setUp(state: Partial<Delivery> = {}, errors: Error[] = [], hook: Partial<Webhook> = {}) {
  const store = storeOf([deliveryOf(state)], hook);
  const sent: [string, string, Date][] = [];
  const { logged, log } = keptLog();
  const sender = {
    check() {},
    async send({ url }: { url: string }, { id }: { id: string }, at: Date) {
      sent.push([url, id, at]);
      const error = errors.shift();
      if (error) throw error;
    },
  };
  const deps = {
    webhooks: store.webhooks,
    sender,
    cipher: OPEN_CIPHER,
    calls: new OutboundCalls(),
    clock: () => NOW,
    log,
  };
  return { ...store, deps, steps: deliverySteps(deps), sent, logged };
}

function keptLog() {
  const logged: [level: string, fields: object, message: string][] = [];
  const at = (level: string) => (fields: object, message: string) => {
    logged.push([level, fields, message]);
  };
  return { logged, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}

describe('sending a delivery', () => {
  test('sending settles a delivered message', async () => {
    const { steps, sent, deliveries, logged } = setUp();
    await steps.send('d1', 1);
    expect(sent).toEqual([[webhook.url, 'd1', NOW]]);
    expect(deliveries()).toEqual([deliveryOf({ status: 'delivered', settledAt: NOW })]);
    expect(logged).toEqual([]);
  });

  test.each<[string, string, Partial<Delivery>]>([
    ['that is gone', 'd2', {}],
    ['that was delivered', 'd1', { status: 'delivered', settledAt: NOW }],
    ['that failed', 'd1', { status: 'failed', settledAt: NOW, error: 'why' }],
  ])('sending does nothing for a delivery %s', async (_, id, state) => {
    const { steps, sent, deliveries } = setUp(state);
    await steps.send(id, 1);
    expect(sent).toEqual([]);
    expect(deliveries()).toEqual([deliveryOf(state)]);
  });

  test('sending fails without a request where the webhook is disabled', async () => {
    const { steps, sent, deliveries } = setUp({}, [], { disabledAt: NOW });
    await steps.send('d1', 1);
    expect(sent).toEqual([]);
    const error = 'The webhook is not in use any more.';
    expect(deliveries()).toEqual([deliveryOf({ status: 'failed', settledAt: NOW, error })]);
  });

  test.each([
    ['webhook_rejected', null],
    ['webhook_gone', NOW],
  ] as const)(
    'sending fails permanently with %s; the webhook is disabled since %s',
    async (code, disabled) => {
      const error = new SolanoError(code, 'Never again.');
      const { steps, deliveries, disabledAt, logged } = setUp({}, [error]);
      await steps.send('d1', 2);
      const settled = { status: 'failed', settledAt: NOW, error: 'Never again.' } as const;
      expect(deliveries()).toEqual([deliveryOf(settled)]);
      expect(disabledAt()).toEqual(disabled);
      expect(logged).toEqual([['warn', { ...IDS, err: error }, 'Never again.']]);
    },
  );

  test('sending records that the webhook is gone, without the secrets that its URL may hold', async () => {
    const { steps, database } = setUp({}, [new SolanoError('webhook_gone', 'Gone.')]);
    database.deliveries.set('d2', { ...deliveryOf({ id: 'd2' }), purchaseId: 'p1' });
    await steps.send('d1', 1);
    await steps.send('d2', 1);
    const subject = 'w1 https://customer.example';
    const common = { at: NOW, actor: 'service', action: 'webhook.disable', customerId: 'c1' };
    expect(database.audit).toEqual([{ ...common, subject, origin: '', requestId: null }]);
  });

  test('sending is retried where its webhook could not be disabled', async () => {
    const { deps, disabledAt, deliveries } = setUp({}, [new SolanoError('webhook_gone', 'Gone.')]);
    const away = new SolanoError('store_unavailable', 'away');
    Object.assign(deps.webhooks, { disable: () => Promise.reject(away) });
    await expect(deliverySteps(deps).send('d1', 1)).rejects.toBe(away);
    expect([disabledAt(), deliveries()]).toEqual([null, [deliveryOf()]]);
  });

  test.each([
    new SolanoError('webhook_unavailable', 'The endpoint answered 500.'),
    new TypeError('odd'),
  ])('sending is retried after %s, which the first attempt logs', async (error) => {
    const { steps, sent, deliveries, logged } = setUp({}, [error, error]);
    await expect(steps.send('d1', 1)).rejects.toBe(error);
    await expect(steps.send('d1', 2)).rejects.toBe(error);
    expect(deliveries()).toEqual([deliveryOf()]);
    await steps.send('d1', 3);
    expect(sent).toHaveLength(3);
    expect(logged).toEqual([['warn', { ...IDS, err: error }, expect.any(String)]]);
  });

  test('sending is retried while the store is unavailable', async () => {
    const { deps, logged } = setUp();
    const away = new SolanoError('store_unavailable', 'away');
    Object.assign(deps.webhooks, { delivery: () => Promise.reject(away) });
    await expect(deliverySteps(deps).send('d1', 1)).rejects.toBe(away);
    expect(logged).toEqual([['warn', { deliveryId: 'd1', err: away }, expect.any(String)]]);
  });
});

describe('a message of three days ago', () => {
  const createdAt = new Date(NOW.getTime() - 3 * 86_400_000);
  const error = 'The endpoint did not take the message: the service gave up.';

  test('a message of three days ago is not retried any more', async () => {
    const { steps, sent, deliveries } = setUp({ createdAt });
    await steps.send('d1', 2);
    expect(sent).toEqual([]);
    const failed = { createdAt, status: 'failed', settledAt: NOW, error } as const;
    expect(deliveries()).toEqual([deliveryOf(failed)]);
  });

  test('a message of three days ago is sent where it never was, and a newer one is retried', async () => {
    const first = setUp({ createdAt });
    await first.steps.send('d1', 1);
    const younger = setUp({ createdAt: new Date(createdAt.getTime() + 1) });
    await younger.steps.send('d1', 40);
    expect([...first.sent, ...younger.sent]).toHaveLength(2);
  });
});

test('a message that could not be signed is given up without a word about the endpoint', async () => {
  const unreadable = new SolanoError('webhook_unavailable', 'The signing secret cannot be read.');
  const cipher = {
    decrypt() {
      throw unreadable;
    },
  };
  const { deps, sent, deliveries } = setUp();
  const steps = deliverySteps({ ...deps, cipher });
  await expect(steps.send('d1', 1)).rejects.toBe(unreadable);
  await steps.abandon('d1');
  const error =
    'The service could not sign the message, as it lacks the key of the webhook’s secret, and gave up.';
  expect(deliveries()).toEqual([deliveryOf({ status: 'failed', settledAt: NOW, error })]);
  expect(sent).toEqual([]);
});

test('an abandoned delivery has failed, once', async () => {
  const { steps, deliveries } = setUp();
  await steps.abandon('d1');
  const error = 'The endpoint did not take the message: the service gave up.';
  expect(deliveries()).toEqual([deliveryOf({ status: 'failed', settledAt: NOW, error })]);
});

test('deliveries that were settled thirty days ago are purged, a bounded number at a time', async () => {
  const { deps } = setUp();
  await purgeDeliveries(deps);
  const one = [new Date('2026-10-22T10:00:00Z'), 5_000];
  expect(deps.webhooks.purged).toEqual([one, one]);
});
