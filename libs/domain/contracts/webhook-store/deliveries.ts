import type { DeliveryCursor, NewDelivery } from '@solano/domain';
import { expect, test } from 'vitest';
import { addedDeliveries, addedWebhook, later, ODD_TEXTS } from '../examples.ts';
import { atOnce } from '../outcome.ts';
import type { OpenStores, Stores, TwoHandles } from '../stores.ts';
import { openForSuite } from '../stores.ts';

const NOBODY_BEFORE = later(1_000_000);

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

/** Walks over all pending deliveries in pages; `visit` sees each before the next is asked for. */
async function walk(
  { webhooks }: Stores,
  limit: number,
  visit: (page: DeliveryCursor[]) => Promise<unknown> = async () => {},
): Promise<DeliveryCursor[]> {
  const walked: DeliveryCursor[] = [];
  for (;;) {
    const page = await webhooks.pending(NOBODY_BEFORE, walked.at(-1), limit);
    expect(page.length).toBeLessThanOrEqual(limit);
    walked.push(...page);
    // A cursor that does not get on would be asked for ever.
    expect(walked.length).toBeLessThan(1_000);
    await visit(page);
    if (page.length < limit) return walked;
  }
}

function ids(records: readonly { readonly id: string }[]): string[] {
  return records.map(({ id }) => id);
}

/** The tests of a WebhookStore's deliveries, but for how a purchase's change adds them. */
export function webhookDeliveries(open: OpenStores): void {
  const handles = openForSuite(open);
  settling(handles);
  walking(open);
  forgetting(open);
}

function settling(handles: TwoHandles): void {
  test.each(['delivered', 'failed'] as const)('are settled as %s, once', async (status) => {
    const { here, there } = handles;
    const [delivery, other] = await addAll(here, [{}, {}]);
    const { id } = delivery as NewDelivery;
    await here.webhooks.settle(id, { status, at: later(3), error: 'why' });
    const settled = { ...delivery, status, settledAt: later(3), error: 'why' };
    expect((await there.webhooks.delivery(id))?.delivery).toEqual(settled);
    for (const again of ['delivered', 'failed'] as const) {
      await there.webhooks.settle(id, { status: again, at: later(9), error: 'again' });
    }
    expect((await here.webhooks.delivery(id))?.delivery).toEqual(settled);
    const untouched = await there.webhooks.delivery(other?.id as string);
    expect(untouched?.delivery).toMatchObject({ status: 'pending', settledAt: null, error: '' });
  });

  test.each(ODD_TEXTS)('keep the reason as given: %s', async (_, error) => {
    const { here, there } = handles;
    const [delivery] = await addAll(here, [{}]);
    const { id } = delivery as NewDelivery;
    await here.webhooks.settle(id, { status: 'failed', at: later(3), error });
    expect((await there.webhooks.delivery(id))?.delivery.error).toBe(error);
  });

  test('are settled by one of twenty at once', async () => {
    const { here, there } = handles;
    const [delivery] = await addAll(here, [{}]);
    const { id } = delivery as NewDelivery;
    const read = async () => (await here.webhooks.delivery(id))?.delivery;
    const seen = await atOnce(20, async (i) => {
      const outcome = { status: 'failed', at: later(i), error: `${i}` } as const;
      await (i % 2 ? here : there).webhooks.settle(id, outcome);
      return (await read())?.error;
    });
    expect(new Set(seen).size).toBe(1);
    expect(await read()).toMatchObject({ error: seen[0], settledAt: later(Number(seen[0])) });
  });

  test('are copied', async () => {
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

/** Each has a storage of its own, for the walk goes over all customers. */
function walking(open: OpenStores): void {
  test('are walked over while they are pending, before the time, of every customer', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    expect(await walk(stores, 10)).toEqual([]);
    const times = [5, 3, 4, 9].map((ms) => ({ createdAt: later(ms) }));
    const [five, three, four] = (await addAll(stores, times)) as [
      NewDelivery,
      NewDelivery,
      NewDelivery,
    ];
    const [other] = await addAll(stores, [{ createdAt: later(1) }]);
    await settleAll(stores, [four]);
    const found = await stores.webhooks.pending(later(9), undefined, 10);
    const expected = [other as NewDelivery, three, five];
    expect(found).toEqual(expected.map(({ id, createdAt }) => ({ id, createdAt })));
    found[0]?.createdAt.setTime(0);
    expect(await stores.webhooks.pending(later(5), undefined, 1)).toMatchObject([
      { id: other?.id },
    ]);
    expect(ids(await stores.webhooks.pending(later(5), undefined, 10))).toHaveLength(2);
  });

  test.each([1, 4, 7, 25, 26])('are lost and repeated in no pages of %d', async (limit) => {
    await using fixture = await open();
    const other = await fixture.reopen();
    const fields = Array.from({ length: 25 }, (_, i) => ({ createdAt: later(i % 3) }));
    const added = await addAll(fixture.stores, fields);
    const walked = await walk(other, limit);
    const expected = added.toSorted((a, b) => {
      return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
    });
    expect(ids(walked)).toEqual(ids(expected));
  });

  test('are not lost when each page is settled before the next', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const fields = Array.from({ length: 23 }, (_, i) => ({ createdAt: later(i >> 3) }));
    const added = await addAll(stores, fields);
    const byId = new Map(added.map((each) => [each.id, each]));
    const walked = await walk(stores, 5, (page) => {
      return settleAll(
        stores,
        page.map(({ id }) => byId.get(id) as NewDelivery),
      );
    });
    expect(ids(walked).toSorted()).toEqual(ids(added).toSorted());
    expect(await walk(stores, 5)).toEqual([]);
  });
}

/** With storages of their own, for what all customers have is forgotten. */
function forgetting(open: OpenStores): void {
  test('are forgotten a number at a time, when they were settled before the time', async () => {
    await using fixture = await open();
    const { stores } = fixture;
    const other = await fixture.reopen();
    const added = await addAll(
      stores,
      Array.from({ length: 8 }, () => ({ createdAt: later(-9) })),
    );
    for (const [i, delivery] of added.slice(0, 7).entries()) await settleAll(stores, [delivery], i);
    const forget = (limit: number) => other.webhooks.forgetSettled(later(5), limit);
    expect([await forget(3), await forget(3), await forget(3)]).toEqual([3, 2, 0]);
    const left = await Promise.all(added.map(({ id }) => stores.webhooks.delivery(id)));
    expect(left.flatMap((each) => each?.delivery.id ?? [])).toEqual(ids(added.slice(5)));
    expect(await other.webhooks.forgetSettled(later(1_000_000), 10)).toBe(2);
    expect(ids(await walk(stores, 10))).toEqual(ids(added.slice(7)));
  });

  test('are each forgotten once by two at once', async () => {
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
    const counts = await atOnce(10, (i) => {
      return (i % 2 ? stores : other).webhooks.forgetSettled(later(5), 7);
    });
    const rest = await stores.webhooks.forgetSettled(later(5), 100);
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(40);
  });
}
