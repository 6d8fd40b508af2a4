import { dateAfter, datesBetween, quartersOfDate } from '@solano/domain/kernel';
import { MemoryDatabase, MemoryPriceStore } from '@solano/memory';
import { expect, test, vi } from 'vitest';
import { SESSIONS } from '../markets/sessions.ts';
import { CachedSpreads, HourSpreads } from './hour-spreads.ts';

const FIRST = '2026-01-01';
const DAYS = 100;

/** Prices of all sessions of a hundred days; of each day other ones. */
async function priced(): Promise<MemoryPriceStore> {
  const prices = new MemoryPriceStore(new MemoryDatabase());
  const source = { source: 'omie', version: 1, stepMinutes: 15 } as const;
  for (const [session, { market }] of SESSIONS.entries()) {
    const days = Array.from({ length: DAYS }, (_, day) => {
      const date = dateAfter(FIRST, day);
      const ends = quartersOfDate(date);
      const own = ends.map((_, quarter) => (session * quarter * day * day) % 9_973);
      return { market, date, ends, prices: own, ...source };
    });
    await prices.putRealised(days);
  }
  return prices;
}

test('spreads of a day are the same in whatever order days are asked for', async () => {
  const prices = await priced();
  const dates = [70, 71, 60, 99, 80].map((day) => dateAfter(FIRST, day));
  const shared = new HourSpreads(prices);
  await shared.readFor(dates[0] as string, dates[1] as string);
  const atOnce = await Promise.all(dates.map((date) => shared.before(date)));
  const alone = await Promise.all(dates.map((date) => new HourSpreads(prices).before(date)));
  expect(alone[0]?.MID1?.every((spread) => spread !== null)).toBe(true);
  expect(atOnce).toEqual(alone);
});

test('spreads of consecutive days read each day once, until a price changes', async () => {
  const prices = await priced();
  const realised = vi.spyOn(prices, 'realised');
  const cached = new CachedSpreads();
  const [day, next] = [dateAfter(FIRST, 70), dateAfter(FIRST, 71)];
  await cached.before(prices, day);
  realised.mockClear();
  const before = await cached.before(prices, next);
  const ranges = realised.mock.calls.map(([, from, to]) => [from, to]);
  expect(ranges).toEqual(SESSIONS.map(() => [day, day]));
  const ends = quartersOfDate(day);
  const changed = { date: day, source: 'omie', version: 2, stepMinutes: 15, ends } as const;
  await prices.putRealised([
    { market: 'mid_pibc01_spain', ...changed, prices: ends.map(() => 900_000) },
  ]);
  expect(await cached.before(prices, next)).not.toEqual(before);
});

test('spreads of a range of days are those of each, and read once until a price changes', async () => {
  const prices = await priced();
  const cached = new CachedSpreads();
  const [from, middle, to] = [70, 75, 80].map((day) => dateAfter(FIRST, day)) as [
    string,
    string,
    string,
  ];
  const days = await cached.ofDays(prices, { from, to });
  expect([...days.keys()]).toEqual(datesBetween(from, to));
  for (const date of [from, middle, to]) {
    expect(days.get(date)).toEqual(await new HourSpreads(prices).before(date));
  }
  const realised = vi.spyOn(prices, 'realised');
  expect(await cached.ofDays(prices, { from, to })).toEqual(days);
  expect(realised).not.toHaveBeenCalled();
  const ends = quartersOfDate(from);
  const changed = { date: from, source: 'omie', version: 2, stepMinutes: 15, ends } as const;
  await prices.putRealised([
    { market: 'mid_pibc01_spain', ...changed, prices: ends.map(() => 900_000) },
  ]);
  const again = await cached.ofDays(prices, { from, to });
  expect(again.get(from)).toEqual(days.get(from));
  expect(again.get(to)).not.toEqual(days.get(to));
});
