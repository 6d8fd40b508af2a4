import { WEBHOOK_EVENTS, type Webhook } from '@solano/domain/service';
import { MemoryDatabase, MemoryPurchaseStore, MemoryWebhookStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { isSettled, type Purchase, type PurchaseStatus, type StoredOutput } from './purchase.ts';
import type { PurchaseUpdate } from './update-purchase.ts';
import { readError, readPurchase, readStatus, updatePurchase } from './update-purchase.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const purchase: Purchase = {
  id: 'p1',
  customerId: 'c1',
  user: 'ana',
  retailer: 'r1',
  status: 'pending',
  error: '',
  rows: 2,
  deliversFrom: null,
  deliversTo: null,
  requestId: 'r-1',
  wasSettled: false,
  createdAt: new Date('2026-11-21T09:00:00Z'),
  updatedAt: new Date('2026-11-21T09:00:00Z'),
};
const before: StoredOutput[] = [{ idmodel: 1, json: '{"idmodel":1,"value":{}}' }];
const sent: StoredOutput[] = [{ idmodel: 3, json: '{"idmodel":3,"value":{}}' }];
const author = { actor: 'key k1', origin: '192.0.2.1', requestId: 'r-2' };
const mine = { id: 'p1', user: 'ana', customerId: 'c1' };

const webhook: Webhook = {
  id: 'w1',
  customerId: 'c1',
  url: 'https://customer.example/hook',
  events: WEBHOOK_EVENTS,
  secret: 'whsec_AAAA',
  createdAt: purchase.createdAt,
  disabledAt: null,
  gateClosingMinutes: 60,
};

/** Counts how often the webhooks of a purchase are read. */
class CountedWebhooks extends MemoryWebhookStore {
  reads = 0;

  override ofPurchase(id: string) {
    this.reads += 1;
    return super.ofPurchase(id);
  }
}

const messageText = (message: object) => JSON.stringify(message);

/** One purchase with its outputs, and the webhooks of its customer. */
function storeOf(state: Partial<Purchase> = {}, given: readonly Webhook[] = []) {
  const database = new MemoryDatabase();
  const row = { purchase: { ...purchase, ...state }, series: '[]', outputs: before, history: [] };
  database.purchases.set('p1', row);
  for (const each of given) database.webhooks.set(each.id, each);
  let made = 0;
  const newId = () => {
    made += 1;
    return `d${made}`;
  };
  const store = new MemoryPurchaseStore(database);
  const webhooks = new CountedWebhooks(database);
  const deps = { webhooks, newId, messageText, purchases: store, clock: () => NOW };
  return {
    store,
    webhooks,
    update: (wanted: Partial<PurchaseUpdate>, address = mine as { id: string; user: string }) =>
      updatePurchase(deps, address, { outputs: sent, source: 'customer', author, ...wanted }),
    deliveries: () => [...database.deliveries.values()],
    entries: database.audit,
    record: () => database.purchases.get('p1')?.purchase,
    outputs: () => database.purchases.get('p1')?.outputs,
  };
}

describe('an update by the customer', () => {
  test.each(['failed', 'pending', 'in_progress', 'completed'] as const)(
    'an update by the customer may set any status: %s',
    async (status) => {
      for (const old of ['failed', 'pending', 'in_progress', 'completed'] as const) {
        const { update, outputs } = storeOf({ status: old });
        expect(await update({ status, error: 'why' })).toEqual({
          ...purchase,
          status,
          error: 'why',
          updatedAt: NOW,
          wasSettled: isSettled({ status }),
        });
        expect(outputs()).toEqual(sent);
      }
    },
  );

  test('an update by the customer leaves status and error as they are without either', async () => {
    const { update, outputs } = storeOf({ status: 'failed', error: 'old' });
    expect(await update({})).toMatchObject({ status: 'failed', error: 'old', updatedAt: NOW });
    expect(outputs()).toEqual(sent);
  });

  test('an update by the customer may change the error alone without a status, also to nothing', async () => {
    const { update } = storeOf({ status: 'failed', error: 'old' });
    expect(await update({ error: '' })).toMatchObject({ status: 'failed', error: '' });
  });

  test('an update by the customer may remove all outputs', async () => {
    const { update, outputs } = storeOf();
    await update({ outputs: [] });
    expect(outputs()).toEqual([]);
  });
});

