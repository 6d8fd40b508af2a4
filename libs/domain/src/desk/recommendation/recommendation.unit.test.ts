import { anEntry, aPurchase } from '@solano/domain/contracts';
import { digest } from '@solano/domain/test/digest';
import {
  MemoryBacktestStore,
  MemoryDatabase,
  MemoryPurchaseStore,
  MemoryStrategyStore,
} from '@solano/memory';
import { describe, expect, test } from 'vitest';
import type { Backtest } from '../backtests/backtest.ts';
import { readRecommendation } from './read-recommendation.ts';
import { recommend } from './recommend.ts';
import { requestYearBacktests, yearBacktest } from './year-backtest.ts';

type Verdict = 'better' | 'worse' | 'not_distinguishable';

/** A year's backtest with the leads of some models over model 8. */
function yearOf(leads: Record<number, [lead: number, verdict: Verdict]>, days = 365) {
  const models = Object.entries(leads).map(([idmodel, [lead, verdict]]) => {
    return { idmodel: Number(idmodel), totals: { againstRule: { lead, verdict } } };
  });
  return { models, days: Array.from({ length: days }, () => ({})) } as unknown as Backtest;
}

describe('recommended', () => {
  const ALL = [1, 3, 4, 6, 7, 8];
  const leads = yearOf({
    3: [90, 'not_distinguishable'],
    4: [20, 'better'],
    6: [999, 'better'],
    7: [40, 'better'],
  });

  test('recommended is the model with the largest lead of those better than the rule, never 6', () => {
    expect(recommend(ALL, leads, 200)).toEqual({ idmodel: 7, reason: 'ahead_of_rule' });
    expect(recommend([1, 4, 6, 8], leads, 200)).toEqual({ idmodel: 4, reason: 'ahead_of_rule' });
  });

  test('recommended is model 8 where none is better, and model 1 where that is off', () => {
    const none = yearOf({ 3: [9, 'not_distinguishable'], 4: [-9, 'worse'] });
    expect(recommend(ALL, none, 200)).toEqual({ idmodel: 8, reason: 'rule' });
    expect(recommend([1, 6], none, 200)).toEqual({ idmodel: 1, reason: 'rule' });
    expect(recommend([6], none, 200)).toBeUndefined();
  });

  test('recommended is model 1 while fewer than 60 days are known', () => {
    expect(recommend(ALL, undefined, 59)).toEqual({ idmodel: 1, reason: 'few_days' });
    const days = (count: number) => recommend(ALL, yearOf({ 7: [9, 'better'] }, count), 200);
    expect(days(59)).toEqual({ idmodel: 1, reason: 'few_days' });
    expect(days(60)).toEqual({ idmodel: 7, reason: 'ahead_of_rule' });
  });

  test('recommended is model 8 where 60 days are known and no year’s backtest shows a lead yet', () => {
    expect(recommend(ALL, undefined, 60)).toEqual({ idmodel: 8, reason: 'rule' });
    expect(recommend([1, 4], undefined, 60)).toEqual({ idmodel: 1, reason: 'rule' });
  });
});

describe('a year’s backtest', () => {
  const owner = { customerId: 'c1', user: 'ana', retailer: 'acme' };

  /** Two customers, the first of whom purchases for two retailers. */
  function world() {
    const database = new MemoryDatabase();
    for (const id of ['c1', 'c2']) {
      database.customers.set(id, { id, name: id, folder: null, permissions: [] });
    }
    const [backtests, strategies] = [
      new MemoryBacktestStore(database),
      new MemoryStrategyStore(database),
    ];
    let now = new Date('2026-11-26T02:05:00Z');
    for (const [id, retailer] of [
      ['p1', 'acme'],
      ['p2', 'other'],
    ] as const) {
      const purchase = aPurchase('c1', { ...owner, id, retailer });
      database.purchases.set(id, { purchase, series: '[]', outputs: [], history: [] });
    }
    const purchases = new MemoryPurchaseStore(database);
    const customers = { list: async () => [...database.customers.values()] };
    const deps = { backtests, strategies, purchases, customers, digest, clock: () => now };
    return {
      ...deps,
      database,
      at(text: string) {
        now = new Date(text);
      },
      idOf: (retailer = 'acme', version = 0) =>
        yearBacktest(digest, { ...owner, retailer }, version, now).id,
      recommended: (on: number[], historyDays = 0) =>
        readRecommendation(deps, { id: 'p1', user: 'ana' }, { on, historyDays }),
    };
  }
  const RESULT = JSON.stringify(yearOf({ 4: [3, 'better'] }));

  test('a year’s backtest ends on the last Sunday, and is requested once for each retailer, in turn', async () => {
    const all = world();
    await requestYearBacktests(all);
    await requestYearBacktests(all);
    const [first] = [...all.database.backtests.values()];
    expect(all.database.backtests.size).toBe(1);
    expect(first?.request).toMatchObject({
      ...owner,
      from: '2025-11-23',
      to: '2026-11-22',
      series: null,
    });
    expect(first?.request.settings.map(({ idmodel }) => idmodel)).toContain(7);
    expect(all.idOf()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    await all.backtests.settle(all.idOf(), { result: RESULT }, all.clock());
    await requestYearBacktests(all);
    expect([...all.database.backtests.keys()]).toEqual([all.idOf(), all.idOf('other')]);
    await all.backtests.settle(all.idOf('other'), { error: 'no prices' }, all.clock());
    await requestYearBacktests(all);
    expect(all.database.backtests.size).toBe(2);
    // New settings, or another week, want another one.
    await all.strategies.put(owner, [], anEntry());
    await requestYearBacktests(all);
    expect([...all.database.backtests.keys()].at(-1)).toBe(all.idOf('acme', 1));
  });

  test('a year’s backtest is what is recommended by, still in the week after it', async () => {
    const all = world();
    expect(await all.recommended([1, 4, 8])).toEqual({
      idmodel: 1,
      reason: 'few_days',
      backtest: null,
    });
    expect(await all.recommended([1, 4, 8], 60)).toEqual({
      idmodel: 8,
      reason: 'rule',
      backtest: null,
    });
    await requestYearBacktests(all);
    expect((await all.recommended([1, 4, 8]))?.reason).toBe('few_days');
    const backtest = { id: all.idOf(), from: '2025-11-23', to: '2026-11-22' };
    await all.backtests.settle(backtest.id, { result: RESULT }, all.clock());
    const ahead = { idmodel: 4, reason: 'ahead_of_rule', backtest };
    expect(await all.recommended([1, 4, 8])).toEqual(ahead);
    expect(await all.recommended([1, 8])).toEqual({ idmodel: 8, reason: 'rule', backtest });
    expect(await all.recommended([6])).toBeNull();
    all.at('2026-12-03T10:00:00Z');
    expect(await all.recommended([1, 4, 8])).toEqual(ahead);
    all.at('2026-12-10T10:00:00Z');
    expect((await all.recommended([1, 4, 8]))?.backtest).toBeNull();
  });
});
