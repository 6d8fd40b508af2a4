import type { StrategyOwner, StrategySetting, StrategyStore } from '@solano/domain/desk';
import { describe, expect, test } from 'vitest';
import { addedCustomer, anEntry, ODD_TEXTS } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';

/** What every StrategyStore does. */
export function strategyStoreContract(name: string, open: OpenStores): void {
  describe(`StrategyStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('settings', () => {
      settings(handles);
    });
    describe('owners', () => {
      owners(handles);
    });
    describe('writing at once', () => {
      atOneMoment(handles);
    });
    describe('copies', () => {
      copies(handles);
    });
  });
}

function setting(idmodel: number, fields: Partial<StrategySetting> = {}): StrategySetting {
  return { idmodel, enabled: true, parameters: {}, ...fields };
}

const VARIED = [
  setting(2, { enabled: false, parameters: { share: 0.1 + 0.2, min: 1e-7, max: 2 ** 53 } }),
  setting(1, { parameters: { weights: { MD: 1.5, MID1: 0, MID2: -3, MID3: 1e21 }, zero: 0 } }),
];

/** An owner whose customer exists. */
async function anOwner(
  stores: Stores,
  fields: Partial<StrategyOwner> = {},
): Promise<StrategyOwner> {
  const { id: customerId } = await addedCustomer(stores);
  return { customerId, user: 'user', retailer: 'retailer', ...fields };
}

async function settingsOf(store: StrategyStore, owner: StrategyOwner, version?: number) {
  return (await store.get(owner, version))?.settings;
}

/** The settings by ascending idmodel: a store need not keep their order. */
async function sorted(
  store: StrategyStore,
  owner: StrategyOwner,
): Promise<readonly StrategySetting[]> {
  return (await settingsOf(store, owner))?.toSorted((a, b) => a.idmodel - b.idmodel) ?? [];
}

function settings(handles: TwoHandles): void {
  test('settings are none where nothing was set', async () => {
    const owner = await anOwner(handles.here);
    expect(await handles.here.strategies.get(owner)).toBeUndefined();
  });

  test('settings are none for an unknown customer, who cannot have any', async () => {
    const owner = { customerId: crypto.randomUUID(), user: 'user', retailer: 'retailer' };
    expect(await codeOf(handles.here.strategies.put(owner, VARIED, anEntry()))).toBe('not_found');
    expect(await handles.here.strategies.get(owner)).toBeUndefined();
    const nobody = { ...owner, customerId: 'no such id' };
    expect(await handles.here.strategies.get(nobody)).toBeUndefined();
  });

  test('settings are kept exactly', async () => {
    const { here, there } = handles;
    const owner = await anOwner(here);
    await here.strategies.put(owner, VARIED, anEntry());
    expect(await sorted(there.strategies, owner)).toEqual(VARIED.toReversed());
  });

  test('settings are replaced as a whole', async () => {
    const { here, there } = handles;
    const owner = await anOwner(here);
    await here.strategies.put(owner, VARIED, anEntry());
    await there.strategies.put(owner, [setting(3), setting(1, { enabled: false })], anEntry());
    const expected = [setting(1, { enabled: false }), setting(3)];
    expect(await sorted(here.strategies, owner)).toEqual(expected);
    await here.strategies.put(owner, [], anEntry());
    expect(await settingsOf(there.strategies, owner)).toEqual([]);
  });

  test('settings keep every version, counted from 1', async () => {
    const { here, there } = handles;
    const owner = await anOwner(here);
    expect(await here.strategies.put(owner, VARIED, anEntry())).toBe(1);
    expect(await there.strategies.put(owner, [setting(3)], anEntry())).toBe(2);
    expect(await here.strategies.get(owner)).toEqual({ version: 2, settings: [setting(3)] });
    const first = await here.strategies.get(owner, 1);
    expect(first?.version).toBe(1);
    expect(first?.settings).toHaveLength(2);
    expect(await there.strategies.get(owner, 3)).toBeUndefined();
    expect(await there.strategies.get(owner, 0)).toBeUndefined();
  });
}

function owners(handles: TwoHandles): void {
  test.each(ODD_TEXTS)(
    'settings are found by users and retailers to the letter: %s',
    async (_, text) => {
      const { here, there } = handles;
      const owner = await anOwner(here, { user: text, retailer: text });
      await here.strategies.put(owner, VARIED, anEntry());
      expect(await settingsOf(there.strategies, owner)).toHaveLength(2);
      expect(await there.strategies.get({ ...owner, user: `${text} ` })).toBeUndefined();
    },
  );

  test('settings of users, retailers and customers are separate', async () => {
    const { here, there } = handles;
    const pairs = [
      ['a', 'b'],
      ['b', 'a'],
      ['a/b', 'c'],
      ['a', 'b/c'],
      ['a","b', 'c'],
      ['a', 'b","c'],
      ['A', 'b'],
      ['caf\u00e9', 'b'],
      ['cafe\u0301', 'b'],
    ] as const;
    const customers = [await addedCustomer(here), await addedCustomer(here)];
    const all = customers.flatMap(({ id: customerId }) => {
      return pairs.map(([user, retailer]) => ({ customerId, user, retailer }));
    });
    for (const [i, owner] of all.entries())
      await here.strategies.put(owner, [setting(i)], anEntry());
    for (const [i, owner] of all.entries()) {
      expect(await settingsOf(there.strategies, owner)).toEqual([setting(i)]);
    }
  });
}

function atOneMoment(handles: TwoHandles): void {
  test('one of twenty settings put at once stays', async () => {
    const { here, there } = handles;
    const owner = await anOwner(here);
    const versions = await concurrently(20, (i) => {
      const marked = [0, 1, 2].map((j) => setting((i % 2) + j, { parameters: { mark: i } }));
      return (i % 2 ? here : there).strategies.put(owner, marked, anEntry());
    });
    expect(versions.toSorted((a, b) => a - b)).toEqual(versions.map((_, i) => i + 1));
    const left = (await settingsOf(here.strategies, owner)) ?? [];
    expect(left).toHaveLength(3);
    expect(new Set(left.map(({ parameters }) => parameters.mark)).size).toBe(1);
  });
}

function copies(handles: TwoHandles): void {
  const ways: Record<string, (store: StrategyStore, owner: StrategyOwner) => Promise<unknown>> = {
    get: settingsOf,
    put: async (store, owner) => {
      const given = structuredClone(VARIED);
      await store.put(owner, given, anEntry());
      return given;
    },
  };

  test.each(Object.entries(ways))(
    'settings that %s accepts or returns are copies',
    async (_, way) => {
      const { strategies } = handles.here;
      const owner = await anOwner(handles.here);
      const copy = structuredClone(owner);
      await strategies.put(owner, VARIED, anEntry());
      const out = (await way(strategies, owner)) as StrategySetting[];
      for (const each of out) {
        Object.assign(each.parameters.weights ?? {}, { MD: 99 });
        Object.assign(each, { enabled: 'changed' });
      }
      out.pop();
      Object.assign(owner, { user: 'changed' });
      expect(await sorted(strategies, copy)).toEqual(VARIED.toReversed());
    },
  );
}
