import type { PastPurchase } from '@solano/domain/desk';
import { expect, test } from 'vitest';
import { addedCustomer, anEntry, aPurchase, INSTANT, later } from '../examples.ts';
import { codeOf } from '../outcome.ts';
import type { TwoHandles } from '../stores.ts';

const DECISION = {
  idmodel: 4,
  note: '',
  decidedAt: new Date(INSTANT),
  decidedBy: 'service',
} as const;
const DELIVERED = { from: new Date(0), before: later(1_000) };

function aPastPurchase(customerId: string, more: Partial<PastPurchase> = {}): PastPurchase {
  const settled = { status: 'completed', wasSettled: true, updatedAt: later(1) } as const;
  return {
    purchase: { ...aPurchase(customerId), ...settled },
    series: '[1]',
    history: [
      { status: 'pending', at: later(0), source: 'submission' },
      { status: 'completed', at: later(1), source: 'workflow' },
    ],
    outputs: [
      { idmodel: 4, json: '{"idmodel":4}' },
      { idmodel: 1, json: '{"idmodel":"á\\""}' },
    ],
    evaluation: { figures: '{}', prices: '[]', deliveredAt: new Date(INSTANT).toISOString() },
    realised: undefined,
    decision: DECISION,
    entries: [anEntry(), anEntry()],
    ...more,
  };
}

/** The tests of purchases that are added with what came of them. */
export function pastPurchases(handles: TwoHandles): void {
  test('a purchase of the past comes with its outputs, its decision and its history, and has no job', async () => {
    const { here, there } = handles;
    const past = aPastPurchase((await addedCustomer(here)).id);
    const { purchase, outputs, history } = past;
    await here.purchases.addPast([past]);
    expect(await there.purchases.read(purchase.id)).toEqual({ purchase, outputs });
    expect(await there.purchases.series(purchase.id)).toBe('[1]');
    expect(await there.purchases.history(purchase.id)).toEqual(history);
    expect(await there.decisions.list(purchase.id)).toEqual([DECISION]);
    expect(await there.evaluations.prices(purchase.id)).toBe('[]');
    // Where one has a job, another does not fit into a bound of one.
    const next = aPurchase(purchase.customerId);
    expect(
      await here.purchases.add(next, '[]', { entry: anEntry(), maxWaiting: 1 }),
    ).toBeUndefined();
  });

  test('purchases of the past are in the audit log and in the list, and their summaries are to be computed', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const past = [aPastPurchase(customerId), aPastPurchase(customerId)];
    const entries = past.map(({ purchase }) => anEntry({ customerId, subject: purchase.id }));
    await here.purchases.addPast(
      past.map((each, i) => ({ ...each, entries: entries.slice(i, i + 1) })),
    );
    const logged = await there.audit.list({ customerId, limit: 10 });
    expect(logged.map(({ subject }) => subject)).toEqual(
      entries.map(({ subject }) => subject).reverse(),
    );
    const stale = await there.summaries.stale({ customerId }, 10);
    const ids = past.map(({ purchase }) => purchase.id);
    expect(stale.map(({ purchase }) => purchase.id).toSorted()).toEqual(ids.toSorted());
  });

  test('realised costs of a purchase of the past come along, or are to come', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const [realised, open] = [
      aPastPurchase(customerId, { realised: '[7]' }),
      aPastPurchase(customerId),
    ];
    await here.purchases.addPast([realised, open]);
    const stored = await there.evaluations.get(realised.purchase.id);
    expect(stored).toEqual({ evaluatedAt: later(1), figures: '{}', realised: '[7]' });
    const unrealised = await there.evaluations.unrealised(DELIVERED, undefined, 1_000);
    const own = unrealised.filter((each) => each.customerId === customerId);
    expect(own).toMatchObject([{ purchaseId: open.purchase.id, realisedFrom: '' }]);
  });

  test('purchases of the past of which the id of one is taken change nothing', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const taken = aPastPurchase(customerId);
    await here.purchases.addPast([taken]);
    const other = aPastPurchase(customerId);
    const again = here.purchases.addPast([other, { ...taken, series: '[2]' }]);
    expect(await codeOf(again)).toBe('already_exists');
    expect(await there.purchases.series(taken.purchase.id)).toBe('[1]');
    expect(await there.decisions.list(taken.purchase.id)).toHaveLength(1);
    expect(await there.purchases.get(other.purchase.id)).toBeUndefined();
  });
}
