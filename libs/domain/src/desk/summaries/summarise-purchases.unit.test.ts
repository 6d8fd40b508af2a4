import { aChange, anEntry, aPurchase } from '@solano/domain/contracts';
import { times } from '@solano/domain/contracts/thoroughness';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryEvaluationStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemorySummaryStore,
  MemoryTradeStore,
} from '@solano/memory';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Decision } from '../decisions/decision.ts';
import { RealisedCurves } from '../evaluation/realised-prices.ts';
import { summarySchedule } from './refresh-summaries.ts';
import { type SummaryFilters, summarisePurchases } from './summarise-purchases.ts';

interface Output {
  readonly idmodel: number;
  readonly energy?: Readonly<Record<string, string>>;
  readonly cost?: string | null;
  readonly saved?: string | null;
  readonly realised?: readonly [cost: string, saved: string];
  readonly firstDays?: object | undefined;
}

interface Given {
  readonly user?: string;
  readonly retailer?: string;
  readonly at?: string;
  /** Left out: not evaluated. */
  readonly outputs?: readonly Output[];
  readonly decisions?: readonly (number | null | Pick<Decision, 'idmodel' | 'tooLate'>)[];
  readonly rules?: readonly object[];
  /** When it is delivered; left out: not known. */
  readonly delivers?: readonly [from: string, to: string];
  /** When the outputs were last replaced; left out: before the decisions. */
  readonly replacedAt?: string;
}

const customer = { id: crypto.randomUUID(), name: 'c', folder: null, permissions: [] };
let database: MemoryDatabase;

beforeEach(async () => {
  database = new MemoryDatabase();
  await new MemoryCustomerStore(database).add(customer, anEntry());
});

const stores = () => ({
  purchases: new MemoryPurchaseStore(database),
  decisions: new MemoryDecisionStore(database),
  evaluations: new MemoryEvaluationStore(database),
  summaries: new MemorySummaryStore(database),
  trades: new MemoryTradeStore(database),
  prices: new MemoryPriceStore(database),
  realisedCurves: new RealisedCurves(),
  clock: () => new Date('2027-01-01T00:00Z'),
});

function summary(filters: Partial<SummaryFilters> = {}) {
  return summarisePurchases(stores(), { customerId: customer.id, user: 'ana', ...filters });
}

async function add(given: Given): Promise<string> {
  const { user = 'ana', retailer = 'r', at, outputs, decisions = [], rules, replacedAt } = given;
  const { purchases, decisions: decided, evaluations } = stores();
  const createdAt = new Date(at ?? '2026-11-22T10:00Z');
  const [deliversFrom, deliversTo] = given.delivers?.map((time) => new Date(time)) ?? [];
  const delivery = deliversFrom && deliversTo ? { deliversFrom, deliversTo } : {};
  const times = { createdAt, updatedAt: createdAt, ...delivery };
  const purchase = aPurchase(customer.id, { user, retailer, ...times });
  const { id } = purchase;
  await purchases.add(purchase, '[]', { entry: anEntry() });
  if (outputs) {
    const models = outputs.map(({ idmodel, energy = {}, cost = null, saved = null, firstDays }) => {
      return { idmodel, energy, cost, saved, firstDays, worstDecileCost: null, missing: [] };
    });
    const evaluation = {
      figures: JSON.stringify({ models, rules, gates: [] }),
      prices: '{}',
      deliveredAt: createdAt.toISOString(),
    };
    await purchases.update(id, (each) =>
      aChange(each, { outputs: [], evaluation, updatedAt: new Date(replacedAt ?? createdAt) }),
    );
    const realised = outputs.flatMap(({ idmodel, realised: costs }) => {
      const [cost, saved] = costs ?? [];
      return costs ? [{ idmodel, cost, saved, foresightSaved: null }] : [];
    });
    const { evaluatedAt } = (await evaluations.get(id)) as { evaluatedAt: Date };
    await evaluations.realise(id, evaluatedAt, JSON.stringify(realised), null);
  }
  for (const made of decisions) {
    const own = typeof made === 'object' && made !== null ? made : { idmodel: made };
    const decision = { note: '', decidedAt: createdAt, decidedBy: 'key x', ...own };
    await decided.add(id, decision, { entry: anEntry(), deliveries: [] });
  }
  return id;
}

