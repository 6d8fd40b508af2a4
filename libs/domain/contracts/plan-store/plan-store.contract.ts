import type { BidSet, PlanChange, PlanStage } from '@solano/domain/desk';
import { describe, expect, test } from 'vitest';
import {
  aDelivery,
  addedPurchase,
  addedWebhook,
  anEntry,
  aPurchase,
  later,
  UNKNOWN_IDS,
} from '../examples.ts';
import { concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

function aStage(fields: Partial<PlanStage> = {}): PlanStage {
  const steps = [
    { price: 61.25, mw: 2.5 },
    { price: null, mw: 0.123_456 },
  ];
  return {
    date: '2026-10-25',
    session: 'MD',
    revision: 1,
    madeAt: later(1),
    basis: 'x',
    bids: [{ item: 0, direction: 1, predicted: 60.5, steps }],
    result: null,
    executed: null,
    ...fields,
  };
}

function aSet(fields: Partial<BidSet>): BidSet {
  const { date, session, revision, madeAt, bids } = aStage();
  return { date, session, revision, madeAt, bids, ...fields };
}

function aChange(after: number, ...stages: PlanStage[]): PlanChange {
  return { after, computedFrom: `inputs ${after}`, stages, superseded: [] };
}

/** What every PlanStore does. */
export function planStoreContract(name: string, open: OpenStores): void {
  describe(`PlanStore: ${name}`, () => {
    const handles = openForSuite(open);

    test('a plan is read as it was saved, with what came of its bids', async () => {
      const { here, there } = handles;
      const { id } = await addedPurchase(here);
      expect(await there.plans.get(id)).toBeUndefined();
      const cleared = aStage({
        result: {
          status: 'cleared',
          at: later(2),
          periods: [{ item: 0, watts: 2_623_456, weighed: -915_000 }],
        },
        executed: [{ item: 1, watts: -1, cost: '-3/7' }],
      });
      const next = aStage({ session: 'MID1', revision: 3, bids: [] });
      expect(await here.plans.save(id, aChange(0, cleared, next), [])).toBe(true);
      const plan = await there.plans.get(id);
      expect(plan).toMatchObject({ revision: 1, computedFrom: 'inputs 0' });
      expect(new Set(plan?.stages)).toEqual(new Set([cleared, next]));
    });

    test('a stage that is saved again replaces the one of its day and session alone', async () => {
      const { here, there } = handles;
      const { id } = await addedPurchase(here);
      const [kept, first] = [aStage({ date: '2026-10-26' }), aStage()];
      const second = aStage({ revision: 2, basis: 'y', bids: [] });
      await here.plans.save(id, aChange(0, kept, first), []);
      expect(await there.plans.save(id, aChange(1, second), [])).toBe(true);
      expect(await here.plans.save(id, aChange(2), [])).toBe(true);
      const plan = await here.plans.get(id);
      expect(plan).toMatchObject({ revision: 3, computedFrom: 'inputs 2' });
      expect(new Set(plan?.stages)).toEqual(new Set([kept, second]));
    });

    test('sets of bids that others have taken the place of are kept, in order', async () => {
      const { here, there } = handles;
      const { id } = await addedPurchase(here);
      expect(await here.plans.superseded(id)).toEqual([]);
      const sets = [1, 2, 10].map((revision) => aSet({ revision, madeAt: later(revision) }));
      const others = [aSet({ session: 'MID1' }), aSet({ date: '2026-10-26' })];
      await here.plans.save(id, { ...aChange(0), superseded: [...others, ...sets.slice(1)] }, []);
      await there.plans.save(id, { ...aChange(1), superseded: sets.slice(0, 1) }, []);
      await there.plans.save(id, { ...aChange(1), superseded: [aSet({ revision: 99 })] }, []);
      expect(await there.plans.superseded(id)).toEqual([...sets, ...others]);
    });

    test('a change computed from an older plan is not saved, nor its messages', async () => {
      const { here, there } = handles;
      const webhook = await addedWebhook(here);
      const { id } = await purchaseOf(webhook.customerId);
      await here.plans.save(id, aChange(0, aStage()), []);
      await here.plans.save(id, aChange(1), []);
      const delivery = aDelivery(webhook.id, { event: 'purchase.decided' });
      const changed = aStage({ basis: 'y' });
      for (const after of [0, 1, 3]) {
        expect(await there.plans.save(id, aChange(after, changed), [delivery])).toBe(false);
      }
      expect(await here.plans.get(id)).toEqual({
        revision: 2,
        computedFrom: 'inputs 1',
        stages: [aStage()],
      });
      expect(await there.webhooks.deliveries(webhook.id, 9)).toEqual([]);
    });

    test('a change that several save at once is saved once, with its messages', async () => {
      const { here, there } = handles;
      const webhook = await addedWebhook(here);
      const { id } = await purchaseOf(webhook.customerId);
      for (const after of [0, 1]) {
        const saved = await concurrently(6, (i) => {
          const deliveries = [aDelivery(webhook.id, { event: 'purchase.decided' })];
          const stage = aStage({ basis: `${i}` });
          return (i % 2 ? here : there).plans.save(id, aChange(after, stage), deliveries);
        });
        expect(saved.filter((each) => each)).toHaveLength(1);
        expect(await there.webhooks.deliveries(webhook.id, 9)).toHaveLength(after + 1);
      }
    });

    test('the inputs of several plans are read at once', async () => {
      const { here, there } = handles;
      const [one, other, none] = [
        await addedPurchase(here),
        await addedPurchase(here),
        await addedPurchase(here),
      ];
      await here.plans.save(one.id, aChange(0, aStage()), []);
      await here.plans.save(other.id, { ...aChange(0), computedFrom: 'else' }, []);
      const found = await there.plans.computedFrom([one.id, other.id, none.id]);
      expect(found).toEqual(
        new Map([
          [one.id, 'inputs 0'],
          [other.id, 'else'],
        ]),
      );
    });

    test.each(UNKNOWN_IDS)('nothing is saved of %s', async (_, id) => {
      const { plans } = handles.here;
      expect(await plans.save(id, aChange(0, aStage()), [])).toBe(false);
      expect(await plans.get(id)).toBeUndefined();
      expect(await plans.superseded(id)).toEqual([]);
      expect(await plans.computedFrom([id])).toEqual(new Map());
    });

    test('a plan goes with its customer', async () => {
      const { here, there } = handles;
      const purchase = await addedPurchase(here);
      await here.plans.save(
        purchase.id,
        { ...aChange(0, aStage()), superseded: [aSet({ revision: 0 })] },
        [],
      );
      const { customerId } = purchase;
      await here.customerRecords.removeSome(customerId, 'purchases', 9, () => anEntry());
      expect(await there.plans.get(purchase.id)).toBeUndefined();
      expect(await there.plans.superseded(purchase.id)).toEqual([]);
    });

    async function purchaseOf(customerId: string) {
      const purchase = aPurchase(customerId);
      await handles.here.purchases.add(purchase, '[]', { entry: anEntry() });
      return purchase;
    }
  });
}
