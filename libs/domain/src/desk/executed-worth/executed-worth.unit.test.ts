import { quartersOfDate } from '@solano/domain/kernel';
import { pricesOf } from '@solano/domain/test/deviation/prices';
import { submit } from '@solano/domain/test/deviation/purchases';
import { deliverTrades, uploadTrades } from '@solano/domain/test/deviation/trades';
import { takeBack } from '@solano/domain/test/deviation/uploads';
import { DeviationWorld } from '@solano/domain/test/deviation/world';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FractionText, minus, readFraction, sumOf, toFixed } from '../evaluation/fraction.ts';
import { TRADE_SESSIONS } from '../trades/trade.ts';
import { executedWorths } from './executed-worth.ts';

const DAY = '2026-11-10';
const NEXT = '2026-11-11';

const flat = (value: number, day = DAY) => quartersOfDate(day).map(() => value);

async function pricedWorld() {
  const world = new DeviationWorld();
  for (const day of [DAY, NEXT]) {
    await world.prices.putRealised([pricesOf('MD', day, () => 50)]);
    await world.prices.putRealised([pricesOf('MID1', day, () => 40)]);
  }
  return world;
}

/** What executed trades say of some purchases; of all by default. */
function worthsOf(world: DeviationWorld, ids?: readonly string[]) {
  const all = [...world.database.purchases.values()].map(({ purchase }) => purchase);
  return executedWorths(world.deps(), ids ? all.filter(({ id }) => ids.includes(id)) : all);
}

const texts = (
  worth: { cost: FractionText; energy: FractionText; dayAhead: FractionText } | undefined,
) =>
  worth && {
    cost: toFixed(readFraction(worth.cost), 2),
    mwh: toFixed(readFraction(worth.energy), 3),
    dayAhead: toFixed(readFraction(worth.dayAhead), 2),
  };

test('a purchase that alone decided has the executed trades of its sessions, the others as decided', async () => {
  const world = await pricedWorld();
  const id = await submit(world, DAY, flat(4), { shares: { MD: 75, MID1: 25 } });
  await deliverTrades(world, 'MD', DAY, [[0, 60, 60, 51]]);
  const worth = (await worthsOf(world)).get(id);
  expect(worth).toMatchObject({ idmodel: 3, restsOn: 'both' });
  expect(texts(worth?.figures)).toEqual({
    // 60 MWh × 51 in MD, 24 MWh × 40 in MID1, and fees.
    cost: '4041.00',
    mwh: '84.000',
    // 12 MWh less than was requested, at 50 and the fee.
    dayAhead: '-603.00',
  });
});

test('executed trades are shared in proportion to what each purchase decided in that session and period', async () => {
  const world = await pricedWorld();
  const a = await submit(world, DAY, flat(10), { shares: { MD: 20, MID1: 80 } });
  const b = await submit(world, DAY, flat(6), { shares: { MD: 100 } });
  await deliverTrades(world, 'MD', DAY, [[0, 15, 16, 60]]);
  const worths = await worthsOf(world);
  // 4 MWh by 2 to 6; MID1 as decided: 192 MWh × 40 and fees.
  expect(texts(worths.get(a)?.figures)).toMatchObject({ mwh: '193.000', cost: '7788.25' });
  expect(texts(worths.get(b)?.figures)).toMatchObject({ mwh: '3.000', cost: '180.75' });
  expect(worths.get(a)?.restsOn).toBe('both');
  expect(worths.get(b)?.restsOn).toBe('executed');
});

test('trades of a session in which nobody decided anything are shared by the items of their period', async () => {
  const world = await pricedWorld();
  const a = await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  const b = await submit(world, DAY, flat(-3), { shares: { MD: 100 } });
  await deliverTrades(world, 'MIC', DAY, [[0, 60, 8, 30]]);
  const worths = await worthsOf(world);
  // By 1 to 3, beside 24 and −72 MWh as decided.
  expect(texts(worths.get(a)?.figures)).toEqual({
    mwh: '26.000',
    cost: '1266.50',
    dayAhead: '100.50',
  });
  expect(texts(worths.get(b)?.figures)).toMatchObject({ mwh: '-66.000' });
});

