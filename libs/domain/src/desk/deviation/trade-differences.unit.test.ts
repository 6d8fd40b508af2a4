import { quartersOfDate } from '@solano/domain/kernel';
import { pricesOf } from '@solano/domain/test/deviation/prices';
import { submit } from '@solano/domain/test/deviation/purchases';
import { deliverTrades } from '@solano/domain/test/deviation/trades';
import { DeviationWorld, OWNER } from '@solano/domain/test/deviation/world';
import { expect, test } from 'vitest';
import { tradeDifferences } from './trade-differences.ts';

const DAY = '2026-11-10';

const flat = (value: number) => quartersOfDate(DAY).map(() => value);

function differences(world: DeviationWorld, from: string, to: string) {
  return tradeDifferences(world.deps(), { ...OWNER, from, to });
}

test('executed trades are compared with all decisions, by session and day', async () => {
  const world = new DeviationWorld();
  await world.prices.putRealised([pricesOf('MD', DAY, () => 50)]);
  await world.prices.putRealised([pricesOf('MID1', DAY, () => 40)]);
  await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  await submit(world, DAY, flat(1), { shares: { MD: 50, MID1: 50 } });
  await submit(world, DAY, flat(9));
  await deliverTrades(world, 'MD', DAY, [
    [0, 60, 30, 52],
    [4, 60, -2, 60],
  ]);
  await deliverTrades(world, 'MIC', DAY, [[0, 15, 4, -10]]);
  await deliverTrades(world, 'MIC', '2026-11-12', [[0, 15, 4, -10]]);
  expect(await differences(world, '2026-11-01', '2026-12-31')).toEqual([
    {
      session: 'MD',
      day: DAY,
      // 30 × 52 − 2 × 60, and fees of 32 MWh.
      executed: { mwh: '28.000', cost: '1448.00' },
      // 36 × 50, and fees.
      decided: { mwh: '36.000', cost: '1809.00' },
      difference: { mwh: '-8.000', cost: '-361.00' },
    },
    {
      session: 'MIC',
      day: DAY,
      executed: { mwh: '1.000', cost: '-9.75' },
      decided: { mwh: '0.000', cost: '0.00' },
      difference: { mwh: '1.000', cost: '-9.75' },
    },
    // Nothing was decided for that day.
    {
      session: 'MIC',
      day: '2026-11-12',
      executed: { mwh: '1.000', cost: '-9.75' },
      decided: null,
      difference: null,
    },
  ]);
});

test('a difference is unknown while a price of the decision is to come', async () => {
  const world = new DeviationWorld();
  world.now = new Date(`${DAY}T12:00Z`);
  await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  await deliverTrades(world, 'MD', DAY, [[0, 60, 1, 50]]);
  expect(await differences(world, DAY, DAY)).toMatchObject([{ decided: null, difference: null }]);
});

test('a difference is unknown in the sessions alone whose price is to come', async () => {
  const world = new DeviationWorld();
  world.now = new Date(`${DAY}T12:00Z`);
  await world.prices.putRealised([pricesOf('MD', DAY, () => 50)]);
  await submit(world, DAY, flat(1), { shares: { MD: 50, MID1: 30, MID2: 20 } });
  await world.prices.putRealised([pricesOf('MID2', DAY, () => 40)]);
  await deliverTrades(world, 'MD', DAY, [[0, 60, 1, 50]]);
  await deliverTrades(world, 'MID1', DAY, [[0, 60, 1, 50]]);
  await deliverTrades(world, 'MID2', DAY, [[0, 60, 1, 50]]);
  expect(await differences(world, DAY, DAY)).toMatchObject([
    { session: 'MD', decided: { mwh: '12.000', cost: '603.00' }, difference: { mwh: '-11.000' } },
    { session: 'MID1', decided: null, difference: null },
    { session: 'MID2', decided: { mwh: '4.800', cost: '193.20' } },
  ]);
});

test('a cancelled session has a difference while the next one, which takes its share, has none', async () => {
  const world = new DeviationWorld();
  world.now = new Date(`${DAY}T12:00Z`);
  await world.prices.putRealised([pricesOf('MD', DAY, () => 50)]);
  await world.prices.putRealised([pricesOf('MID1', DAY)]);
  await submit(world, DAY, flat(1), { shares: { MD: 50, MID1: 50 } });
  await deliverTrades(world, 'MID1', DAY, [[0, 60, 1, 50]]);
  await deliverTrades(world, 'MID2', DAY, [[0, 60, 1, 50]]);
  expect(await differences(world, DAY, DAY)).toMatchObject([
    { session: 'MID1', decided: { mwh: '0.000', cost: '0.00' } },
    { session: 'MID2', decided: null },
  ]);
});

test('days without executed trades have no differences', async () => {
  const world = new DeviationWorld();
  await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  expect(await differences(world, DAY, DAY)).toEqual([]);
});
