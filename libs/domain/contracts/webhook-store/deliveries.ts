import type { NewDelivery, Webhook } from '@solano/domain/service';
import { expect, test } from 'vitest';
import {
  aDelivery,
  addedDeliveries,
  addedWebhook,
  anEntry,
  aPurchase,
  later,
  ODD_TEXTS,
} from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';

const ANY_ID: unknown = expect.any(String);

/** Adds deliveries to a webhook of their own. */
async function addAll(stores: Stores, fields: readonly Partial<NewDelivery>[]) {
  return addedDeliveries(stores, await addedWebhook(stores), fields);
}

async function settleAll(
  { webhooks }: Stores,
  deliveries: readonly NewDelivery[],
  ms = 1,
): Promise<void> {
  const outcome = { status: 'delivered', at: later(ms), error: '' } as const;
  for (const { id } of deliveries) await webhooks.settle(id, outcome);
}

function ids(records: readonly { readonly id: string }[]): string[] {
  return records.map(({ id }) => id);
}

/** The tests of a WebhookStore's deliveries, but for how a purchase's change adds them. */
export function webhookDeliveries(open: OpenStores): void {
  const handles = openForSuite(open);
  listing(handles);
  listingSince(handles);
  adding(handles);
  replaying(handles);
  settling(handles);
  purging(open);
}

function listing(handles: TwoHandles): void {
  test('deliveries are listed newest first, those of one webhook only', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const times = [3, 1, 2].map((ms) => ({ createdAt: later(ms) }));
    const [third, first, second] = await addedDeliveries(here, webhook, times);
    await addAll(here, [{}]);
    const { webhooks } = there;
    expect(ids(await webhooks.deliveries(webhook.id, 10))).toEqual(
      ids([third, second, first] as NewDelivery[]),
    );
    const state = { status: 'pending', settledAt: null, error: '' };
    expect(await webhooks.deliveries(webhook.id, 1)).toEqual([{ ...third, ...state }]);
  });
}

function listingSince(handles: TwoHandles): void {
  test('deliveries of an event since a time are listed newest first, those of one webhook only', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const late = { event: 'production.late' } as const;
    const [, from, newer] = await addedDeliveries(here, webhook, [
      { ...late, createdAt: later(1) },
      { ...late, createdAt: later(2) },
      { ...late, createdAt: later(3) },
      { event: 'forecast.late', createdAt: later(3) },
    ]);
    await addAll(here, [{ ...late, createdAt: later(3) }]);
    const since = (id: string) => there.webhooks.deliveriesSince(id, late.event, later(2));
    expect(ids(await since(webhook.id))).toEqual(ids([newer, from] as NewDelivery[]));
    expect(await since('no such id')).toEqual([]);
  });
}

/** A purchase of the webhook's customer, and what makes messages about it. */
async function aboutPurchase(stores: Stores, { id: webhookId, customerId }: Webhook) {
  const purchase = aPurchase(customerId);
  await stores.purchases.add(purchase, '[]', { entry: anEntry() });
  return (fields: Partial<NewDelivery> = {}) => {
    const delivery = aDelivery(webhookId, { event: 'gate.closing', ...fields });
    return { ...delivery, purchaseId: purchase.id };
  };
}

function adding(handles: TwoHandles): void {
  test('deliveries are added once, with those that are new beside them', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const aMessage = await aboutPurchase(here, webhook);
    const [first, second] = [aMessage({ createdAt: later(1) }), aMessage({ createdAt: later(2) })];
    await here.webhooks.addDeliveries([first]);
    await there.webhooks.addDeliveries([{ ...first, body: '"other"' }, second]);
    const { purchaseId: _, ...kept } = first;
    const found = await there.webhooks.deliveries(webhook.id, 10);
    expect(ids(found)).toEqual(ids([second, first]));
    expect(found[1]).toEqual({ ...kept, status: 'pending', settledAt: null, error: '' });
    const unknown = [crypto.randomUUID(), 'no such id'];
    const known = await here.webhooks.knownDeliveries([first.id, ...unknown, second.id]);
    expect(known).toEqual(new Set([first.id, second.id]));
    expect(await here.webhooks.knownDeliveries([])).toEqual(new Set());
  });

  test('deliveries about no purchase are added once, too', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const message = aDelivery(webhook.id, { event: 'forecast.late' });
    await concurrently(4, (i) => (i % 2 ? here : there).webhooks.addDeliveries([message]));
    expect(ids(await there.webhooks.deliveries(webhook.id, 10))).toEqual([message.id]);
  });

  test('deliveries are added by one of twenty at once', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const message = (await aboutPurchase(here, webhook))();
    await concurrently(20, (i) => (i % 2 ? here : there).webhooks.addDeliveries([message]));
    expect(ids(await here.webhooks.deliveries(webhook.id, 10))).toEqual([message.id]);
  });

  test('deliveries are left out where their webhook is disabled or deleted', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const disabled = await addedWebhook(here, {
      customerId: webhook.customerId,
      disabledAt: later(0),
    });
    const aMessage = await aboutPurchase(here, webhook);
    const kept = aMessage();
    const others = [
      aMessage({ webhookId: disabled.id }),
      aMessage({ webhookId: crypto.randomUUID() }),
    ];
    await here.webhooks.addDeliveries([kept, ...others]);
    const known = await there.webhooks.knownDeliveries(ids([kept, ...others]));
    expect(known).toEqual(new Set([kept.id]));
  });

  test('deliveries are all left out where one is about an unknown purchase', async () => {
    const { here } = handles;
    const webhook = await addedWebhook(here);
    const aMessage = await aboutPurchase(here, webhook);
    const lost = { ...aMessage(), purchaseId: crypto.randomUUID() };
    const adding = here.webhooks.addDeliveries([aMessage(), lost]);
    expect(await codeOf(adding)).toBe('not_found');
    expect(await here.webhooks.deliveries(webhook.id, 10)).toEqual([]);
  });
}

