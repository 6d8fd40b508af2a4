import { expect, test } from 'vitest';
import { aChange, addedCustomer, anEntry, aPurchase, INSTANT, later } from '../examples.ts';
import { codeOf } from '../outcome.ts';
import type { TwoHandles } from '../stores.ts';

const DECISION = {
  idmodel: 4,
  note: '',
  decidedAt: new Date(INSTANT),
  decidedBy: 'service',
} as const;
const EVALUATION = { figures: '{}', prices: '[]', deliveredAt: new Date(INSTANT).toISOString() };

/** The tests of purchases that are added with what came of them. */
export function pastPurchases(handles: TwoHandles): void {
  test('a purchase of the past comes with its outputs, its decision and its history, and has no job', async () => {
    const { here, there } = handles;
    const purchase = aPurchase((await addedCustomer(here)).id);
    const outputs = [{ idmodel: 4, json: '{"idmodel":4}' }];
    const change = aChange(purchase, {
      status: 'completed',
      source: 'workflow',
      wasSettled: true,
      outputs,
      evaluation: EVALUATION,
      decision: DECISION,
    });
    await here.purchases.addPast(purchase, '[1]', { entry: anEntry() }, change);
    const settled = { status: 'completed', wasSettled: true, updatedAt: later(1) } as const;
    const read = await there.purchases.read(purchase.id);
    expect(read).toEqual({ purchase: { ...purchase, ...settled }, outputs });
    expect(await there.purchases.series(purchase.id)).toBe('[1]');
    const history = (await there.purchases.history(purchase.id)).map(({ status }) => status);
    expect(history).toEqual(['pending', 'completed']);
    expect(await there.decisions.list(purchase.id)).toEqual([DECISION]);
    expect((await there.evaluations.get(purchase.id))?.figures).toBe('{}');
    // Where one has a job, another does not fit into a bound of one.
    const next = aPurchase(purchase.customerId);
    expect(
      await here.purchases.add(next, '[]', { entry: anEntry(), maxWaiting: 1 }),
    ).toBeUndefined();
  });

  test('a purchase of the past whose id is taken changes nothing', async () => {
    const { here, there } = handles;
    const purchase = aPurchase((await addedCustomer(here)).id);
    const change = aChange(purchase, { status: 'completed', decision: DECISION });
    await here.purchases.addPast(purchase, '[1]', { entry: anEntry() }, change);
    const again = here.purchases.addPast(purchase, '[2]', { entry: anEntry() }, change);
    expect(await codeOf(again)).toBe('already_exists');
    expect(await there.purchases.series(purchase.id)).toBe('[1]');
    expect(await there.decisions.list(purchase.id)).toHaveLength(1);
  });
}
