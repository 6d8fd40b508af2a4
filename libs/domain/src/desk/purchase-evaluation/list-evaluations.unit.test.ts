import { aPurchase } from '@solano/domain/contracts';
import { CUSTOMER, DeviationWorld } from '@solano/domain/test/deviation/world';
import { MemoryDatabase, MemorySummaryStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import type { StoredEvaluation } from '../evaluation/evaluation.ts';
import { listEvaluations } from './list-evaluations.ts';

const model = {
  idmodel: 3,
  cost: '199/2',
  saved: '1/300',
  worstDecileCost: null,
  energy: { MD: '2/1', MID1: '-1/3' },
  missing: ['2026-11-24 00:15'],
};

function storeOf(stored: Readonly<Record<string, Partial<StoredEvaluation>>>) {
  const asked: number[] = [];
  return {
    asked,
    async ofPurchases(ids: readonly string[]) {
      asked.push(ids.length);
      const usual = { evaluatedAt: new Date(0), figures: '', realised: '[]' };
      const known = ids.filter((id) => stored[id]);
      return new Map(known.map((id) => [id, { ...usual, ...stored[id] }]));
    },
  };
}

const depsOf = (evaluations: ReturnType<typeof storeOf>) => ({
  ...new DeviationWorld().deps(),
  evaluations,
  decisions: { newestInTime: async () => new Map<string, never>() },
  summaries: new MemorySummaryStore(new MemoryDatabase()),
});

const purchasesOf = (ids: readonly string[]) => ids.map((id) => aPurchase(CUSTOMER.id, { id }));

const figuresOf = (gates: readonly object[], models: readonly object[] = [model]) =>
  JSON.stringify({ models, gates });

describe('the list of evaluated purchases', () => {
  test('the list of evaluated purchases has the value of each model with the days of delivery, rounded once', async () => {
    const gates = [
      { session: 'MD', date: '2026-11-24' },
      { session: 'MD', date: '2026-11-25' },
      { session: 'MID1', date: '2026-11-23' },
    ];
    const realised = JSON.stringify([
      { idmodel: 3, cost: '90/1', saved: '-1/300', foresightSaved: null },
    ]);
    const found = await listEvaluations(
      depsOf(
        storeOf({ a: { figures: figuresOf(gates), realised }, b: { figures: figuresOf([]) } }),
      ),
      purchasesOf(['a', 'without', 'b']),
    );
    const none = { countedModel: null, constantRules: [], bestConstantRule: null };
    const expected = { idmodel: 3, mwh: 1.667, expectedCost: '99.50', saved: '0.00' };
    expect(Object.fromEntries(found)).toEqual({
      a: {
        firstDay: '2026-11-23',
        lastDay: '2026-11-25',
        models: [
          {
            ...expected,
            realised: { restsOn: 'decision', mwh: 1.667, cost: '90.00', saved: '0.00' },
          },
        ],
        ...none,
      },
      b: { firstDay: null, lastDay: null, models: [{ ...expected, realised: null }], ...none },
    });
  });

  test('the list of evaluated purchases has no cost where a price is missing', async () => {
    const unknown = { ...model, cost: null, saved: null };
    const store = storeOf({ a: { figures: figuresOf([], [unknown]) } });
    const found = await listEvaluations(depsOf(store), purchasesOf(['a']));
    expect(found.get('a')?.models).toEqual([
      { idmodel: 3, mwh: 1.667, expectedCost: null, saved: null, realised: null },
    ]);
  });

  test('the list of evaluated purchases is read fifty purchases at a time', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `p${index}`);
    const figures = figuresOf([]);
    const store = storeOf(Object.fromEntries(ids.map((id) => [id, { figures }])));
    expect((await listEvaluations(depsOf(store), purchasesOf(ids))).size).toBe(101);
    expect(store.asked).toEqual([50, 50, 1]);
  });
});
