import {
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
} from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import {
  addedCustomer,
  addedDeliveries,
  addedWebhook,
  anEntry,
  aPurchase,
  aWebhook,
  later,
  ODD_TEXTS,
  UNKNOWN_IDS,
} from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';
import { webhookDeliveries } from './deliveries.ts';

/** What every WebhookStore does. */
export function webhookStoreContract(name: string, open: OpenStores): void {
  describe(`WebhookStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('lookup', () => {
      lookUp(handles);
    });
    describe('rejections', () => {
      rejections(handles);
    });
    describe('removal', () => {
      removal(handles);
    });
    describe('disabling', () => {
      disabling(handles);
    });
    describe('change', () => {
      changing(handles);
    });
    describe('encryption', () => {
      encryption(open);
    });
    describe('of a purchase', () => {
      ofPurchase(handles);
    });
    describe('a hold', () => {
      holding(handles);
    });
    describe('copies', () => {
      copies(handles);
    });
    describe('deliveries', () => {
      webhookDeliveries(open);
    });
  });
}

function holding(handles: TwoHandles): void {
  test('a hold lasts until it is released, and the release is in the audit log once', async () => {
    const [here, there] = [handles.here.webhooks, handles.there.webhooks];
    const entry = anEntry({ action: 'webhooks.release' });
    expect(await here.heldSince()).toBeUndefined();
    expect(await here.release(entry)).toBe(false);
    await here.hold(later(1));
    await there.hold(later(2));
    expect(await there.heldSince()).toEqual(later(1));
    expect(await there.release(entry)).toBe(true);
    expect(await here.heldSince()).toBeUndefined();
    expect(await here.release(entry)).toBe(false);
    const entries = await handles.here.audit.list({ action: 'webhooks.release', limit: 10 });
    expect(entries).toHaveLength(1);
  });
}

function lookUp(handles: TwoHandles): void {
  test.each(ODD_TEXTS)('texts are kept to the letter: %s', async (_, text) => {
    const webhook = await addedWebhook(handles.here, { url: text, secret: text });
    expect(await handles.there.webhooks.get(webhook.id)).toEqual(webhook);
  });

  test.each([[[]], [['purchase.failed']], [['purchase.failed', 'purchase.completed']]])(
    'the events %j and both instants are kept',
    async (events) => {
      const fields = { createdAt: later(1), disabledAt: later(2) };
      const given = { ...fields, events: events as WebhookEvent[] };
      const webhook = await addedWebhook(handles.here, given);
      expect(await handles.there.webhooks.get(webhook.id)).toEqual(webhook);
      expect(await handles.there.webhooks.list(webhook.customerId)).toEqual([webhook]);
    },
  );

  test.each(UNKNOWN_IDS)('a lookup finds nothing for %s', async (_, id) => {
    const { webhooks } = handles.here;
    expect(await webhooks.get(id)).toBeUndefined();
    expect(await webhooks.list(id)).toEqual([]);
    expect(await webhooks.ofPurchase(id)).toEqual([]);
    expect(await webhooks.delivery(id)).toBeUndefined();
    expect(await webhooks.remove(id, anEntry())).toBe(false);
    expect(await webhooks.update(id, { url: '' }, anEntry())).toBeUndefined();
    expect(await webhooks.deliveries(id, 10)).toEqual([]);
    await webhooks.replayed(id, anEntry());
    await webhooks.disable(id, anEntry({ at: later(1) }));
    await webhooks.settle(id, { status: 'failed', at: later(1), error: '' });
  });

  test('a customer’s own webhooks are listed, oldest first', async () => {
    const { here, there } = handles;
    const [one, other] = [await addedCustomer(here), await addedCustomer(here)];
    const [second, third, first] = [2, 1_000, 1].map((ms) => {
      return aWebhook(one.id, { createdAt: later(ms), disabledAt: ms === 2 ? later(3) : null });
    }) as [Webhook, Webhook, Webhook];
    for (const webhook of [second, third, first, aWebhook(other.id)]) {
      await here.webhooks.add(webhook, anEntry());
    }
    expect(await there.webhooks.list(one.id)).toEqual([first, second, third]);
  });

  test('webhooks in use that subscribe to an event are listed, of all customers', async () => {
    const { here, there } = handles;
    const fields = { events: ['gate.closing', 'purchase.failed'] as const, gateClosingMinutes: 15 };
    const [second, first] = [
      await addedWebhook(here, { ...fields, createdAt: later(8) }),
      await addedWebhook(here, { ...fields, createdAt: later(7) }),
    ];
    await addedWebhook(here, { ...fields, disabledAt: later(9) });
    await addedWebhook(here);
    expect(await there.webhooks.subscribed('gate.closing')).toEqual([first, second]);
  });

  test('webhooks of one instant are listed in one order', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const added: string[] = [];
    for (let i = 0; i < 9; i += 1) added.push((await addedWebhook(here, { customerId })).id);
    const listed = await there.webhooks.list(customerId);
    expect(listed.map(({ id }) => id)).toEqual(added.toSorted());
  });
}

function changing(handles: TwoHandles): void {
  const entryOf = ({ customerId }: Webhook) => anEntry({ action: 'webhook.change', customerId });

  test.each<[string, WebhookChange]>([
    ['its URL and events', { url: 'https://other.example/', events: ['purchase.failed'] }],
    ['that it is in use', { disabledAt: null }],
    ['how long before a gate it receives messages', { gateClosingMinutes: 1440 }],
    [
      'its secrets',
      { secret: 'whsec_new', previousSecret: { secret: 'whsec_old', until: later(7) } },
    ],
  ])('a change of a webhook keeps %s, along with its audit entry', async (_, change) => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here, { disabledAt: later(1) });
    const changed = await here.webhooks.update(webhook.id, change, entryOf(webhook));
    expect(changed).toEqual({ ...webhook, ...change });
    expect(await there.webhooks.get(webhook.id)).toEqual(changed);
    const [entry] = await there.audit.list({ customerId: webhook.customerId, limit: 1 });
    expect(entry?.action).toBe('webhook.change');
  });

  test('a change of a webhook is stored with its audit entry, or not at all', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const bad = anEntry({ subject: 'nul\0' });
    const change = { url: 'https://other.example/' };
    expect(await codeOf(here.webhooks.update(webhook.id, change, bad))).toBe('invalid_request');
    expect(await there.webhooks.get(webhook.id)).toEqual(webhook);
  });
}

function rejections(handles: TwoHandles): void {
  test('an id that is taken, also by another customer, is rejected', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const { id: other } = await addedCustomer(here);
    const second = aWebhook(other, { id: webhook.id, url: 'https://example.org' });
    expect(await codeOf(there.webhooks.add(second, anEntry()))).toBe('already_exists');
    expect(await here.webhooks.get(webhook.id)).toEqual(webhook);
    expect(await here.webhooks.list(other)).toEqual([]);
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'no such id'])(
    'a webhook of an unknown customer is rejected: %s',
    async (customerId) => {
      const webhook = aWebhook(customerId);
      expect(await codeOf(handles.here.webhooks.add(webhook, anEntry()))).toBe('not_found');
      expect(await handles.here.webhooks.get(webhook.id)).toBeUndefined();
    },
  );

  test('a customer that adds sixty webhooks at once has exactly ten', async () => {
    const { here, there } = handles;
    const [{ id }, other] = [await addedCustomer(here), await addedCustomer(here)];
    await here.webhooks.add(aWebhook(other.id), anEntry());
    const codes = await concurrently(60, (i) => {
      return codeOf((i % 2 ? here : there).webhooks.add(aWebhook(id), anEntry()));
    });
    expect(codes.filter((code) => code === undefined)).toHaveLength(MAX_WEBHOOKS);
    expect(codes.filter((code) => code === 'limit_reached')).toHaveLength(60 - MAX_WEBHOOKS);
    const [first, ...others] = await here.webhooks.list(id);
    expect(others).toHaveLength(MAX_WEBHOOKS - 1);
    await here.webhooks.remove(first?.id ?? '', anEntry());
    await there.webhooks.add(aWebhook(id), anEntry());
  });
}

function removal(handles: TwoHandles): void {
  test('a removal deletes a webhook and its deliveries, and nothing else', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const other = await addedWebhook(here, { customerId: webhook.customerId });
    const [pending, settled] = await addedDeliveries(here, webhook, [{}, {}]);
    const [kept] = await addedDeliveries(here, other, [{}]);
    const outcome = { status: 'delivered', at: later(1), error: '' } as const;
    await here.webhooks.settle(settled?.id as string, outcome);
    expect(await there.webhooks.remove(webhook.id, anEntry())).toBe(true);
    expect(await here.webhooks.get(webhook.id)).toBeUndefined();
    expect(await here.webhooks.list(webhook.customerId)).toEqual([other]);
    expect(await here.webhooks.delivery(pending?.id as string)).toBeUndefined();
    expect(await here.webhooks.delivery(settled?.id as string)).toBeUndefined();
    expect(await here.webhooks.delivery(kept?.id as string)).toBeDefined();
    expect(await here.webhooks.remove(webhook.id, anEntry())).toBe(false);
  });

  test('a removal is made by one of twenty at once', async () => {
    const { here, there } = handles;
    const { id } = await addedWebhook(here);
    const removed = await concurrently(20, (i) =>
      (i % 2 ? here : there).webhooks.remove(id, anEntry()),
    );
    expect(removed.filter(Boolean)).toHaveLength(1);
  });
}

function disabling(handles: TwoHandles): void {
  test('disabling is recorded once and stays', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const other = await addedWebhook(here, { customerId: webhook.customerId });
    await here.webhooks.disable(webhook.id, anEntry({ at: later(5) }));
    const disabled = { ...webhook, disabledAt: later(5) };
    expect(await there.webhooks.get(webhook.id)).toEqual(disabled);
    for (const ms of [4, 6]) await there.webhooks.disable(webhook.id, anEntry({ at: later(ms) }));
    expect(await here.webhooks.get(webhook.id)).toEqual(disabled);
    expect(await here.webhooks.get(other.id)).toEqual(other);
  });

  test('disabling keeps existing deliveries', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const [delivery] = await addedDeliveries(here, webhook, [{}]);
    await here.webhooks.disable(webhook.id, anEntry({ at: later(5) }));
    expect(await there.webhooks.delivery(delivery?.id as string)).toMatchObject({
      delivery: { status: 'pending' },
      webhook: { disabledAt: later(5) },
    });
  });
}

function encryption(open: OpenStores): void {
  const until = later(7);
  const NEW = 'k2:';

  test('webhooks with a secret of another prefix are listed by id, page by page', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    await addedWebhook(stores, { secret: 'k2:a' });
    const others = [
      await addedWebhook(stores, { secret: 'k1:a' }),
      await addedWebhook(stores, { secret: 'whsec_a' }),
      await addedWebhook(stores, { secret: 'k2:', previousSecret: { secret: 'k1:b', until } }),
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await addedWebhook(stores, { secret: 'k2:b', previousSecret: { secret: 'k2:c', until } });
    const { webhooks } = stores;
    expect(await webhooks.notEncryptedWith(NEW, 10)).toEqual(others);
    expect(await webhooks.notEncryptedWith(NEW, 2)).toEqual(others.slice(0, 2));
    expect(await webhooks.notEncryptedWith(NEW, 10, others[1]?.id)).toEqual(others.slice(2));
  });

  test('encryption replaces both secrets, unless they were rotated meanwhile', async () => {
    await using fixture = await open();
    const { webhooks } = fixture.stores;
    const read = await addedWebhook(fixture.stores, {
      secret: 'k1:a',
      previousSecret: { secret: 'k1:b', until },
    });
    const again = { secret: 'k2:a', previousSecret: { secret: 'k2:b', until } };
    await webhooks.replaceSecrets(read, again);
    expect(await webhooks.get(read.id)).toEqual({ ...read, ...again });
    await webhooks.replaceSecrets(read, { secret: 'k3:a' });
    expect(await webhooks.get(read.id)).toEqual({ ...read, ...again });
    await webhooks.replaceSecrets(
      { ...read, ...again, previousSecret: { secret: '', until } },
      again,
    );
    const without = await addedWebhook(fixture.stores, { secret: 'whsec_a' });
    await webhooks.replaceSecrets(without, { secret: 'k2:d' });
    expect(await webhooks.get(without.id)).toEqual({ ...without, secret: 'k2:d' });
    const { previousSecret: _, ...others } = { ...read, ...again };
    await webhooks.replaceSecrets({ ...read, ...again }, { secret: 'k3:a' });
    expect(await webhooks.get(read.id)).toEqual({ ...others, secret: 'k3:a' });
  });
}

function ofPurchase(handles: TwoHandles): void {
  test('the webhooks of a purchase are those in use of its customer, oldest first', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const purchase = aPurchase(customerId);
    await here.purchases.add(purchase, '[]', { entry: anEntry() });
    expect(await there.webhooks.ofPurchase(purchase.id)).toEqual([]);
    const second = await addedWebhook(here, { customerId, createdAt: later(2) });
    const first = await addedWebhook(here, { customerId, createdAt: later(1), events: [] });
    const gone = await addedWebhook(here, { customerId, disabledAt: later(3) });
    await addedWebhook(here);
    expect(await there.webhooks.ofPurchase(purchase.id)).toEqual([first, second]);
    await here.webhooks.disable(first.id, anEntry({ at: later(3) }));
    expect(await there.webhooks.ofPurchase(purchase.id)).toEqual([second]);
    await here.webhooks.remove(second.id, anEntry());
    expect(await there.webhooks.ofPurchase(purchase.id)).toEqual([]);
    expect(await there.webhooks.ofPurchase(gone.id)).toEqual([]);
  });
}

function copies(handles: TwoHandles): void {
  const ways: Record<string, (webhook: Webhook) => Promise<Webhook | undefined>> = {
    add: async (webhook) => webhook,
    get: ({ id }) => handles.here.webhooks.get(id),
    list: async ({ customerId }) => (await handles.here.webhooks.list(customerId))[0],
    ofPurchase: async ({ customerId }) => {
      const purchase = aPurchase(customerId);
      await handles.here.purchases.add(purchase, '[]', { entry: anEntry() });
      return (await handles.here.webhooks.ofPurchase(purchase.id))[0];
    },
    delivery: async (webhook) => {
      const [delivery] = await addedDeliveries(handles.here, webhook, [{}]);
      return (await handles.here.webhooks.delivery(delivery?.id as string))?.webhook;
    },
  };

  test.each(Object.entries(ways))(
    'webhooks that %s accepts and returns are copies',
    async (_, way) => {
      const webhook = await addedWebhook(handles.here);
      const copy = structuredClone(webhook);
      const out = await way(webhook);
      expect(out).toEqual(copy);
      out?.createdAt.setTime(0);
      (out?.events as WebhookEvent[] | undefined)?.pop();
      Object.assign(out ?? {}, { url: 'changed' });
      expect(await handles.here.webhooks.get(copy.id)).toEqual(copy);
    },
  );

  test('the time of disabling is copied', async () => {
    const { webhooks } = handles.here;
    const { id } = await addedWebhook(handles.here);
    const at = later(1);
    await webhooks.disable(id, anEntry({ at }));
    at.setTime(0);
    expect(await webhooks.get(id)).toMatchObject({ disabledAt: later(1) });
  });
}