/** Adds a purchase of a user whose part of summaries cannot be computed. */
async function addUnreadable(user: string): Promise<string> {
  const id = await add({ user, outputs: [{ idmodel: 1 }] });
  const evaluation = { figures: 'none', prices: '{}', deliveredAt: '2026-11-22T10:00:00.000Z' };
  const updatedAt = new Date('2026-11-22T11:00Z');
  const { purchases } = stores();
  await purchases.update(id, (each) => aChange(each, { outputs: [], evaluation, updatedAt }));
  return id;
}

const NONE = { purchases: 0, mwh: 0, cost: '0.00', saved: '0.00' };
const NOTHING = { expected: 0, realised: 0 };
/** What is said of evaluations of an earlier release. */
const UNKNOWN_RULES = {
  constantRules: ['cap_first_auction', 'mean_spread_56_days'].map((name) => {
    return { name, expected: null, realised: null };
  }),
  bestConstantRule: null,
};
const NO_PURCHASES = {
  constantRules: UNKNOWN_RULES.constantRules.map(({ name }) => {
    return { name, expected: NONE, realised: NONE };
  }),
  bestConstantRule: null,
};

test('a round of summaries goes on past parts that cannot be computed, which it names and tries again', async () => {
  const logged: object[] = [];
  const log = {
    info: () => {},
    warn: () => {},
    error: (details: object) => void logged.push(details),
  };
  const schedule = summarySchedule({ ...stores(), log });
  const failed = [await addUnreadable('ben'), await addUnreadable('cas')];
  for (let i = 0; i < 150; i += 1) await add({ outputs: [{ idmodel: 1 }] });
  await schedule.run();
  await schedule.run();
  const named = { err: expect.any(Error), purchases: failed, count: 2 };
  expect(logged).toEqual([named, named]);
  const stale = await stores().summaries.stale({}, 200);
  expect(stale.map(({ purchase }) => purchase.id)).toEqual(failed);
});