function replaying(handles: TwoHandles): void {
  test.each(['pending', 'failed'] as const)(
    'deliveries that are replayed are delivered: %s',
    async (status) => {
      const { here, there } = handles;
      const [delivery] = await addAll(here, [{}]);
      const { id } = delivery as NewDelivery;
      const failure = { status: 'failed', at: later(3), error: 'why' } as const;
      if (status === 'failed') await here.webhooks.settle(id, failure);
      await here.webhooks.replayed(id, anEntry({ at: later(5) }));
      const state = { status: 'delivered', settledAt: later(5), error: '' };
      const settled = { ...delivery, ...state, purchaseId: ANY_ID };
      expect((await there.webhooks.delivery(id))?.delivery).toEqual(settled);
    },
  );
}

function settling(handles: TwoHandles): void {
  test.each(['delivered', 'failed'] as const)(
    'deliveries are settled as %s, once',
    async (status) => {
      const { here, there } = handles;
      const [delivery, other] = await addAll(here, [{}, {}]);
      const { id } = delivery as NewDelivery;
      await here.webhooks.settle(id, { status, at: later(3), error: 'why' });
      const state = { status, settledAt: later(3), error: 'why' };
      const settled = { ...delivery, ...state, purchaseId: ANY_ID };
      expect((await there.webhooks.delivery(id))?.delivery).toEqual(settled);
      for (const again of ['delivered', 'failed'] as const) {
        await there.webhooks.settle(id, { status: again, at: later(9), error: 'again' });
      }
      expect((await here.webhooks.delivery(id))?.delivery).toEqual(settled);
      const untouched = await there.webhooks.delivery(other?.id as string);
      expect(untouched?.delivery).toMatchObject({ status: 'pending', settledAt: null, error: '' });
    },
  );

  test.each(ODD_TEXTS)('deliveries keep the reason to the letter: %s', async (_, error) => {
    const { here, there } = handles;
    const [delivery] = await addAll(here, [{}]);
    const { id } = delivery as NewDelivery;
    await here.webhooks.settle(id, { status: 'failed', at: later(3), error });
    expect((await there.webhooks.delivery(id))?.delivery.error).toBe(error);
  });

  test('deliveries are settled by one of twenty at once', async () => {
    const { here, there } = handles;
    const [delivery] = await addAll(here, [{}]);
    const { id } = delivery as NewDelivery;
    const read = async () => (await here.webhooks.delivery(id))?.delivery;
    const seen = await concurrently(20, async (i) => {
      const outcome = { status: 'failed', at: later(i), error: `${i}` } as const;
      await (i % 2 ? here : there).webhooks.settle(id, outcome);
      return (await read())?.error;
    });
    expect(new Set(seen).size).toBe(1);
    expect(await read()).toMatchObject({ error: seen[0], settledAt: later(Number(seen[0])) });
  });

  test('deliveries are copied', async () => {
    const { here } = handles;
    const [delivery] = await addAll(here, [{}]);
    const { id } = delivery as NewDelivery;
    const at = later(3);
    await here.webhooks.settle(id, { status: 'failed', at, error: '' });
    at.setTime(0);
    const out = (await here.webhooks.delivery(id))?.delivery;
    out?.createdAt.setTime(0);
    out?.settledAt?.setTime(0);
    Object.assign(out ?? {}, { body: 'changed' });
    const kept = { ...delivery, settledAt: later(3) };
    expect((await here.webhooks.delivery(id))?.delivery).toMatchObject(kept);
  });
}

/** With storages of their own, for what all customers have is purged. */
function purging(open: OpenStores): void {
  test('deliveries are purged in batches, when they were settled before the time', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const other = await fixture.reopen();
    const added = await addAll(
      stores,
      Array.from({ length: 8 }, () => ({ createdAt: later(-9) })),
    );
    for (const [i, delivery] of added.slice(0, 7).entries()) await settleAll(stores, [delivery], i);
    const purge = (limit: number) => other.webhooks.purgeSettled(later(5), limit);
    expect([await purge(3), await purge(3), await purge(3)]).toEqual([3, 2, 0]);
    const left = await Promise.all(added.map(({ id }) => stores.webhooks.delivery(id)));
    expect(left.flatMap((each) => each?.delivery.id ?? [])).toEqual(ids(added.slice(5)));
    expect(await other.webhooks.purgeSettled(later(1_000_000), 10)).toBe(2);
    const pending = await stores.webhooks.delivery(added[7]?.id as string);
    expect(pending?.delivery.status).toBe('pending');
  });

  test('deliveries are each purged once by two at once', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const other = await fixture.reopen();
    await settleAll(
      stores,
      await addAll(
        stores,
        Array.from({ length: 40 }, () => ({})),
      ),
    );
    const counts = await concurrently(10, (i) => {
      return (i % 2 ? stores : other).webhooks.purgeSettled(later(5), 7);
    });
    const rest = await stores.webhooks.purgeSettled(later(5), 100);
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(40);
  });
}
