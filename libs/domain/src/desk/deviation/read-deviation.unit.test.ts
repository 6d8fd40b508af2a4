import { anEntry } from '@solano/domain/contracts';
import { DEFAULT_PORTFOLIO_SETTINGS } from '@solano/domain/energy';
import { quartersOfDate, startOfDate } from '@solano/domain/kernel';
import { measure, uploadMeasured } from '@solano/domain/test/deviation/measurements';
import { deviationPricesOf, pricesOf } from '@solano/domain/test/deviation/prices';
import { decide, submit } from '@solano/domain/test/deviation/purchases';
import { deliverTrades } from '@solano/domain/test/deviation/trades';
import { takeBack } from '@solano/domain/test/deviation/uploads';
import { CUSTOMER, DeviationWorld, OWNER, PORTFOLIO } from '@solano/domain/test/deviation/world';
import { describe, expect, test } from 'vitest';
import type { ComparedPeriods } from './compared-period.ts';
import { DeviationSum, euroText, mwhText } from './deviation-figures.ts';
import { tradeDifferences } from './trade-differences.ts';

const DAY = '2026-11-10';
const SUMMER = '2026-03-29';
const WINTER = '2026-10-25';

function flat(value: number, date = DAY): number[] {
  return quartersOfDate(date).map(() => value);
}

/** A day of 1 MW that is bought day-ahead at 50 EUR/MWh; deviations cost 80 and bring 30. */
async function priced(date = DAY): Promise<DeviationWorld> {
  const world = new DeviationWorld();
  await world.prices.putRealised([pricesOf('MD', date, () => 50)]);
  await world.imbalance.revise([date], () => [deviationPricesOf(date, 15, () => [80, 30])]);
  return world;
}

function sumOf({ periods }: ComparedPeriods) {
  const sum = new DeviationSum();
  for (const period of periods) sum.add(period);
  return { ...sum.figures, ...sum.causes, periods: sum.periods };
}

const hours = (hour: number, date = DAY) => startOfDate(date) + hour * 3_600_000;

