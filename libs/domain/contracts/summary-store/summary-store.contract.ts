import type {
  ExecutedWorth,
  Purchase,
  SummaryFigures,
  SummaryPart,
  SummaryQuery,
  SummaryShape,
} from '@solano/domain/desk';
import { describe, expect, test } from 'vitest';
import { aChange, addedCustomer, anEntry, aPurchase, later, UNKNOWN_IDS } from '../examples.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';
import { staleParts } from './stale-parts.ts';

/** What every SummaryStore does. */
export function summaryStoreContract(name: string, open: OpenStores): void {
  describe(`SummaryStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('sums of parts', () => {
      sums(handles);
    });
    describe('stale parts', () => {
      staleParts(handles);
    });
  });
}

const SHAPE: SummaryShape = {
  isEvaluated: true,
  outputs: [1, 3.5],
  expected: [1, 3.5],
  realised: [1],
  decided: 1,
  restsOn: 'both',
};

const WORTH: ExecutedWorth = {
  idmodel: 1,
  restsOn: 'both',
  figures: {
    cost: '1/3',
    energy: '-7/6000000',
    dayAhead: '0/1',
    notBought: { labels: ['2026-10-25 02:15'], energy: '1/4' },
  },
};

function figures(name: SummaryFigures['name'], cost: string): SummaryFigures {
  return { name, mwh: '-1/3', cost, saved: '7/24000' };
}

function aPart(purchaseId: string, fields: Partial<SummaryPart> = {}): SummaryPart {
  return {
    purchaseId,
    shape: SHAPE,
    expected: [],
    realised: [],
    executed: undefined,
    recheckAt: null,
    ...fields,
  };
}

/** Adds purchases of one customer, and stores their parts. */
async function withParts(
  stores: Stores,
  all: readonly (Partial<Purchase> & { readonly part?: Partial<SummaryPart> })[],
): Promise<{ readonly customerId: string; readonly ids: readonly string[] }> {
  const { id: customerId } = await addedCustomer(stores);
  const ids: string[] = [];
  const parts = new Map<string, SummaryPart>();
  for (const { part, ...fields } of all) {
    const purchase = aPurchase(customerId, fields);
    await stores.purchases.add(purchase, '[]', { entry: anEntry() });
    ids.push(purchase.id);
    if (!part) continue;
    const evaluation = { figures: '{}', prices: '{}', deliveredAt: later(1).toISOString() };
    await stores.purchases.update(purchase.id, (each) =>
      aChange(each, { outputs: [], evaluation, updatedAt: later(1) }),
    );
    parts.set(purchase.id, aPart(purchase.id, part));
  }
  const stale = await stores.summaries.stale({ purchaseIds: [...parts.keys()] }, 10);
  expect(await stores.summaries.put([...parts.values()], stale)).toBe(true);
  return { customerId, ids };
}

/** Numbers of one value, however they are written. */
function sameNumber(text: string, [num, den]: readonly [bigint, bigint]): boolean {
  const [own = '', divisor = ''] = text.split('/');
  return BigInt(own) * den === num * BigInt(divisor);
}

function sums(handles: TwoHandles): void {
  test('sums of parts are exact, by shape, kind and name', async () => {
    const tiny = `1/${10n ** 40n}`;
    const { customerId } = await withParts(handles.here, [
      { part: { expected: [figures('1', '1/3'), figures('cap_first_auction', '5/1')] } },
      { part: { expected: [figures('1', tiny)], realised: [figures('executed', '-9/2')] } },
      { part: { expected: [figures('1', '-1/6000000')] } },
    ]);
    const query = { customerId, user: 'user' };
    const { purchases, groups } = (await handles.there.summaries.groups(query, 9)) ?? {};
    expect(purchases).toBe(3);
    expect(new Set((groups ?? []).map(({ shape }) => JSON.stringify(shape))).size).toBe(1);
    expect(groups?.[0]?.shape).toEqual(SHAPE);
    const of = (kind: 'expected' | 'realised', name: string) => {
      const own = (groups ?? []).flatMap((group) => group[kind]);
      return own.filter((each) => each.name === name);
    };
    const total = (name: string, kind: 'expected' | 'realised' = 'expected') => {
      const unit = 6n * 10n ** 46n;
      const parts = of(kind, name).map(({ cost }) => {
        const [num = '', den = ''] = cost.split('/');
        expect((BigInt(num) * unit) % BigInt(den)).toBe(0n);
        return (BigInt(num) * unit) / BigInt(den);
      });
      return [parts.reduce((sum, each) => sum + each, 0n), unit] as const;
    };
    const [num, unit] = total('1');
    expect(num).toBe(unit / 3n + unit / 10n ** 40n - unit / 6_000_000n);
    expect(sameNumber('5/1', total('cap_first_auction'))).toBe(true);
    expect(sameNumber('-9/2', total('executed', 'realised'))).toBe(true);
    const counts = of('expected', '1').map((each) => each.purchases);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(3);
  });

  test('sums of parts keep shapes apart, and count purchases without a part', async () => {
    const other = { ...SHAPE, decided: null };
    const { customerId } = await withParts(handles.here, [
      { part: {} },
      { part: { shape: other } },
      {},
      { part: {} },
    ]);
    const found = await handles.there.summaries.groups({ customerId, user: 'user' }, 4);
    expect(found?.purchases).toBe(4);
    const count = (shape: SummaryShape) =>
      found?.groups
        .filter((group) => JSON.stringify(group.shape) === JSON.stringify(shape))
        .reduce((sum, { purchases }) => sum + purchases, 0);
    expect([count(SHAPE), count(other)]).toEqual([2, 1]);
    for (const limit of [3, 2, 3]) {
      expect(
        await handles.here.summaries.groups({ customerId, user: 'user' }, limit),
      ).toBeUndefined();
    }
    const retailers = { customerId, user: 'user', retailer: 'nobody' };
    expect((await handles.here.summaries.groups(retailers, 3))?.purchases).toBe(0);
    expect((await handles.here.summaries.groups({ customerId, user: 'user' }, 4))?.purchases).toBe(
      4,
    );
  });

  test('sums of parts are of a user, a retailer, and the instants of creation', async () => {
    const { customerId } = await withParts(handles.here, [
      { part: {}, createdAt: later(1) },
      { part: {}, createdAt: later(2) },
      { part: {}, createdAt: later(3), retailer: 'ñ' },
      { part: {}, user: 'other' },
    ]);
    const count = async (query: Partial<SummaryQuery>) => {
      const found = await handles.there.summaries.groups({ customerId, user: 'user', ...query }, 9);
      return found?.purchases;
    };
    expect(await count({})).toBe(3);
    expect(await count({ retailer: 'ñ' })).toBe(1);
    expect(await count({ from: later(2) })).toBe(2);
    expect(await count({ from: later(2), to: later(3) })).toBe(1);
    expect(await count({ user: 'nobody' })).toBe(0);
    for (const [, id] of UNKNOWN_IDS) expect(await count({ customerId: id })).toBe(0);
    expect(await count({ user: 'nul\0' })).toBe(0);
  });

  test('sums of parts name those of their purchases that are stale, and are none until these are stored', async () => {
    const { here, there } = handles;
    const { customerId, ids } = await withParts(here, [
      { part: {} },
      { part: {}, user: 'other' },
      { part: {} },
    ]);
    const decision = { idmodel: 1, note: '', decidedAt: later(2), decidedBy: 'key k' };
    await here.decisions.add(ids[1] as string, decision, { entry: anEntry(), deliveries: [] });
    const [own, others] = ['user', 'other'].map((user) => ({ customerId, user })) as [
      SummaryQuery,
      SummaryQuery,
    ];
    const found = await there.summaries.groups(others, 9);
    expect(found).toEqual({ purchases: 1, stale: [ids[1]], groups: [] });
    const stale = await here.summaries.stale({ customerId }, 9);
    const parts = stale.map(({ purchase: { id } }) => aPart(id));
    expect(await here.summaries.put(parts, stale)).toBe(true);
    for (const [query, count] of [
      [own, 2],
      [others, 1],
    ] as const) {
      const { groups = [], ...sums } = (await there.summaries.groups(query, 9)) ?? {};
      expect(sums).toEqual({ purchases: count, stale: [] });
      expect(groups.reduce((sum, { purchases }) => sum + purchases, 0)).toBe(count);
    }
  });

  test('sums of parts come with what executed trades say, by purchase', async () => {
    const { ids } = await withParts(handles.here, [{ part: { executed: WORTH } }, { part: {} }]);
    const found = await handles.there.summaries.executed([...ids, 'no such id']);
    expect([...found]).toEqual([[ids[0], WORTH]]);
  });
}