test('a purchase that was not decided in time has no share', async () => {
  const world = await pricedWorld();
  const a = await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  const b = await submit(world, DAY, flat(9));
  await deliverTrades(world, 'MD', DAY, [[0, 15, 8, 30]]);
  const worths = await worthsOf(world);
  expect(texts(worths.get(a)?.figures)).toMatchObject({ mwh: '2.000' });
  expect(worths.get(b)).toBeUndefined();
});

test('a purchase without trades on its days rests on its decision', async () => {
  const world = await pricedWorld();
  await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  await deliverTrades(world, 'MD', NEXT, [[0, 15, 8, 30]]);
  expect(await worthsOf(world)).toEqual(new Map());
});

test('trades that were taken back do not count any more', async () => {
  const world = await pricedWorld();
  const id = await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  const upload = await uploadTrades(world, 'MD', DAY, [[0, 15, 8, 30]]);
  expect(texts((await worthsOf(world)).get(id)?.figures)).toMatchObject({ mwh: '2.000' });
  await takeBack(world, 'trades', upload);
  expect(await worthsOf(world)).toEqual(new Map());
});

test('a session in which nothing was executed for a decision counts as nothing', async () => {
  const world = await pricedWorld();
  const id = await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  await deliverTrades(world, 'MD', DAY, [[0, 15, 0, 0]]);
  const worth = (await worthsOf(world)).get(id);
  expect(worth?.restsOn).toBe('executed');
  expect(texts(worth?.figures)).toEqual({ cost: '0.00', mwh: '0.000', dayAhead: '-1206.00' });
});

test('a share of a cancelled session has its part in what was executed in the next one', async () => {
  const world = new DeviationWorld();
  await world.prices.putRealised([pricesOf('MD', DAY, () => 50)]);
  await world.prices.putRealised([pricesOf('MID1', DAY)]);
  await world.prices.putRealised([pricesOf('MID2', DAY, () => 30)]);
  const a = await submit(world, DAY, flat(1), { shares: { MD: 50, MID1: 50 } });
  const b = await submit(world, DAY, flat(1), { shares: { MID2: 100 } });
  await deliverTrades(world, 'MID2', DAY, [[0, 15, 12, 30]]);
  const worths = await worthsOf(world);
  expect(texts(worths.get(a)?.figures)).toMatchObject({ mwh: '13.000' });
  expect(texts(worths.get(b)?.figures)).toMatchObject({ mwh: '2.000' });
  expect(worths.get(a)?.figures?.moved).toBeUndefined();
});

test('a share that is not executed moves, or is not bought, as the decision has it', async () => {
  const world = new DeviationWorld();
  await world.prices.putRealised([pricesOf('MD', DAY, () => 50)]);
  await world.prices.putRealised([pricesOf('MID1', DAY)]);
  await world.prices.putRealised([pricesOf('MID2', DAY)]);
  await world.prices.putRealised([pricesOf('MID3', DAY)]);
  const id = await submit(world, DAY, flat(1), { shares: { MD: 50, MID2: 50 } });
  await deliverTrades(world, 'MD', DAY, [[0, 15, 12, 30]]);
  const figures = (await worthsOf(world)).get(id)?.figures;
  expect(figures?.notBought).toMatchObject({ energy: '12/1' });
  expect(figures?.notBought?.labels).toHaveLength(96);
});

test('a purchase whose decided rest has no price yet says what it rests on, without figures', async () => {
  const world = new DeviationWorld();
  world.now = new Date(`${DAY}T12:00Z`);
  await world.prices.putRealised([pricesOf('MD', DAY, () => 50)]);
  const id = await submit(world, DAY, flat(1), { shares: { MD: 50, MID1: 50 } });
  await deliverTrades(world, 'MD', DAY, [[0, 15, 12, 30]]);
  expect((await worthsOf(world)).get(id)).toMatchObject({ restsOn: 'both', figures: undefined });
});