describe('deviation', () => {
  test('deviation is paid where more was consumed, and received where less was', async () => {
    const world = await priced();
    await submit(world, DAY, flat(1), { shares: { MD: 100 } });
    // The first hour 2 MW, the second 0.5 MW.
    await measure(
      world,
      DAY,
      flat(1).map((mw, i) => (i < 4 ? 2 : i < 8 ? 0.5 : mw)),
    );
    const compared = await world.compare(DAY);
    expect(compared.missing).toEqual([]);
    expect(sumOf(compared)).toEqual({
      periods: 96,
      boughtMwh: '24.000',
      measuredMwh: '24.500',
      shortMwh: '1.000',
      longMwh: '0.500',
      // 24 MWh at 50, and the fee of 0.25.
      marketCost: '1206.00',
      // 1 × 80 − 0.5 × 30
      deviationCost: '65.00',
      // 1 × 30 + 0.5 × 20
      costOverDayAhead: '40.00',
      volumeShort: '30.00',
      volumeLong: '10.00',
      correction: '0.00',
      marketChoice: '6.00',
    });
  });

  describe('deviation of bids', () => {
    const BIDS = { MD: [{ price: 45, mw: 1 }], MID1: [{ price: null, mw: 1 }] };
    /** Day-ahead is dear in the first hour, MID1 costs 48 all day; 1 MW is consumed. */
    async function bidding(shares: object, bids: object = BIDS): Promise<DeviationWorld> {
      const world = new DeviationWorld();
      await world.prices.putRealised([pricesOf('MD', DAY, (quarter) => (quarter < 4 ? 50 : 40))]);
      await world.prices.putRealised([pricesOf('MID1', DAY, () => 48)]);
      await world.imbalance.revise([DAY], () => [deviationPricesOf(DAY, 15, () => [80, 30])]);
      await submit(world, DAY, flat(1), { shares, bids });
      await measure(world, DAY, flat(1));
      return world;
    }
    const sessionsOf = ({ sessions }: ComparedPeriods) =>
      sessions.map(({ session, ...sums }) => [session, mwhText(sums.bought), euroText(sums.cost)]);

    test('deviation of bids goes by what cleared, not by what they were expected to buy', async () => {
      const world = await bidding({ MD: 60, MID1: 40 });
      const compared = await world.compare(DAY);
      // 23 MWh at 40 and one at 48, with their fees.
      expect(sessionsOf(compared)).toEqual([
        ['MD', '23.000', '925.75'],
        ['MID1', '1.000', '48.25'],
      ]);
      expect(sumOf(compared)).toMatchObject({ boughtMwh: '24.000', marketCost: '974.00' });
    });

    test('deviation of bids leaves out a period where a price is to come', async () => {
      const world = await bidding(
        { MD: 60, MID2: 40 },
        { ...BIDS, MID2: [{ price: null, mw: 1 }] },
      );
      world.now = new Date('2026-11-11T00:00Z');
      const { periods, missing } = await world.compare(DAY);
      expect(periods).toEqual([]);
      expect(missing).toMatchObject([{ what: 'market_price' }]);
    });

    test('deviation of bids lacks no price where trades of all their sessions were executed', async () => {
      const bids = { MD: [{ price: 45, mw: 1 }], MID2: [{ price: null, mw: 1 }] };
      const world = await bidding({ MD: 60, MID2: 40 }, bids);
      world.now = new Date('2026-11-11T00:00Z');
      await deliverTrades(world, 'MID2', DAY, [[0, 60, 1, 47]]);
      expect((await world.compare(DAY)).missing).toMatchObject([{ what: 'market_price' }]);
      await deliverTrades(world, 'MD', DAY, [[0, 60, 2, 49]]);
      expect(await world.compare(DAY)).toMatchObject({
        missing: [],
        sessions: [
          { session: 'MD', restsOn: 'executed' },
          { session: 'MID2', restsOn: 'executed' },
        ],
      });
    });

    test('deviation of bids rests on executed trades where there are some', async () => {
      const world = await bidding({ MD: 60, MID1: 40 });
      await deliverTrades(world, 'MD', DAY, [[0, 60, 1, 49]]);
      expect(sessionsOf(await world.compare(DAY))).toEqual([
        ['MD', '1.000', '49.25'],
        ['MID1', '1.000', '48.25'],
      ]);
      expect(await tradeDifferences(world.deps(), { ...OWNER, from: DAY, to: DAY })).toMatchObject([
        { session: 'MD', decided: { mwh: '23.000', cost: '925.75' } },
      ]);
    });
  });

  test('deviation of a corrected forecast tells what the correction cost', async () => {
    const world = await priced();
    // Forecast 2 MW, bought 1 MW, consumed 1.5 MW: a quarter hour costs 30 a MWh short, 20 long.
    await submit(world, DAY, flat(1), { shares: { MD: 100 }, forecast: flat(2) });
    await measure(world, DAY, flat(1.5));
    expect(sumOf(await world.compare(DAY))).toMatchObject({
      shortMwh: '12.000',
      costOverDayAhead: '360.00',
      volumeShort: '0.00',
      volumeLong: '240.00',
      correction: '120.00',
      marketChoice: '6.00',
    });
  });

  test('deviation goes by the newest forecast that was bought, and by none that nobody decided', async () => {
    const world = await priced();
    await submit(world, DAY, flat(1), { shares: { MD: 100 }, forecast: flat(2) });
    await submit(world, DAY, flat(1), { shares: { MD: 100 }, forecast: flat(3) });
    await submit(world, DAY, flat(1), { forecast: flat(4) });
    await measure(world, DAY, flat(4));
    expect(sumOf(await world.compare(DAY))).toMatchObject({
      volumeShort: '720.00',
      correction: '720.00',
    });
  });

  test('deviation nets the quarters of an hour where its prices are hourly', async () => {
    const world = new DeviationWorld();
    await world.prices.putRealised([pricesOf('MD', DAY, (quarter) => 10 * (quarter % 4))]);
    await world.imbalance.revise([DAY], () => [deviationPricesOf(DAY, 60, () => [80, 30])]);
    await submit(world, DAY, flat(1), { shares: { MD: 100 } });
    await measure(
      world,
      DAY,
      flat(1).map((mw, i) => (i === 0 ? 3 : i === 1 ? 0 : mw)),
    );
    const sum = sumOf(await world.compare(DAY));
    // 2 − 1 MW of a quarter hour; the mean price of the hour is 15.
    expect(sum).toMatchObject({ periods: 24, shortMwh: '0.250', longMwh: '0.000' });
    expect(sum).toMatchObject({ deviationCost: '20.00', costOverDayAhead: '16.25' });
    // Each quarter hour at its own price: nothing but fees.
    expect(sum.marketChoice).toBe('6.00');
  });

  test.each([
    [SUMMER, 15, 92],
    [WINTER, 15, 100],
    [SUMMER, 60, 23],
    [WINTER, 60, 25],
  ] as const)(
    'deviation of a day on which the clock changes has all its periods: %s, %i minutes',
    async (date, step, count) => {
      const world = await priced(date);
      await world.imbalance.revise([date], () => [deviationPricesOf(date, step, (i) => [i, i])]);
      await submit(world, date, flat(1, date), { shares: { MD: 100 } });
      await measure(world, date, flat(2, date));
      const compared = await world.compare(date);
      const length = quartersOfDate(date).length;
      const perPeriod = step / 60;
      const prices = (count * (count - 1)) / 2;
      expect(sumOf(compared)).toMatchObject({
        periods: count,
        shortMwh: (length / 4).toFixed(3),
        deviationCost: (prices * perPeriod).toFixed(2),
      });
    },
  );

  test('deviation of negative prices and sales is signed', async () => {
    const world = new DeviationWorld();
    await world.prices.putRealised([pricesOf('MD', DAY, () => -10)]);
    await world.imbalance.revise([DAY], () => [deviationPricesOf(DAY, 15, () => [-20, -40])]);
    await submit(world, DAY, flat(-1), { shares: { MD: 100 } });
    await measure(world, DAY, flat(-1.5));
    expect(sumOf(await world.compare(DAY))).toMatchObject({
      boughtMwh: '-24.000',
      longMwh: '12.000',
      // Sold at −10: paid 240, and fees of 6.
      marketCost: '246.00',
      // −12 × −40
      deviationCost: '480.00',
      costOverDayAhead: '360.00',
      marketChoice: '6.00',
    });
  });

  test('deviation counts the shares of each session at its price', async () => {
    const world = await priced();
    await world.prices.putRealised([pricesOf('MID1', DAY, () => 45)]);
    await submit(world, DAY, flat(1).slice(0, 24), { step: 60, shares: { MD: 70, MID1: 30 } });
    await submit(world, DAY, flat(1).slice(0, 24), { step: 60, shares: { MD: 120, MID1: -20 } });
    await measure(world, DAY, flat(2));
    const compared = await world.compare(DAY);
    expect(
      compared.sessions.map(({ bought, cost, ...each }) => [each, mwhText(bought), euroText(cost)]),
    ).toEqual([
      [{ session: 'MD', restsOn: 'decision' }, '45.600', '2291.40'],
      [{ session: 'MID1', restsOn: 'decision' }, '2.400', '111.00'],
    ]);
    expect(sumOf(compared)).toMatchObject({ boughtMwh: '48.000', marketCost: '2402.40' });
  });

  test('deviation of parts adds up to that of all, over more days than are read at once', async () => {
    const world = new DeviationWorld();
    const days = ['2026-01-31', '2026-03-05'];
    for (const date of days) {
      await world.prices.putRealised([pricesOf('MD', date, () => 50)]);
      await world.imbalance.revise([date], () => [deviationPricesOf(date, 15, () => [80, 30])]);
      await submit(world, date, flat(1, date), { shares: { MD: 100 } });
      await measure(world, date, flat(1.5, date));
    }
    const compared = await world.compare('2026-01-01', '2026-03-31');
    expect(sumOf(compared)).toMatchObject({ periods: 192, shortMwh: '24.000' });
    expect(compared.sessions).toMatchObject([{ session: 'MD', restsOn: 'decision' }]);
    const spans = compared.missing.filter(({ what }) => what === 'measurement');
    expect(spans).toEqual([
      { what: 'measurement', from: hours(0, '2026-01-01'), to: hours(0, '2026-01-31') },
      { what: 'measurement', from: hours(0, '2026-02-01'), to: hours(0, '2026-03-05') },
      { what: 'measurement', from: hours(0, '2026-03-06'), to: hours(0, '2026-04-01') },
    ]);
  });

  test.each([
    ['2026-02-01', '2026-01-31', 'The last day, 2026-01-31, is before the first, 2026-02-01.'],
    ['2026-01-01', '2029-01-06', 'The response would have more than 1100 days: ask for fewer.'],
  ])('deviation from %s to %s is rejected', async (from, to, message) => {
    const world = new DeviationWorld();
    await expect(world.compare(from, to)).rejects.toMatchObject({
      code: 'invalid_request',
      message,
    });
  });
});

