import type { Purchase } from '@solano/domain/desk';
import { MAX_WEBHOOKS, type NewDelivery, type Webhook } from '@solano/domain/service';
import { expect, test } from 'vitest';
import {
  aChange,
  aDelivery,
  addedDeliveries,
  addedWebhook,
  anEntry,
  aPurchase,
  EXACT_JSON,
  later,
  ODD_TEXTS,
} from '../examples.ts';
import { codeOf, concurrently, errorOf } from '../outcome.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** Adds a webhook and a purchase of its customer. */
async function addedPair(stores: Stores): Promise<{ webhook: Webhook; purchase: Purchase }> {
  const webhook = await addedWebhook(stores);
  const purchase = aPurchase(webhook.customerId);
  await stores.purchases.add(purchase, '[]', { entry: anEntry() });
  return { webhook, purchase };
}

async function change(
  { purchases }: Stores,
  id: string,
  deliveries: readonly NewDelivery[],
): Promise<unknown> {
  return purchases.update(id, (present) => aChange(present, { status: 'failed', deliveries }));
}

/** The tests of the deliveries that come with a purchase's change. */
export function purchaseDeliveries(handles: TwoHandles): void {
  keeping(handles);
  leavingOut(handles);
  rollback(handles);
}

function keeping(handles: TwoHandles): void {
  test('webhook messages are added with the change, pending', async () => {
    const { here, there } = handles;
    const { webhook, purchase } = await addedPair(here);
    const other = await addedWebhook(here, { customerId: webhook.customerId });
    const deliveries = [
      aDelivery(webhook.id, { body: EXACT_JSON, createdAt: later(5) }),
      aDelivery(other.id, { event: 'purchase.failed' }),
    ];
    await change(here, purchase.id, deliveries);
    expect(await there.purchases.get(purchase.id)).toMatchObject({ status: 'failed' });
    for (const [i, each] of deliveries.entries()) {
      expect(await there.webhooks.delivery(each.id)).toEqual({
        delivery: {
          ...each,
          purchaseId: purchase.id,
          status: 'pending',
          settledAt: null,
          error: '',
        },
        webhook: [webhook, other][i],
      });
    }
  });

  test.each(ODD_TEXTS)('webhook messages keep their body to the letter: %s', async (_, body) => {
    const { here, there } = handles;
    const { webhook, purchase } = await addedPair(here);
    const delivery = aDelivery(webhook.id, { body });
    await change(here, purchase.id, [delivery]);
    expect((await there.webhooks.delivery(delivery.id))?.delivery.body).toBe(body);
  });

  test('webhook messages may be added with every change, and with a status that stays', async () => {
    const { here, there } = handles;
    const { webhook, purchase } = await addedPair(here);
    const deliveries = Array.from({ length: 20 }, () => aDelivery(webhook.id));
    await concurrently(20, (i) => {
      return change(i % 2 ? here : there, purchase.id, deliveries.slice(i, i + 1));
    });
    for (const { id } of deliveries) expect(await here.webhooks.delivery(id)).toBeDefined();
  });

  test('webhook messages are copied', async () => {
    const { here } = handles;
    const { webhook, purchase } = await addedPair(here);
    const delivery = aDelivery(webhook.id, { createdAt: later(5) });
    const copy = structuredClone(delivery);
    await change(here, purchase.id, [delivery]);
    delivery.createdAt.setTime(0);
    Object.assign(delivery, { body: 'changed' });
    expect((await here.webhooks.delivery(copy.id))?.delivery).toMatchObject(copy);
  });
}

function leavingOut(handles: TwoHandles): void {
  test.each(['removed', 'disabled', 'not there'])(
    'webhook messages are left out where the webhook is %s, and the rest is kept',
    async (state) => {
      const { here, there } = handles;
      const { webhook, purchase } = await addedPair(here);
      const { id, customerId } = await addedWebhook(here, { customerId: webhook.customerId });
      if (state === 'removed') await there.webhooks.remove(id, anEntry());
      if (state === 'disabled') await there.webhooks.disable(id, anEntry({ at: later(1) }));
      const gone = aDelivery(state === 'not there' ? crypto.randomUUID() : id);
      const kept = aDelivery(webhook.id);
      await change(here, purchase.id, [gone, kept]);
      expect(await there.webhooks.delivery(gone.id)).toBeUndefined();
      expect(await there.webhooks.delivery(kept.id)).toBeDefined();
      expect(await there.purchases.get(purchase.id)).toMatchObject({
        status: 'failed',
        customerId,
      });
    },
  );

  test('a change is made with or without the messages of a webhook that is removed at once', async () => {
    const { here, there } = handles;
    const { customerId } = await addedWebhook(here);
    await concurrently(MAX_WEBHOOKS - 1, async () => {
      const webhook = await addedWebhook(here, { customerId });
      const purchase = aPurchase(customerId);
      await here.purchases.add(purchase, '[]', { entry: anEntry() });
      const delivery = aDelivery(webhook.id);
      const removal = there.webhooks.remove(webhook.id, anEntry());
      await Promise.all([change(here, purchase.id, [delivery]), removal]);
      expect(await there.webhooks.delivery(delivery.id)).toBeUndefined();
      expect(await there.purchases.get(purchase.id)).toMatchObject({ status: 'failed' });
    });
  });
}

function rollback(handles: TwoHandles): void {
  test('webhook messages are none when the change throws', async () => {
    const { here, there } = handles;
    const { webhook, purchase } = await addedPair(here);
    const delivery = aDelivery(webhook.id);
    const error = new RangeError('from the change');
    const rejected = here.purchases.update(purchase.id, (present) => {
      Object.assign(present, { deliveries: [delivery] });
      throw error;
    });
    expect(await errorOf(rejected)).toBe(error);
    expect(await there.webhooks.delivery(delivery.id)).toBeUndefined();
  });

  test('a message with the id of another leaves everything as it was', async () => {
    const { here, there } = handles;
    const { webhook, purchase } = await addedPair(here);
    const [taken] = await addedDeliveries(here, webhook, [{}]);
    const given = [aDelivery(webhook.id), aDelivery(webhook.id, { id: taken?.id as string })];
    expect(await codeOf(change(here, purchase.id, given))).toBe('already_exists');
    await expectUnchanged(there, purchase);
    expect(await there.webhooks.delivery(given[0]?.id as string)).toBeUndefined();
    expect((await there.webhooks.delivery(taken?.id as string))?.delivery).toMatchObject(
      taken ?? {},
    );
  });

  test('two messages with one id leave everything as it was', async () => {
    const { here, there } = handles;
    const { webhook, purchase } = await addedPair(here);
    const delivery = aDelivery(webhook.id);
    const given = [delivery, { ...delivery, body: 'second' }];
    expect(await codeOf(change(here, purchase.id, given))).toBe('already_exists');
    await expectUnchanged(there, purchase);
    expect(await there.webhooks.delivery(delivery.id)).toBeUndefined();
  });
}

async function expectUnchanged({ purchases }: Stores, purchase: Purchase): Promise<void> {
  expect(await purchases.get(purchase.id)).toEqual(purchase);
  expect(await purchases.history(purchase.id)).toHaveLength(1);
}
