import { aChange, anEntry, aPurchase } from '@solano/domain/contracts';
import { SolanoError } from '@solano/domain/kernel';
import { coveredQuarters, SESSIONS } from '@solano/domain/market';
import {
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryEvaluationStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
} from '@solano/memory';
import { expect, test } from 'vitest';
import { realisedCosts } from '../evaluation/realise.ts';
import { type OlderPurchases, realisedSchedule, realisePurchases } from './realise-purchases.ts';

const DAY = '2026-11-24';
const OUTPUTS = [
  {
    idmodel: 1,
    json: '{"idmodel":1,"value":{"MD":[{"datetime":"2026-11-24 12:00","purchase_percentage":100,"sale_percentage":0}]}}',
  },
];

/** A delivered purchase of 10 MW for an hour, bought day-ahead. */
async function setUp(now: string) {
  const database = new MemoryDatabase();
  const customer = { id: crypto.randomUUID(), name: 'c', folder: null, permissions: [] };
  await new MemoryCustomerStore(database).add(customer, anEntry());
  const purchases = new MemoryPurchaseStore(database);
  const evaluations = new MemoryEvaluationStore(database);
  const prices = new MemoryPriceStore(database);
  const purchase = aPurchase(customer.id, { createdAt: new Date('2026-11-23T09:00Z') });
  const series = '[{"datetime":"2026-11-24 12:00","purchase":10}]';
  await purchases.add(purchase, series, { entry: anEntry() });
  const figures = '{"models":[],"inputs":{"settings":null},"gates":[],"cancelled":[]}';
  const evaluation = { figures, prices: '{}', deliveredAt: '2026-11-24T11:00:00.000Z' };
  await purchases.update(purchase.id, (each) => aChange(each, { outputs: OUTPUTS, evaluation }));
  const calls: unknown[] = [];
  const deps = {
    purchases,
    evaluations,
    prices,
    splitter: {
      realise: (task: Parameters<typeof realisedCosts>[0]) => {
        calls.push(task);
        return realisedCosts(task);
      },
    },
    clock: () => new Date(now),
    log: { info: () => {}, warn: () => {}, error: (_: object, text: string) => calls.push(text) },
  };
  const older: OlderPurchases = { after: undefined };
  const realise = async (...sessions: string[]) => {
    for (const rules of SESSIONS.filter(({ session }) => sessions.includes(session))) {
      const ends = coveredQuarters(rules, DAY);
      const day = { market: rules.market, date: DAY, source: 'omie', version: 1 } as const;
      await prices.putRealised([{ ...day, stepMinutes: 15, ends, prices: ends.map(() => 50_000) }]);
    }
    await realisePurchases(deps, older);
    const stored = await evaluations.get(purchase.id);
    return JSON.parse(stored?.realised ?? '') as { cost: string }[];
  };
  return { realise, calls, deps, older };
}

test('realised costs are added when the last price is published, and not computed again', async () => {
  const { realise, calls } = await setUp('2026-11-24T12:00Z');
  expect(await realise()).toEqual([]);
  expect(await realise('MD', 'MID1')).toEqual([]);
  expect(await realise()).toEqual([]);
  expect(calls).toHaveLength(2);
  expect(await realise('MID2')).toMatchObject([{ idmodel: 1, cost: '1005/2' }]);
  expect(await realise('MD')).toHaveLength(1);
  expect(calls).toHaveLength(3);
});

test('a full disk ends a round, and the next one computes the realised costs', async () => {
  const { realise, deps } = await setUp('2026-11-24T12:00Z');
  const { splitter } = deps;
  const full = () => Promise.reject(new SolanoError('store_full', 'full'));
  deps.splitter = { realise: full };
  await expect(realise('MD', 'MID1', 'MID2')).rejects.toMatchObject({ code: 'store_full' });
  deps.splitter = splitter;
  expect(await realise()).toHaveLength(1);
});

test('purchases delivered more than 400 days ago are realised too, some in each round', async () => {
  const { realise, deps, older } = await setUp('2028-01-10T12:00Z');
  const asked: unknown[] = [];
  const { evaluations } = deps;
  const unrealised: typeof evaluations.unrealised = async (delivered, after, limit) => {
    asked.push(after?.purchaseId);
    return evaluations.unrealised(delivered, after, limit);
  };
  Object.assign(deps, { evaluations: Object.assign(Object.create(evaluations), { unrealised }) });
  expect(await realise('MD')).toMatchObject([{ cost: '1005/2' }]);
  // The recent ones, and one page of the older ones: there are no more.
  expect(asked).toHaveLength(2);
  expect(older.after).toBeUndefined();
});

test('costs are not realised before delivery', async () => {
  const { realise, calls } = await setUp('2026-11-24T10:59Z');
  expect(await realise('MD', 'MID1', 'MID2')).toEqual([]);
  expect(calls).toEqual([]);
});

test('sessions without prices are given up after three days', async () => {
  const { realise } = await setUp('2026-11-27T11:00:01Z');
  expect(await realise('MD')).toMatchObject([{ cost: '1005/2' }]);
});

test('the job runs every minute', async () => {
  const { deps } = await setUp('2026-11-24T12:00Z');
  expect(realisedSchedule(deps).times).toHaveLength(1440);
});