describe('what is missing', () => {
  async function whole(): Promise<DeviationWorld> {
    const world = await priced();
    await measure(world, DAY, flat(1));
    return world;
  }

  test('a period without a measurement is missing', async () => {
    const world = await priced();
    await submit(world, DAY, flat(1), { shares: { MD: 100 } });
    await measure(world, DAY, [1, 1, 1, 1]);
    await measure(world, DAY, [1, 1], { at: 90 });
    const compared = await world.compare(DAY);
    expect(sumOf(compared).periods).toBe(6);
    expect(compared.missing).toEqual([
      { what: 'measurement', from: hours(1), to: hours(1.5) },
      { what: 'measurement', from: hours(2), to: hours(24) },
    ]);
  });

  test('a period for which nothing was decided or executed is missing, not bought 0', async () => {
    const world = await whole();
    await submit(world, DAY, [1, 1, 1, 1], { shares: { MD: 100 } });
    await deliverTrades(world, 'MIC', DAY, [[8, 60, 0, 0]]);
    const compared = await world.compare(DAY);
    expect(compared.missing).toEqual([
      { what: 'decision', from: hours(1), to: hours(2) },
      { what: 'decision', from: hours(3), to: hours(24) },
    ]);
    expect(sumOf(compared)).toMatchObject({ periods: 8, boughtMwh: '1.000', measuredMwh: '2.000' });
  });

  test('purchases that nobody decided in time are named and not counted', async () => {
    const world = await whole();
    await submit(world, DAY, flat(1), { shares: { MD: 100 } });
    const undecided = await submit(world, DAY, flat(1));
    const withdrawn = await submit(world, DAY, flat(1), { shares: { MD: 100 } });
    await decide(world, withdrawn, null);
    const late = await submit(world, DAY, flat(1));
    await decide(world, late, 3, ['MD']);
    const keptByLateness = await submit(world, DAY, flat(0.5), { shares: { MD: 100 } });
    await decide(world, keptByLateness, null, ['MD']);
    const other = await submit(world, '2026-11-12', flat(1, '2026-11-12'));
    const compared = await world.compare(DAY);
    expect(new Set(compared.undecided)).toEqual(new Set([undecided, withdrawn, late]));
    expect(compared.undecided).not.toContain(other);
    expect(sumOf(compared)).toMatchObject({ boughtMwh: '36.000' });
  });

  test('a period without a price of deviations, or of a session in which it was bought, is missing', async () => {
    const world = new DeviationWorld();
    const next = '2026-11-11';
    for (const date of [DAY, next]) {
      await world.prices.putRealised([pricesOf('MD', date, () => 50)]);
      await measure(world, date, flat(1));
    }
    await world.imbalance.revise([next], () => [deviationPricesOf(next, 15, () => [1, 1])]);
    await submit(world, DAY, flat(1), { shares: { MD: 100 } });
    await submit(world, next, [1, 1], { shares: { MD: 50, MID1: 50 } });
    await submit(world, next, flat(1), { shares: { MD: 100 } });
    world.now = new Date('2026-11-11T12:00Z');
    const compared = await world.compare(DAY, next);
    expect(compared.missing).toEqual([
      { what: 'price', from: hours(0), to: hours(24) },
      { what: 'market_price', from: hours(0, next), to: hours(0.5, next) },
    ]);
    expect(sumOf(compared)).toMatchObject({ periods: 94, boughtMwh: '23.500' });
  });

  test('a period without a day-ahead price is missing, whatever was executed', async () => {
    const world = new DeviationWorld();
    await world.imbalance.revise([DAY], () => [deviationPricesOf(DAY, 15, () => [1, 1])]);
    await measure(world, DAY, flat(1));
    await deliverTrades(world, 'BIL', DAY, [[0, 60, 1, 40]]);
    expect((await world.compare(DAY)).missing).toEqual(
      [
        { what: 'market_price', from: hours(0), to: hours(24) },
        { what: 'decision', from: hours(1), to: hours(24) },
      ].toSorted((a, b) => a.from - b.from),
    );
  });
});