describe('a summary', () => {
  test.each([
    ['9999-12-31T22:00:00Z', '9999-12-31T23:00:00Z', '9999-12-31T23:59:59.999Z'],
    ['2026-12-31T22:00:00Z', '9999-12-31T23:00:00Z', '2027-01-03T23:00:00.001Z'],
    ['2026-12-27T23:00:00Z', '2026-12-29T23:00:00Z', '2027-01-01T23:00:00.001Z'],
    ['2026-12-27T23:00:00Z', '2026-12-28T23:00:00Z', undefined],
  ])(
    'a decided purchase that is delivered from %s to %s is in a summary, and checked again at %s',
    async (from, to, expected) => {
      const outputs = [{ idmodel: 1, cost: '1/1', saved: '0/1' }];
      const id = await add({ outputs, decisions: [1], delivers: [from, to] });
      expect(await summary()).toMatchObject({ purchases: 1, undecided: 0 });
      const part = database.summaryParts.get(id)?.part;
      expect(part?.recheckAt?.toISOString()).toBe(expected);
    },
  );

  test('a summary waits for parts of its own purchases alone, and fails where one of them cannot be computed', async () => {
    await addUnreadable('ben');
    await add({ outputs: [{ idmodel: 1 }] });
    expect(await summary()).toMatchObject({ purchases: 1, evaluated: 1 });
    await expect(summary({ user: 'ben' })).rejects.toThrow(SyntaxError);
  });

  test('a summary is given up where its purchases change again and again', async () => {
    const id = await add({});
    const changing = new MemorySummaryStore(database);
    changing.groups = async () => ({ purchases: 1, stale: [id], groups: [] });
    const deps = { ...stores(), summaries: changing };
    await expect(
      summarisePurchases(deps, { customerId: customer.id, user: 'ana' }),
    ).rejects.toMatchObject({
      code: 'overloaded',
      message: 'The purchases are being changed. Try again soon.',
    });
  });

  test('a summary sums by model and by the newest decision, rounded once', async () => {
    const first = { idmodel: 1, energy: { MD: '5/3' }, cost: '100/1', saved: '0/1' };
    const third = { idmodel: 3, energy: { MD: '2/1', MID1: '-1/3' } } as const;
    const small = { ...third, cost: '1/3', saved: '1/300' };
    await add({
      outputs: [
        { ...first, realised: ['91/1', '0/1'] },
        { ...third, cost: '199/2', saved: '1/300', realised: ['90/1', '-1/300'] },
      ],
      decisions: [1, 3],
    });
    await add({ outputs: [first, small], decisions: [3, null] });
    await add({ outputs: [first, small], decisions: [3] });
    await add({});
    expect(await summary()).toEqual({
      purchases: 4,
      evaluated: 3,
      undecided: 2,
      models: [
        {
          idmodel: 1,
          purchases: 3,
          expected: { purchases: 3, mwh: 5, cost: '300.00', saved: '0.00' },
          realised: { purchases: 1, mwh: 1.667, cost: '91.00', saved: '0.00' },
          lacking: NOTHING,
        },
        {
          idmodel: 3,
          purchases: 3,
          expected: { purchases: 3, mwh: 5, cost: '100.17', saved: '0.01' },
          realised: { purchases: 1, mwh: 1.667, cost: '90.00', saved: '0.00' },
          lacking: NOTHING,
        },
      ],
      leftOut: NOTHING,
      ...UNKNOWN_RULES,
      decisions: [
        {
          idmodel: 3,
          restsOn: 'decision',
          purchases: 2,
          expected: { purchases: 2, mwh: 3.333, cost: '99.83', saved: '0.01' },
          realised: { purchases: 1, mwh: 1.667, cost: '90.00', saved: '0.00' },
          ...UNKNOWN_RULES,
        },
      ],
    });
  });

  test('a summary compares models over the same purchases, and says which model others lack', async () => {
    const of = (idmodel: number, cost: string | null, realised?: [string, string]): Output => ({
      idmodel,
      cost,
      saved: cost && '1/1',
      ...(realised && { realised }),
    });
    await add({ outputs: [of(1, '9/1', ['8/1', '0/1']), of(3, '7/1', ['6/1', '2/1'])] });
    await add({ outputs: [of(1, '9/1', ['8/1', '0/1']), of(3, '7/1')] });
    await add({ outputs: [of(1, '9/1'), of(3, null)] });
    await add({ outputs: [of(1, '9/1', ['8/1', '0/1'])] });
    await add({ outputs: [of(1, null), of(3, null)] });
    const { models, leftOut, evaluated } = await summary();
    expect(evaluated).toBe(5);
    expect(leftOut).toEqual({ expected: 2, realised: 2 });
    expect(models).toMatchObject([
      {
        idmodel: 1,
        purchases: 5,
        expected: { purchases: 2, cost: '18.00' },
        realised: { purchases: 1, cost: '8.00' },
        lacking: { expected: 0, realised: 0 },
      },
      {
        idmodel: 3,
        purchases: 4,
        expected: { purchases: 2, cost: '14.00' },
        realised: { purchases: 1, cost: '6.00' },
        lacking: { expected: 2, realised: 2 },
      },
    ]);
  });

  test('a summary has the constant rules over the same purchases, and names the best', async () => {
    const first = { idmodel: 1, energy: { MD: '1/1' }, cost: '9/1', saved: '0/1' };
    const rules = (cap: string, mean: string) => [
      { rule: 'cap_first_auction', energy: { MD: '1/1' }, cost: '9/1', saved: cap },
      { rule: 'mean_spread_56_days', energy: { MD: '1/1' }, cost: '8/1', saved: mean },
    ];
    await add({ outputs: [first], rules: rules('1/3', '1/1'), decisions: [1] });
    await add({ outputs: [first], rules: rules('1/3', '-1/2') });
    const { constantRules, bestConstantRule, decisions } = await summary();
    const two = { purchases: 2, mwh: 2 };
    const realised = NONE;
    expect(constantRules).toEqual([
      { name: 'cap_first_auction', expected: { ...two, cost: '18.00', saved: '0.67' }, realised },
      { name: 'mean_spread_56_days', expected: { ...two, cost: '16.00', saved: '0.50' }, realised },
    ]);
    expect(bestConstantRule).toBe('cap_first_auction');
    expect(decisions).toMatchObject([
      { constantRules: [{ expected: { saved: '0.33' } }, { expected: { saved: '1.00' } }] },
    ]);
    expect(decisions[0]?.bestConstantRule).toBe('mean_spread_56_days');
    await add({ outputs: [first] });
    expect((await summary()).constantRules[0]?.expected).toBeNull();
  });

  test('a summary uses the last decision in time, whatever was decided or withdrawn later', async () => {
    const outputs = [1, 3].map((idmodel) => ({ idmodel, cost: '9/1', saved: '1/1' }));
    const late = { tooLate: ['MD'] } as const;
    const decided = async (...decisions: Given['decisions'] & object) => {
      database = new MemoryDatabase();
      await new MemoryCustomerStore(database).add(customer, anEntry());
      await add({ outputs, decisions });
      const { decisions: sums, undecided } = await summary();
      return [sums.map(({ idmodel }) => idmodel), undecided];
    };
    expect(await decided({ idmodel: 3, ...late })).toEqual([[], 1]);
    expect(await decided(1, { idmodel: 3, ...late })).toEqual([[1], 0]);
    expect(await decided(1, { idmodel: null, ...late })).toEqual([[1], 0]);
    expect(await decided(1, null)).toEqual([[], 1]);
    expect(await decided(1, null, { idmodel: 3, ...late })).toEqual([[], 1]);
  });

  test('a summary leaves out a decision whose outputs were replaced after it and after their gate', async () => {
    const outputs = [{ idmodel: 1, cost: '9/1', saved: '1/1', firstDays: { MD: '2026-11-24' } }];
    const undecidedOf = async (replacedAt: string, days: object = {}) => {
      database = new MemoryDatabase();
      await new MemoryCustomerStore(database).add(customer, anEntry());
      const own = outputs.map((each) => ({ ...each, ...days }));
      await add({ outputs: own, decisions: [1], replacedAt });
      return (await summary()).undecided;
    };
    expect(await undecidedOf('2026-11-23T10:59:59Z')).toBe(0);
    expect(await undecidedOf('2026-11-23T11:00:00Z')).toBe(1);
    expect(await undecidedOf('2026-11-23T11:00:00Z', { firstDays: undefined })).toBe(0);
  });

  test('a summary counts purchases without cost, saving or that output, and sums the rest', async () => {
    const energy = { MD: '1/1' };
    await add({ outputs: [{ idmodel: 2, energy, cost: '1/1', saved: null }], decisions: [2] });
    await add({ outputs: [{ idmodel: 2, energy }], decisions: [7] });
    const { models, decisions } = await summary();
    expect(models).toEqual([
      { idmodel: 2, purchases: 2, expected: NONE, realised: NONE, lacking: NOTHING },
    ]);
    const unknown = { purchases: 0, mwh: 0, cost: '0.00', saved: '0.00' };
    const one = { purchases: 1, restsOn: 'decision', expected: unknown, realised: unknown };
    expect(decisions).toEqual([
      { idmodel: 2, ...one, ...NO_PURCHASES },
      { idmodel: 7, ...one, ...NO_PURCHASES },
    ]);
  });

  test('a summary has the Madrid days of submission, both included, of the user and the retailer', async () => {
    for (const at of [
      '2026-10-24T21:59:59Z',
      '2026-10-24T22:00Z',
      '2026-10-25T22:59:59Z',
      '2026-10-25T23:00Z',
    ]) {
      await add({ at });
    }
    await add({ at: '2026-10-25T12:00Z', retailer: 'other' });
    await add({ at: '2026-10-25T12:00Z', user: 'berta' });
    const count = async (filters: Partial<SummaryFilters>) => (await summary(filters)).purchases;
    expect(await count({})).toBe(5);
    const autumn = '2026-10-25';
    expect(await count({ from: autumn, to: autumn })).toBe(3);
    expect(await count({ from: autumn, to: autumn, retailer: 'r' })).toBe(2);
    expect(await count({ from: autumn })).toBe(4);
    expect(await count({ to: autumn })).toBe(4);
    expect(await count({ user: 'nobody' })).toBe(0);
    await expect(summary({ from: autumn, to: '2026-10-24' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The last day, 2026-10-24, is before the first, 2026-10-25.',
    });
  });

  test('a summary is exact for many purchases, whatever the pages', async () => {
    const cents = fc.tuple(
      fc.bigInt(-1_000_000_000n, 1_000_000_000n),
      fc.constantFrom(1n, 7n, 24_000n, 6_000_000n),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 120 }), async (costs) => {
        database = new MemoryDatabase();
        await new MemoryCustomerStore(database).add(customer, anEntry());
        for (const [num, den] of costs) {
          const cost = `${num}/${den}`;
          await add({ outputs: [{ idmodel: 1, energy: { MD: cost }, cost, saved: cost }] });
        }
        // All divisors divide this one.
        const common = 7n * 6_000_000n;
        const sum = costs.reduce((total, [num, den]) => total + (num * common) / den, 0n);
        const [model] = (await summary()).models;
        const half = sum < 0n ? -common : common;
        const cent = (200n * sum + half) / (2n * common);
        const text = `${String(cent < 0n ? -cent : cent).padStart(3, '0')}`;
        const sign = cent < 0n ? '-' : '';
        expect(model?.expected.cost).toBe(`${sign}${text.slice(0, -2)}.${text.slice(-2)}`);
        expect(model?.expected.purchases).toBe(costs.length);
      }),
      { numRuns: times(15) },
    );
  });
});