test('days of several months add up', async () => {
  const world = new DeviationWorld();
  const days = ['2026-10-31', '2026-11-01'];
  for (const day of days) await world.prices.putRealised([pricesOf('MD', day, () => 50)]);
  const megawatts = days.flatMap((day) => flat(1, day));
  const id = await submit(world, days[0] as string, megawatts, { shares: { MD: 100 } });
  await deliverTrades(world, 'MD', days[1] as string, [[0, 15, 8, 30]]);
  const worth = (await worthsOf(world)).get(id);
  expect(worth?.restsOn).toBe('both');
  expect(texts(worth?.figures)).toMatchObject({ mwh: '26.000', cost: '1266.50' });
});

describe('shares', () => {
  const megawatt = fc.integer({ min: -50_000, max: 50_000 }).map((each) => each / 1000);
  const trade = fc.record({
    session: fc.constantFrom(...TRADE_SESSIONS),
    quarter: fc.integer({ min: 0, max: 95 }),
    mw: megawatt,
    price: fc.integer({ min: -90_000, max: 90_000 }).map((each) => each / 1000),
  });
  const purchase = fc.record({
    mw: fc.array(megawatt, { minLength: 96, maxLength: 96 }),
    md: fc.integer({ min: 0, max: 100 }),
  });

  test('shares of the purchases add up to the executed trades exactly', async () => {
    const purchases = fc.array(purchase, { minLength: 1, maxLength: 4 });
    const trades = fc.array(trade, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(purchases, trades, async (all, executed) => {
        const world = await pricedWorld();
        // What is decided in MID1 is not executed: the trades of all sessions are replaced.
        for (const { mw, md } of all) {
          await submit(world, DAY, mw, { shares: { MD: md, MID1: 100 - md } });
        }
        const sessions = Map.groupBy(executed, ({ session }) => session);
        for (const session of TRADE_SESSIONS) {
          const own = sessions.get(session) ?? [{ quarter: 0, mw: 0, price: 0 }];
          await deliverTrades(
            world,
            session,
            DAY,
            own.map(({ quarter, mw, price }) => [quarter, 15, mw, price]),
          );
        }
        const worths = [...(await worthsOf(world)).values()];
        const total = (of: (each: { cost: FractionText; energy: FractionText }) => FractionText) =>
          sumOf(worths.flatMap(({ figures }) => (figures ? of(figures) : [])));
        const milli = (value: number) => BigInt(Math.round(value * 1000));
        const energy = executed.reduce((sum, { mw }) => sum + milli(mw), 0n);
        const cost = executed.reduce((sum, { mw, price }) => {
          const [megawatts, euros] = [milli(mw), milli(price)];
          return sum + megawatts * euros + (megawatts < 0n ? -megawatts : megawatts) * 250n;
        }, 0n);
        expect(
          minus(
            total((each) => each.energy),
            { num: energy, den: 4_000n },
          ).num,
        ).toBe(0n);
        expect(
          minus(
            total((each) => each.cost),
            { num: cost, den: 4_000_000n },
          ).num,
        ).toBe(0n);
      }),
      { numRuns: 20 },
    );
  });
});

test('worth is that of the purchases that are asked for, shared among all', async () => {
  const world = await pricedWorld();
  const a = await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  await submit(world, DAY, flat(1), { shares: { MD: 100 } });
  await deliverTrades(world, 'MD', DAY, [[0, 15, 8, 30]]);
  const worths = await worthsOf(world, [a]);
  expect([...worths.keys()]).toEqual([a]);
  expect(texts(worths.get(a)?.figures)).toMatchObject({ mwh: '1.000' });
});