describe('executed trades', () => {
  test('executed trades replace what was decided of their session and day, at their own prices', async () => {
    const world = await priced();
    await world.prices.putRealised([pricesOf('MID1', DAY, () => 40)]);
    await submit(world, DAY, flat(2), { shares: { MD: 50, MID1: 50 } });
    await deliverTrades(world, 'MD', DAY, [
      [0, 60, 4, 60],
      [0, 15, -1, 70.5],
    ]);
    await deliverTrades(world, 'MIC', DAY, [[4, 30, 2, -5]]);
    await measure(world, DAY, flat(2));
    const compared = await world.compare(DAY);
    expect(compared.missing).toEqual([]);
    expect(
      compared.sessions.map(({ bought, cost, ...each }) => [each, mwhText(bought), euroText(cost)]),
    ).toEqual([
      // 4 × 60 − 0.25 × 70.5, and fees of 4.25 MWh.
      [{ session: 'MD', restsOn: 'executed' }, '3.750', '223.44'],
      [{ session: 'MID1', restsOn: 'decision' }, '24.000', '966.00'],
      [{ session: 'MIC', restsOn: 'executed' }, '1.000', '-4.75'],
    ]);
  });

  test('executed trades of some days leave the decision on the others', async () => {
    const world = await priced();
    const next = '2026-11-11';
    await world.prices.putRealised([pricesOf('MD', next, () => 50)]);
    await world.imbalance.revise([next], () => [deviationPricesOf(next, 15, () => [80, 30])]);
    for (const date of [DAY, next]) {
      await submit(world, date, flat(1), { shares: { MD: 100 } });
      await measure(world, date, flat(1));
    }
    await deliverTrades(world, 'MD', next, [[0, 15, 1, 50]]);
    const compared = await world.compare(DAY, next);
    expect(compared.sessions).toMatchObject([{ session: 'MD', restsOn: 'both' }]);
    expect(sumOf(compared)).toMatchObject({ periods: 192, boughtMwh: '24.250' });
  });
});

