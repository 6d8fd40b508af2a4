import { aChange, anEntry, aPurchase } from '@solano/domain/contracts';
import { times } from '@solano/domain/contracts/thoroughness';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryEvaluationStore,
  MemoryPurchaseStore,
} from '@solano/memory';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type SummaryFilters, summarisePurchases } from './summarise.ts';

interface Output {
  readonly idmodel: number;
  readonly energy?: Readonly<Record<string, string>>;
  readonly cost?: string | null;
  readonly saved?: string | null;
  readonly realised?: readonly [cost: string, saved: string];
}

interface Given {
  readonly user?: string;
  readonly retailer?: string;
  readonly at?: string;
  /** Left out: not evaluated. */
  readonly outputs?: readonly Output[];
  readonly decisions?: readonly (number | null)[];
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
});

function summary(filters: Partial<SummaryFilters> = {}) {
  return summarisePurchases(stores(), { customerId: customer.id, user: 'ana', ...filters });
}

async function add({ user = 'ana', retailer = 'r', at, outputs, decisions = [] }: Given) {
  const { purchases, decisions: decided, evaluations } = stores();
  const createdAt = new Date(at ?? '2026-11-22T10:00Z');
  const purchase = aPurchase(customer.id, { user, retailer, createdAt, updatedAt: createdAt });
  const { id } = purchase;
  await purchases.add(purchase, '[]', { entry: anEntry() });
  if (outputs) {
    const models = outputs.map(({ energy = {}, cost = null, saved = null, idmodel }) => {
      return { idmodel, energy, cost, saved, worstDecileCost: null, missing: [] };
    });
    const evaluation = {
      figures: JSON.stringify({ models }),
      prices: '{}',
      deliveredAt: createdAt.toISOString(),
    };
    await purchases.update(id, (each) => aChange(each, { outputs: [], evaluation }));
    const realised = outputs.flatMap(({ idmodel, realised: costs }) => {
      const [cost, saved] = costs ?? [];
      return costs ? [{ idmodel, cost, saved, foresightSaved: null }] : [];
    });
    const { evaluatedAt } = (await evaluations.get(id)) as { evaluatedAt: Date };
    await evaluations.realise(id, evaluatedAt, JSON.stringify(realised), null);
  }
  for (const idmodel of decisions) {
    const decision = { idmodel, note: '', decidedAt: createdAt, decidedBy: 'key x' };
    await decided.add(id, decision, { entry: anEntry(), deliveries: [] });
  }
}

const NONE = { purchases: 0, mwh: 0, cost: '0.00', saved: '0.00' };

describe('a summary', () => {
  test('sums by model and by the newest decision, rounded once', async () => {
    const third = { idmodel: 3, energy: { MD: '2/1', MID1: '-1/3' } } as const;
    await add({
      outputs: [
        { idmodel: 1, energy: { MD: '5/3' }, cost: '100/1', saved: '0/1' },
        { ...third, cost: '199/2', saved: '1/300', realised: ['90/1', '-1/300'] },
      ],
      decisions: [1, 3],
    });
    await add({ outputs: [{ ...third, cost: '1/3', saved: '1/300' }], decisions: [3, null] });
    await add({ outputs: [{ ...third, cost: '1/3', saved: '1/300' }], decisions: [3] });
    await add({});
    expect(await summary()).toEqual({
      purchases: 4,
      evaluated: 3,
      undecided: 2,
      models: [
        {
          idmodel: 1,
          purchases: 1,
          expected: { purchases: 1, mwh: 1.667, cost: '100.00', saved: '0.00' },
          realised: NONE,
        },
        {
          idmodel: 3,
          purchases: 3,
          expected: { purchases: 3, mwh: 5, cost: '100.17', saved: '0.01' },
          realised: { purchases: 1, mwh: 1.667, cost: '90.00', saved: '0.00' },
        },
      ],
      decisions: [
        {
          idmodel: 3,
          purchases: 2,
          expected: { purchases: 2, mwh: 3.333, cost: '99.83', saved: '0.01' },
          realised: { purchases: 1, mwh: 1.667, cost: '90.00', saved: '0.00' },
        },
      ],
    });
  });

  test('counts purchases without cost, saving or that output, and sums the rest', async () => {
    const energy = { MD: '1/1' };
    await add({ outputs: [{ idmodel: 2, energy, cost: '1/1', saved: null }], decisions: [2] });
    await add({ outputs: [{ idmodel: 2, energy }], decisions: [7] });
    const { models, decisions } = await summary();
    expect(models).toEqual([{ idmodel: 2, purchases: 2, expected: NONE, realised: NONE }]);
    const one = { purchases: 1, expected: NONE, realised: NONE };
    expect(decisions).toEqual([
      { idmodel: 2, ...one },
      { idmodel: 7, ...one },
    ]);
  });

  test('has the Madrid days of submission, both included, of the user and the retailer', async () => {
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

  test('is exact for many purchases, whatever the pages', async () => {
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
