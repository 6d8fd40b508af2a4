import type { Decision, Purchase } from '@solano/domain/desk';
import { describe, expect, test } from 'vitest';
import {
  addedCustomer,
  addedPurchase,
  all,
  anEntry,
  aPurchase,
  INSTANT,
  later,
  ODD_TEXTS,
  UNKNOWN_IDS,
} from '../examples.ts';
import type { Stores, TwoHandles } from '../stores.ts';

const HOUR = 3_600_000;
const WINDOW = { from: new Date(INSTANT), to: later(24 * HOUR) };
const PARTIES = { user: 'user', retailer: 'retailer' };

/** Purchases by the time of their delivery. */
export function deliveredPurchases(handles: TwoHandles): void {
  const read = (customerId: string, parties = PARTIES) =>
    all(handles.there.purchases.delivered(customerId, parties, WINDOW));

  test.each([
    ['before', -HOUR, 0, false],
    ['into', -HOUR, 1, true],
    ['within', HOUR, 2 * HOUR, true],
    ['over all of', -HOUR, 25 * HOUR, true],
    ['out of', 24 * HOUR - 1, 25 * HOUR, true],
    ['after', 24 * HOUR, 25 * HOUR, false],
  ])(
    'a purchase that delivers %s the window is found: %s, %s, %s',
    async (_, from, to, isFound) => {
      const times = { deliversFrom: later(from), deliversTo: later(to) };
      const { customerId } = await addedPurchase(handles.here, times);
      expect((await read(customerId)).length > 0).toBe(isFound);
    },
  );

  test('purchases come in the order of their creation, those of others are left out', async () => {
    const { id: customerId } = await addedCustomer(handles.here);
    const add = (fields: Partial<Purchase>) => addTo(handles.here, customerId, fields);
    const times = [...Array(205).keys()].map((i) => (i * 89) % 205);
    const added = await Promise.all(times.map((time) => add({ createdAt: later(time) })));
    await add({ user: 'other' });
    await add({ retailer: 'other' });
    await addedPurchase(handles.here, { createdAt: later(3) });
    const found = await read(customerId);
    const sorted = added.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    expect(found.map(({ purchase }) => purchase)).toEqual(sorted);
  });

  test.each(ODD_TEXTS)(
    'purchases of a user and a retailer with any name are found: %j',
    async (name) => {
      const { id: customerId } = await addedCustomer(handles.here);
      const parties = { user: name, retailer: name };
      await addTo(handles.here, customerId, parties);
      expect(await read(customerId, parties)).toHaveLength(1);
    },
  );

  test('a customer who is unknown has none', async () => {
    for (const [, id] of UNKNOWN_IDS) expect(await read(id)).toEqual([]);
    expect(
      await read((await addedCustomer(handles.here)).id, { user: '\0', retailer: '' }),
    ).toEqual([]);
  });

  describe('the decision by which sums go', () => {
    const at = (
      seconds: number,
      idmodel: number | null,
      tooLate?: Decision['tooLate'],
    ): Decision => {
      const late = tooLate && { tooLate };
      return { idmodel, note: 'n', decidedAt: later(seconds), decidedBy: 'key k', ...late };
    };

    test.each([
      ['none', [], undefined, undefined],
      ['the newest', [at(10, 1), at(11, 3)], at(11, 3), 'three'],
      ['the newest in time', [at(10, 1), at(11, 3, ['MD'])], at(10, 1), 'one'],
      ['one that was withdrawn', [at(10, 1), at(11, null)], at(11, null), undefined],
      ['of a model without an output', [at(10, 2)], at(10, 2), undefined],
    ] as const)(
      'a purchase comes with its decision and the output of it: %s',
      async (_, made, decision, output) => {
        const { id, customerId } = await decidable(handles.here);
        for (const each of made) {
          await handles.here.decisions.add(id, each, { entry: anEntry(), deliveries: [] });
        }
        const [found] = await read(customerId);
        expect(found).toEqual({
          purchase: await handles.here.purchases.get(id),
          series: '[{"a": 1.50}]',
          decision,
          output,
          evaluation: undefined,
        });
      },
    );

    test.each([
      [9, false],
      [10, false],
      [11, true],
    ])(
      'an evaluation comes along where it is later than the decision: %i',
      async (second, isThere) => {
        const { id, customerId } = await decidable(handles.here);
        const evaluation = {
          figures: '{"f": 1}',
          prices: '{}',
          deliveredAt: INSTANT.toISOString(),
        };
        await handles.here.evaluations.add(id, evaluation, later(second));
        await handles.here.decisions.add(id, at(10, 1), { entry: anEntry(), deliveries: [] });
        const [found] = await read(customerId);
        const expected = { evaluatedAt: later(second), figures: '{"f": 1}', realised: '[]' };
        expect(found?.evaluation).toEqual(isThere ? expected : undefined);
      },
    );
  });

  test('a purchase of which it is not known when it delivers is found until that is filled in', async () => {
    const unknown = { deliversFrom: null, deliversTo: null };
    const { id, customerId } = await addedPurchase(handles.here, unknown, '[{"b": 2}]');
    expect(await read(customerId)).toHaveLength(1);
    const open = () => handles.there.deliveryTimes.withoutTimes(1_000);
    expect(await open()).toContainEqual({ id, series: '[{"b": 2}]' });
    const times = { deliversFrom: later(30 * HOUR), deliversTo: later(31 * HOUR) };
    await handles.here.deliveryTimes.putTimes([{ id, ...times }]);
    expect(await read(customerId)).toEqual([]);
    expect((await open()).map((each) => each.id)).not.toContain(id);
    expect(await handles.there.purchases.get(id)).toMatchObject(times);
  });
}

async function addTo(
  stores: Stores,
  customerId: string,
  fields: Partial<Purchase>,
): Promise<Purchase> {
  const times = { deliversFrom: later(HOUR), deliversTo: later(2 * HOUR) };
  const purchase = aPurchase(customerId, { ...times, ...fields });
  await stores.purchases.add(purchase, '[]', { entry: anEntry() });
  return purchase;
}

/** A purchase with the outputs of models 1 and 3. */
async function decidable(stores: Stores): Promise<Purchase> {
  const times = { deliversFrom: later(HOUR), deliversTo: later(2 * HOUR) };
  const purchase = await addedPurchase(stores, times, '[{"a": 1.50}]');
  await stores.purchases.update(purchase.id, ({ status, error }) => ({
    status,
    error,
    updatedAt: later(5),
    source: 'workflow',
    entry: anEntry(),
    outputs: [
      { idmodel: 1, json: 'one' },
      { idmodel: 3, json: 'three' },
    ],
  }));
  return purchase;
}
