import type { Decision } from '@solano/domain/desk';
import { describe, expect, test } from 'vitest';
import {
  aDelivery,
  addedPurchase,
  addedWebhook,
  anEntry,
  aPurchase,
  later,
  ODD_TEXTS,
  UNKNOWN_IDS,
} from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';

/** What every DecisionStore does. */
export function decisionStoreContract(name: string, open: OpenStores): void {
  describe(`DecisionStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('decisions', () => {
      decisions(handles);
    });
    describe('what comes with a decision', () => {
      along(handles);
    });
  });
}

function aDecision(fields: Partial<Decision> = {}): Decision {
  return { idmodel: 3, note: 'as usual', decidedAt: later(1), decidedBy: 'key k', ...fields };
}

const alone = () => ({ entry: anEntry(), deliveries: [] });

function decisions(handles: TwoHandles): void {
  test('decisions are listed in the order in which they were made, whatever their times', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    const made = [
      aDecision({ decidedAt: later(5) }),
      aDecision({ idmodel: null, note: '' }),
      aDecision({ idmodel: -1.5, decidedAt: later(3) }),
    ];
    for (const each of made) await here.decisions.add(id, each, alone());
    expect(await there.decisions.list(id)).toEqual(made);
    expect(await there.decisions.newest([id])).toEqual(new Map([[id, made[2]]]));
  });

  test('the newest decision in time is found beside the newest of all', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    const late = aDecision({ idmodel: null, tooLate: ['MD', 'MID1'] });
    await here.decisions.add(id, late, alone());
    expect(await there.decisions.newestInTime([id])).toEqual(new Map());
    const made = [aDecision({ idmodel: 1 }), aDecision({ idmodel: 2 }), late];
    for (const each of made) await here.decisions.add(id, each, alone());
    expect(await there.decisions.newestInTime([id])).toEqual(new Map([[id, made[1]]]));
    expect(await there.decisions.newest([id])).toEqual(new Map([[id, late]]));
    expect(await there.decisions.list(id)).toEqual([late, ...made]);
  });

  test('decisions belong to their purchase alone', async () => {
    const { here } = handles;
    const [one, other, none] = [
      await addedPurchase(here),
      await addedPurchase(here),
      await addedPurchase(here),
    ];
    await here.decisions.add(one.id, aDecision(), alone());
    await here.decisions.add(other.id, aDecision({ idmodel: 4 }), alone());
    const newest = await here.decisions.newest([none.id, other.id, one.id]);
    expect(newest.get(one.id)).toEqual(aDecision());
    expect(newest.get(other.id)).toEqual(aDecision({ idmodel: 4 }));
    expect(newest.size).toBe(2);
    expect(await here.decisions.list(none.id)).toEqual([]);
  });

  test.each(ODD_TEXTS)('decisions keep their note to the letter: %s', async (_, note) => {
    const { id } = await addedPurchase(handles.here);
    await handles.here.decisions.add(id, aDecision({ note }), alone());
    expect(await handles.there.decisions.list(id)).toEqual([aDecision({ note })]);
  });

  test.each(UNKNOWN_IDS)('decisions are not found for %s', async (_, id) => {
    expect(await handles.here.decisions.list(id)).toEqual([]);
    expect(await handles.here.decisions.newest([id])).toEqual(new Map());
  });

  test('a decision on an unknown purchase is rejected', async () => {
    const { id } = aPurchase(crypto.randomUUID());
    expect(await codeOf(handles.here.decisions.add(id, aDecision(), alone()))).toBe('not_found');
  });

  test('twenty decisions made at once are all kept', async () => {
    const { here, there } = handles;
    const { id } = await addedPurchase(here);
    await concurrently(20, (i) => {
      return (i % 2 ? here : there).decisions.add(id, aDecision({ idmodel: i }), alone());
    });
    const made = await here.decisions.list(id);
    expect(new Set(made.map(({ idmodel }) => idmodel)).size).toBe(20);
    expect((await there.decisions.newest([id])).get(id)).toEqual(made.at(-1));
  });
}

function along(handles: TwoHandles): void {
  test('the audit entry and the messages of a decision are written with it', async () => {
    const { here, there } = handles;
    const webhook = await addedWebhook(here);
    const purchase = aPurchase(webhook.customerId);
    await here.purchases.add(purchase, '[]', { entry: anEntry() });
    const delivery = aDelivery(webhook.id, { event: 'purchase.decided' });
    const { customerId } = webhook;
    const entry = anEntry({ customerId, action: 'purchase.decide', subject: purchase.id });
    await here.decisions.add(purchase.id, aDecision(), { entry, deliveries: [delivery] });
    expect(await there.webhooks.delivery(delivery.id)).toMatchObject({ delivery });
    expect(await there.audit.list({ customerId, limit: 1 })).toEqual([entry]);
  });

  test('the audit entry and the messages of a rejected decision are not written', async () => {
    const { here } = handles;
    const { id } = aPurchase(crypto.randomUUID());
    const entry = anEntry({ customerId: crypto.randomUUID() });
    await codeOf(here.decisions.add(id, aDecision(), { entry, deliveries: [] }));
    expect(await here.audit.list({ customerId: entry.customerId as string, limit: 1 })).toEqual([]);
  });
}