describe('cancelled sessions', () => {
  test('a share of a cancelled session counts in the next that was held, at its price', async () => {
    const world = await priced();
    await world.prices.putRealised([pricesOf('MID1', DAY)]);
    await world.prices.putRealised([pricesOf('MID2', DAY, () => 44)]);
    await submit(world, DAY, flat(1), { shares: { MD: 60, MID1: 40 } });
    await measure(world, DAY, flat(1));
    const compared = await world.compare(DAY);
    expect(compared.notBought).toEqual([]);
    expect(
      compared.sessions.map(({ session, bought, cost }) => [
        session,
        mwhText(bought),
        euroText(cost),
      ]),
    ).toEqual([
      ['MD', '14.400', '723.60'],
      ['MID2', '9.600', '424.80'],
    ]);
  });

  test('a share that no later session covers is not bought, and named', async () => {
    const world = await priced();
    for (const session of ['MID1', 'MID2', 'MID3'] as const)
      await world.prices.putRealised([pricesOf(session, DAY)]);
    await submit(world, DAY, flat(1), { shares: { MD: 60, MID1: 40 } });
    await measure(world, DAY, flat(1));
    const compared = await world.compare(DAY);
    expect(compared.notBought.map(({ session, energy }) => [session, mwhText(energy)])).toEqual([
      ['MID1', '9.600'],
    ]);
    expect(sumOf(compared)).toMatchObject({ boughtMwh: '14.400', shortMwh: '9.600' });
  });

  test('a share that is not bought is named of the compared periods alone', async () => {
    const world = await priced();
    for (const session of ['MID1', 'MID2', 'MID3'] as const)
      await world.prices.putRealised([pricesOf(session, DAY)]);
    await submit(world, DAY, flat(1), { shares: { MD: 60, MID1: 40 } });
    await measure(world, DAY, [1, 1, 1, 1]);
    const { notBought } = await world.compare(DAY);
    expect(notBought.map(({ session, energy }) => [session, mwhText(energy)])).toEqual([
      ['MID1', '0.400'],
    ]);
  });

  test('a share that would count in a session of which trades were executed is in them already', async () => {
    const world = await priced();
    await world.prices.putRealised([pricesOf('MID1', DAY)]);
    await world.prices.putRealised([pricesOf('MID2', DAY, () => 44)]);
    await deliverTrades(world, 'MID2', DAY, [[0, 15, 4, 44]]);
    await submit(world, DAY, flat(1), { shares: { MD: 60, MID1: 40 } });
    await measure(world, DAY, flat(1));
    expect(sumOf(await world.compare(DAY))).toMatchObject({ boughtMwh: '15.400' });
  });

  test('a share of a cancelled session waits for the price of the next one only without trades there', async () => {
    const world = await priced();
    await world.prices.putRealised([pricesOf('MID1', DAY)]);
    await submit(world, DAY, flat(1), { shares: { MD: 60, MID1: 40 } });
    await measure(world, DAY, flat(1));
    world.now = new Date('2026-11-11T00:00Z');
    expect((await world.compare(DAY)).missing).toContainEqual(
      expect.objectContaining({ what: 'market_price' }),
    );
    await deliverTrades(world, 'MID2', DAY, [[0, 15, 4, 44]]);
    expect((await world.compare(DAY)).missing).toEqual([]);
  });
});

