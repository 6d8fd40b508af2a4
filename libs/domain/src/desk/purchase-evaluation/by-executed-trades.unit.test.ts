import { quartersOfDate } from '@solano/domain/kernel';
import { pricesOf } from '@solano/domain/test/deviation/prices';
import { decide, evaluate, submit } from '@solano/domain/test/deviation/purchases';
import { deliverTrades, uploadTrades } from '@solano/domain/test/deviation/trades';
import { takeBack } from '@solano/domain/test/deviation/uploads';
import { CUSTOMER, DeviationWorld, PORTFOLIO } from '@solano/domain/test/deviation/world';
import { MemorySummaryStore } from '@solano/memory';
import { beforeEach, expect, test } from 'vitest';
import { summarisePurchases } from '../summaries/summarise-purchases.ts';
import { listEvaluations } from './list-evaluations.ts';
import { readEvaluation } from './read-evaluation.ts';

const DAY = '2026-11-10';
const flat = (value: number) => quartersOfDate(DAY).map(() => value);

let world: DeviationWorld;
let id: string;

/** 24 MWh of 1 MW, decided day-ahead at 50 EUR/MWh with a fee of 0.25. */
beforeEach(async () => {
  world = new DeviationWorld();
  await world.prices.putRealised([pricesOf('MD', DAY, () => 50)]);
  id = await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  await evaluate(world, id, { MD: '24/1' }, ['1206/1', '10/1']);
});

const deps = () => {
  const { decisions, evaluations, purchases } = world;
  const summaries = new MemorySummaryStore(world.database);
  return { ...world.deps(), purchases, decisions, evaluations, summaries };
};

const never = () => Promise.reject(new Error('Nothing is evaluated.'));

const evaluation = () =>
  readEvaluation(
    { ...deps(), inputs: { of: never } as never, splitter: { evaluate: never } },
    { customerId: CUSTOMER.id, user: PORTFOLIO.user, id },
  );

const summary = () => summarisePurchases(deps(), { customerId: CUSTOMER.id, user: 'ana' });

test('realised costs of the counted model are those of executed trades, beside those of the decision', async () => {
  await deliverTrades(world, 'MD', DAY, [[0, 60, 20, 45]]);
  const { models, restsOn, executed } = await evaluation();
  expect(restsOn).toBe('executed');
  expect(executed).toMatchObject([{ session: 'MD', difference: { mwh: '-4.000' } }]);
  expect(models).toMatchObject([
    {
      mwh: { MD: 24 },
      realised: {
        restsOn: 'executed',
        mwh: 20,
        cost: '905.00',
        // Model 1 costs 1216.00, and 4 MWh less day-ahead 201.00 less.
        saved: '110.00',
        shareOfForesight: 1.1,
        decided: { mwh: 24, cost: '1206.00', saved: '10.00' },
      },
    },
  ]);
});

test('realised costs are those of the decision until trades are delivered, and when they are taken back', async () => {
  const decided = { restsOn: 'decision', mwh: 24, cost: '1206.00', saved: '10.00', decided: null };
  expect(await evaluation()).toMatchObject({
    restsOn: 'decision',
    models: [{ realised: decided }],
  });
  const upload = await uploadTrades(world, 'MD', DAY, [[0, 60, 20, 45]]);
  expect(await evaluation()).toMatchObject({ restsOn: 'executed' });
  await takeBack(world, 'trades', upload);
  expect(await evaluation()).toMatchObject({
    restsOn: 'decision',
    models: [{ realised: decided }],
  });
});

test('realised costs of a purchase whose decision was taken back rest on its outputs', async () => {
  await decide(world, id, null);
  await deliverTrades(world, 'MD', DAY, [[0, 60, 20, 45]]);
  const { models, restsOn } = await evaluation();
  expect(restsOn).toBe('decision');
  expect(models[0]?.realised).toMatchObject({ restsOn: 'decision', cost: '1206.00' });
});

test('the list has realised costs by executed trades', async () => {
  await deliverTrades(world, 'MD', DAY, [[0, 60, 20, 45]]);
  const { purchase } = (await world.purchases.read(id)) ?? {};
  const listed = await listEvaluations(deps(), purchase ? [purchase] : []);
  expect(listed.get(id)?.models).toEqual([
    {
      idmodel: 3,
      mwh: 24,
      expectedCost: '1206.00',
      saved: '10.00',
      realised: { restsOn: 'executed', mwh: 20, cost: '905.00', saved: '110.00' },
    },
  ]);
});

test('the summary sums decisions by executed trades, and models by their outputs', async () => {
  await deliverTrades(world, 'MD', DAY, [[0, 60, 20, 45]]);
  const other = await submit(world, '2026-11-12', flat(1), { shares: { MD: 100 } });
  const { decisions: before } = await summary();
  expect(before).toMatchObject([{ purchases: 2, restsOn: 'executed' }]);
  await evaluate(world, other, { MD: '24/1' }, ['1000/1', '1/1']);
  const { models, decisions } = await summary();
  expect(decisions).toMatchObject([
    {
      restsOn: 'both',
      realised: { purchases: 2, mwh: 44, cost: '1905.00', saved: '111.00' },
      expected: { mwh: 48, cost: '2206.00' },
    },
  ]);
  expect(models).toMatchObject([{ realised: { mwh: 48, cost: '2206.00', saved: '11.00' } }]);
});
