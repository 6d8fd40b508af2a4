import { anEntry } from '@solano/domain/contracts';
import { dateAfter, quartersOfDate, startOfDate } from '@solano/domain/kernel';
import { measure } from '@solano/domain/test/deviation/measurements';
import { deviationPricesOf, pricesOf } from '@solano/domain/test/deviation/prices';
import { submit } from '@solano/domain/test/deviation/purchases';
import { CUSTOMER, DeviationWorld, OWNER, PORTFOLIO } from '@solano/domain/test/deviation/world';
import { MemoryStrategyStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { readReport } from './read-report.ts';

const MONTH = '2026-10';
const DAY = '2026-10-05';
const WINTER = '2026-10-25';
const owner = { customerId: CUSTOMER.id, ...PORTFOLIO };

function flat(value: number, date: string): number[] {
  return quartersOfDate(date).map(() => value);
}

function report(world: DeviationWorld, month: string) {
  const strategies = new MemoryStrategyStore(world.database);
  return readReport({ ...world.deps(), strategies }, { ...OWNER, month });
}

/** 1 MW on two days, the day of 25 hours too; MID1 was 10 EUR/MWh below the day-ahead price for eight weeks. */
async function world() {
  const all = new DeviationWorld();
  for (let date = dateAfter(DAY, -56); date <= WINTER; date = dateAfter(date, 1)) {
    await all.prices.putRealised([pricesOf('MD', date, () => 50)]);
    await all.prices.putRealised([pricesOf('MID1', date, () => 40)]);
  }
  for (const date of [DAY, WINTER]) {
    await all.imbalance.revise([date], () => [deviationPricesOf(date, 15, () => [80, 30])]);
    await submit(all, date, flat(1, date), { shares: { MD: 90, MID1: 10 } });
    await measure(all, date, flat(1, date));
  }
  return all;
}

describe('report of a month', () => {
  test('report compares with the rule of the eight weeks before each day, at realised prices', async () => {
    const { total, days, hours, compared } = await report(await world(), MONTH);
    expect(days.map(({ key }) => key)).toEqual([
      { by: 'day', name: DAY },
      { by: 'day', name: WINTER },
    ]);
    expect(hours).toHaveLength(24);
    // 49 MWh: by the rule 40 % of them at 40 EUR/MWh.
    expect(total.savings).toEqual({
      dayAheadOnlyCost: '2462.25',
      savedAgainstDayAhead: '49.00',
      ruleCost: '2266.25',
      savedAgainstRule: '-147.00',
      ruleNotBoughtMwh: '0.000',
    });
    // All other days of the month.
    expect(compared.missing.filter(({ what }) => what === 'measurement')).toHaveLength(3);
  });

  test('report goes by the caps of the portfolio’s settings', async () => {
    const parameters = { caps_percent: { MD: 100, MID1: 0, MID2: 0, MID3: 0 } };
    const settings = [{ idmodel: 8, enabled: true, parameters }];
    const all = await world();
    await new MemoryStrategyStore(all.database).put(owner, settings, anEntry());
    const { total } = await report(all, MONTH);
    expect(total.savings.ruleCost).toBe('2462.25');
  });

  test('report of a month without anything has no figures, and names what is missing', async () => {
    const { total, compared } = await report(new DeviationWorld(), MONTH);
    expect(total.deviation.periods).toBe(0);
    expect(compared.missing[0]).toEqual({
      from: startOfDate('2026-10-01'),
      to: startOfDate('2026-11-01'),
      what: 'measurement',
    });
  });

  test('report needs a month of the calendar', async () => {
    await expect(report(new DeviationWorld(), '2026-13')).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(report(new DeviationWorld(), '2026-11-01')).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