describe('consumption', () => {
  async function bought(): Promise<DeviationWorld> {
    const world = await priced();
    await submit(world, DAY, flat(3), { shares: { MD: 100 } });
    return world;
  }

  test('consumption is of all groups, whatever their steps, with the losses of the day', async () => {
    const world = await bought();
    await measure(world, DAY, [1, 2, 3, 4, 5, 6], { step: 5, group: 'a' });
    await measure(world, DAY, flat(2).slice(0, 24), { step: 60, group: 'b' });
    const losses = [
      { from: '2026-11-01', percent: '5.5' },
      { from: '2026-11-11', percent: '50' },
    ];
    const settings = { ...DEFAULT_PORTFOLIO_SETTINGS, losses };
    await world.energySettings.putPortfolio(CUSTOMER.id, PORTFOLIO, settings, anEntry());
    const compared = await world.compare(DAY);
    // (2 + 2) and (5 + 2) MW of a quarter hour each; then group a has no value.
    expect(compared.periods.map(({ measured }) => mwhText(measured))).toEqual(['1.055', '1.846']);
    expect(compared.missing).toEqual([{ what: 'measurement', from: hours(0.5), to: hours(24) }]);
  });

  test('consumption of a group counts from its first value to its end', async () => {
    const world = await bought();
    await measure(world, '2026-11-09', flat(5), { group: 'ended' });
    await measure(world, DAY, [1], { group: 'new', at: 120 });
    await measure(world, DAY, flat(2), { group: 'old' });
    const groups = [{ group: 'ended', ends: '2026-11-09' }];
    const settings = { ...DEFAULT_PORTFOLIO_SETTINGS, groups };
    await world.energySettings.putPortfolio(CUSTOMER.id, PORTFOLIO, settings, anEntry());
    const compared = await world.compare(DAY);
    expect(sumOf(compared)).toMatchObject({ periods: 9, measuredMwh: '4.750' });
    expect(compared.missing).toEqual([{ what: 'measurement', from: hours(2.25), to: hours(24) }]);
  });

  test('consumption of a group whose values were all taken back does not count', async () => {
    const world = await bought();
    await measure(world, DAY, flat(2), { group: 'old' });
    const id = await uploadMeasured(world, DAY, [1], { group: 'wrong' });
    expect(sumOf(await world.compare(DAY))).toMatchObject({ periods: 4, measuredMwh: '3.000' });
    await takeBack(world, 'consumption', id);
    expect(sumOf(await world.compare(DAY))).toMatchObject({ periods: 96, measuredMwh: '48.000' });
  });
});