describe('an update by the workflow', () => {
  test.each(['completed', 'failed'] as const)(
    'an update by the workflow changes nothing once the purchase is %s',
    async (settled) => {
      for (const status of ['in_progress', 'completed', 'failed'] as const) {
        const { update, record, outputs } = storeOf({ status: settled, error: 'mine' });
        const response = await update({ status, error: 'late', source: 'workflow' });
        expect(response).toEqual({ ...purchase, status: settled, error: 'mine' });
        expect(record()).toEqual(response);
        expect(outputs()).toEqual(before);
      }
    },
  );

  test('an update by the workflow changes nothing once the purchase was settled, whatever was set since', async () => {
    for (const source of ['workflow', 'customer'] as const) {
      const { update, record, outputs } = storeOf();
      await update({ status: 'completed', source });
      await update({ status: 'pending', outputs: before });
      for (const status of ['in_progress', 'completed', 'failed'] as const) {
        await update({ status, error: 'late', source: 'workflow' });
      }
      expect(record()).toMatchObject({ status: 'pending', error: '', wasSettled: true });
      expect(outputs()).toEqual(before);
    }
  });

  test.each(['pending', 'in_progress'] as const)(
    'an update by the workflow completes a purchase that is %s',
    async (status) => {
      const { update, outputs } = storeOf({ status });
      expect(await update({ status: 'completed', source: 'workflow' })).toMatchObject({
        status: 'completed',
      });
      expect(outputs()).toEqual(sent);
    },
  );

  test('an update by the workflow does not restore older outputs when it begins', async () => {
    const { update, outputs } = storeOf();
    await update({ status: 'in_progress', outputs: [], source: 'workflow' });
    expect(outputs()).toEqual(before);
  });

  test('an update by the workflow needs no customer', async () => {
    const { update } = storeOf();
    const late = { status: 'completed', source: 'workflow' } as const;
    expect(await update(late, { id: 'p1', user: 'ana' })).toMatchObject({ status: 'completed' });
  });
});

describe('the webhooks of a customer', () => {
  test.each(['completed', 'failed'] as const)(
    'the webhooks of a customer are notified of a purchase that %s',
    async (status) => {
      for (const source of ['customer', 'workflow'] as const) {
        const { update, deliveries } = storeOf({ status: 'in_progress' }, [webhook]);
        await update({ status, error: 'why', source });
        const event = `purchase.${status}`;
        expect(deliveries()).toMatchObject([
          { id: 'd1', webhookId: 'w1', event, body: expect.any(String), createdAt: NOW },
        ]);
        expect(JSON.parse(deliveries()[0]?.body ?? '')).toEqual({
          type: event,
          timestamp: '2026-11-21T10:00:00.000Z',
          data: {
            id: 'p1',
            user: 'ana',
            retailer: 'r1',
            status,
            error: 'why',
            rows: 2,
            createdAt: '2026-11-21T09:00:00.000Z',
            updatedAt: '2026-11-21T10:00:00.000Z',
          },
        });
      }
    },
  );

  test.each<[PurchaseStatus, PurchaseStatus | undefined, string[]]>([
    ['pending', 'in_progress', []],
    ['pending', 'completed', ['purchase.completed']],
    ['completed', 'completed', []],
    ['completed', 'failed', ['purchase.failed']],
    ['failed', 'completed', ['purchase.completed']],
    ['failed', 'pending', []],
    ['failed', undefined, []],
  ])(
    'the webhooks of a customer are notified by the customer’s change from %s to %s of %j',
    async (before, status, events) => {
      const { update, deliveries } = storeOf({ status: before }, [webhook]);
      await update(status ? { status } : {});
      expect(deliveries().map(({ event }) => event)).toEqual(events);
    },
  );

  test('the webhooks of a customer are not notified of a report of the workflow that is too late', async () => {
    const { update, deliveries } = storeOf({ status: 'failed' }, [webhook]);
    await update({ status: 'completed', source: 'workflow' });
    expect(deliveries()).toEqual([]);
  });

  test('the webhooks of a customer are notified of the events that they subscribe to', async () => {
    const events = [['purchase.failed'], ['purchase.completed'], WEBHOOK_EVENTS] as const;
    const webhooks = events.map((each, i) => ({ ...webhook, id: `w${i}`, events: each }));
    const { update, deliveries } = storeOf({}, webhooks);
    await update({ status: 'failed' });
    expect(deliveries().map(({ webhookId }) => webhookId)).toEqual(['w0', 'w2']);
  });

  test('the webhooks of a customer are not read where no purchase is settled', async () => {
    const { update, webhooks } = storeOf({}, [webhook]);
    for (const reported of [{}, { status: 'in_progress' }, { status: 'pending' }] as const) {
      await update(reported);
    }
    expect(webhooks.reads).toBe(0);
  });

  test('the webhooks of a customer are not notified of purchases of another customer', async () => {
    const { update, deliveries } = storeOf({}, [webhook]);
    const address = { ...mine, customerId: 'c2' };
    await expect(update({ status: 'failed' }, address)).rejects.toThrow('not found');
    expect(deliveries()).toEqual([]);
  });
});

