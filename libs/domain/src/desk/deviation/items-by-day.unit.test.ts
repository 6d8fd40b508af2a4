import { HOUR_MS, startOfDate } from '@solano/domain/kernel';
import { measure } from '@solano/domain/test/deviation/measurements';
import { deviationPricesOf, pricesOf } from '@solano/domain/test/deviation/prices';
import { submit } from '@solano/domain/test/deviation/purchases';
import { DeviationWorld } from '@solano/domain/test/deviation/world';
import { expect, test } from 'vitest';
import { itemsByDay } from './items-by-day.ts';

const DAYS = ['2026-11-10', '2026-11-11', '2026-11-12'] as const;
const window = { from: startOfDate(DAYS[0]), to: startOfDate(DAYS[2]) };

function anItem(end: number) {
  return { label: '', period: { end, minutes: 60 }, megawatts: 1 };
}

const aTrade = { session: 'MD', bought: 100, sold: 0 };

test('an item over midnight is of both days, with its part and its trades', () => {
  const midnight = startOfDate(DAYS[1]);
  const items = [anItem(midnight - HOUR_MS / 2), anItem(midnight + HOUR_MS / 4)];
  const trades = [{ ...aTrade, item: 1 }];
  expect(itemsByDay(items, { trades }, window)).toEqual([
    {
      date: DAYS[0],
      items: [items[0], { ...items[1], period: { end: midnight, minutes: 45 } }],
      trades: [{ ...aTrade, item: 1 }],
    },
    {
      date: DAYS[1],
      items: [{ ...items[1], period: { end: midnight + HOUR_MS / 4, minutes: 15 } }],
      trades: [{ ...aTrade, item: 0 }],
    },
  ]);
});

test('an item at the edge of the window is cut there, and one outside it is left out', () => {
  const items = [window.from, window.from + HOUR_MS / 4, window.to + HOUR_MS / 4].map(anItem);
  const days = itemsByDay(items, { trades: [] }, window);
  expect(days.map(({ date, items: own }) => [date, own.map(({ period }) => period)])).toEqual([
    [DAYS[0], [{ end: window.from + HOUR_MS / 4, minutes: 15 }]],
    [DAYS[1], [{ end: window.to, minutes: 45 }]],
  ]);
});

test('a day of a purchase of several days has the same figures alone and among the others', async () => {
  const world = new DeviationWorld();
  // The session has prices on the 20th: nobody knows whether it was held more than a week before.
  const dates = ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14'];
  const hours = dates.flatMap(() => Array.from({ length: 24 }, () => 1));
  await world.prices.putRealised([pricesOf('MID2', '2026-11-20', () => 44)]);
  await submit(world, '2026-11-11', hours, { step: 60, shares: { MD: 60, MID2: 40 } });
  for (const date of dates) {
    await world.prices.putRealised([pricesOf('MD', date, () => 50)]);
    await world.imbalance.revise([date], () => [deviationPricesOf(date, 15, () => [80, 30])]);
    await measure(
      world,
      date,
      Array.from({ length: 96 }, () => 1),
    );
  }
  const all = await world.compare('2026-11-11', '2026-11-14');
  const alone = await Promise.all(dates.map((date) => world.compare(date)));
  expect(all.periods).toEqual(alone.flatMap(({ periods }) => periods));
  expect(alone.map(({ periods }) => periods.length)).toEqual([0, 0, 96, 96]);
  expect(all.missing).toEqual([
    { what: 'market_price', from: startOfDate('2026-11-11'), to: startOfDate('2026-11-13') },
  ]);
});