describe('the audit log', () => {
  test('the audit log names who made the change, and the owner of the purchase', async () => {
    const { update, entries } = storeOf();
    await update({ status: 'completed' });
    const change = { action: 'purchase.update', customerId: 'c1', subject: 'p1' };
    expect(entries).toEqual([{ ...author, at: NOW, ...change }]);
  });

  test('the audit log has no entry for a report of the workflow that is too late', async () => {
    const { update, entries } = storeOf({ status: 'failed' });
    await update({ status: 'completed', source: 'workflow' });
    expect(entries).toEqual([]);
  });
});

describe('a purchase that is not the caller’s', () => {
  test.each([
    ['another customer', { ...mine, customerId: 'c2' }],
    ['another user', { ...mine, user: 'berta' }],
    ['another user of a callback', { id: 'p1', user: 'berta' }],
    ['another id', { ...mine, id: 'p2' }],
    ['a user in another case', { ...mine, user: 'Ana' }],
  ])(
    'a purchase that is not the caller’s is not found by %s, and nothing is changed',
    async (_, address) => {
      const { store, update, record, outputs } = storeOf();
      const notFound = { code: 'purchase_not_found', message: 'Purchase not found.' };
      await expect(update({ status: 'failed' }, address)).rejects.toMatchObject(notFound);
      await expect(readPurchase(store, address)).rejects.toMatchObject(notFound);
      expect(record()).toEqual(purchase);
      expect(outputs()).toEqual(before);
    },
  );
});

test.each([
  [undefined, before],
  [1, before],
  [2, []],
])('the outputs are read for idmodel %s', async (idmodel, outputs) => {
  expect(await readPurchase(storeOf().store, mine, idmodel)).toEqual({ purchase, outputs });
});

describe('the status of a body', () => {
  test.each(['failed', 'pending', 'in_progress', 'completed', undefined])(
    'the status of a body may be %s',
    (status) => {
      expect(readStatus(status)).toBe(status);
    },
  );

  test.each(['done', 'Completed', '', null, 1, ['failed']])(
    'the status of a body cannot be %j',
    (status) => {
      expect(() => readStatus(status)).toThrow(
        expect.objectContaining({
          code: 'invalid_request',
          message: "Field 'status' must be one of: failed, pending, in_progress, completed",
        }),
      );
    },
  );
});

describe('the error of a body', () => {
  test.each([
    [undefined, undefined],
    [null, ''],
    ['', ''],
    ['why', 'why'],
  ])('the error %j is read as %j', (given, read) => {
    expect(readError(given)).toBe(read);
  });

  test.each([1, false, {}, []])('the error cannot be %j', (given) => {
    expect(() => readError(given)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});

test.each<[PurchaseStatus, boolean]>([
  ['pending', false],
  ['in_progress', false],
  ['completed', true],
  ['failed', true],
])('the status %s is settled: %s', (status, settled) => {
  expect(isSettled({ status })).toBe(settled);
});
