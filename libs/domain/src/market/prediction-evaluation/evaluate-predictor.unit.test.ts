import { dateAfter, quartersOfDate } from '@solano/domain/kernel';
import { predicting } from '@solano/domain/test/predicting';
import { type DayPrices, TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import { MARKETS } from '../markets/sessions.ts';
import { evaluatePredictor } from './evaluate-predictor.ts';

const evaluated = (prices: TestPrices) => evaluatePredictor(predicting(prices, '2026-11-22'));

const NOTHING = { dates: [], mae: null, maePersistence: null };

/** The day-ahead prices of consecutive days from a Tuesday on. */
function daysFrom(prices: readonly DayPrices[], store = new TestPrices()): TestPrices {
  prices.forEach((price, i) => {
    store.realise('MD', dateAfter('2026-11-17', i), price);
  });
  return store;
}

describe('the errors worked by hand', () => {
  test('the errors worked by hand are found for the day-ahead market', async () => {
    const [error] = await evaluated(daysFrom([10_000, 20_000, 40_000]));
    // The second day: 10 predicted. The third: 0.1 × 20 + 0.9 × 15 + 0.7 × 10 = 22.5.
    expect(error).toEqual({
      market: 'md_pdbc_spain',
      dates: ['2026-11-18', '2026-11-19'],
      mae: (10 + 17.5) / 2,
      maePersistence: (10 + 20) / 2,
    });
  });

  test('the errors worked by hand are found for prices below zero', async () => {
    const [error] = await evaluated(daysFrom([10_000, -20_000]));
    expect(error).toMatchObject({ dates: ['2026-11-18'], mae: 30, maePersistence: 30 });
  });

  test('the errors worked by hand are found for an intraday session, of which one day less is known', async () => {
    const store = daysFrom([10_000, 10_000, 10_000, 10_000]);
    for (const [i, price] of [10_000, 41_000, 72_000].entries()) {
      store.realise('MID3', dateAfter('2026-11-17', i), price);
    }
    const errors = await evaluated(store);
    // Only the third day had one before it that was known: the first, without a spread.
    expect(errors[3]).toEqual({
      market: 'mid_pibc03_spain',
      dates: ['2026-11-19'],
      mae: 62,
      maePersistence: 62,
    });
  });

  test('the errors worked by hand are found quarter by quarter on the longer day', async () => {
    const store = new TestPrices()
      .realise('MD', '2025-10-25', (clock) => clock * 1_000)
      .realise('MD', '2025-10-26', (clock) => (clock < 96 ? clock : clock - 88) * 1_000 + 500);
    const [error] = await evaluated(store);
    expect(error).toMatchObject({
      dates: ['2025-10-26'],
      mae: 0.5,
      maePersistence: 0.5,
    });
  });
});

test('only the last thirty days count, and each of them does', async () => {
  const thirtyOne = [...Array.from({ length: 32 }, () => 900_000), ...Array(30).fill(5_000)];
  const [error] = await evaluated(daysFrom(thirtyOne));
  // Persistence is off on the first of the thirty only.
  expect(error?.dates).toHaveLength(30);
  expect(error?.maePersistence).toBeCloseTo(895 / 30, 10);
});

test('partial days neither count nor are used', async () => {
  const store = daysFrom([10_000, 10_000]).realise('MD', '2026-11-19', 1, (i) => i > 0);
  const [error] = await evaluated(store.realise('MD', '2026-11-20', 10_000));
  expect(error).toMatchObject({
    dates: ['2026-11-18', '2026-11-20'],
    mae: 0,
    maePersistence: 0,
  });
});

test('the errors of all markets are of the same thirty days', async () => {
  const store = daysFrom(Array(40).fill(5_000));
  for (let i = 0; i < 25; i += 1) store.realise('MID1', dateAfter('2026-11-17', i), 4_000);
  store.realise('MID2', '2026-11-17', 4_000).realise('MID2', '2026-11-18', 4_000);
  const [md, mid1, mid2] = await evaluated(store);
  expect([md?.dates[0], md?.dates.at(-1), md?.dates.length]).toEqual([
    '2026-11-27',
    '2026-12-26',
    30,
  ]);
  expect([mid1?.dates[0], mid1?.dates.at(-1), mid1?.dates.length]).toEqual([
    '2026-11-27',
    '2026-12-11',
    15,
  ]);
  expect(mid2).toMatchObject(NOTHING);
});

test('means of the hour are compared with means of the hour', async () => {
  // Each hour has quarters of 10, 20, 30 and 40 that are predicted; its mean is realised.
  const store = daysFrom(Array(3).fill((clock: number) => 10_000 * (1 + (clock % 4))));
  for (const date of ['2026-11-17', '2026-11-18', '2026-11-19']) {
    const ends = quartersOfDate(date).filter((_, i) => i % 4 === 3);
    const series = { stepMinutes: 60, ends, prices: ends.map(() => 25_000) };
    store.putDay({ market: 'mid_pibc01_spain', date, source: 'csv', version: 0, ...series });
  }
  const [, mid1] = await evaluated(store);
  expect(mid1).toMatchObject({ mae: 0, maePersistence: 0 });
});

describe('without enough history there are no errors', () => {
  test('an empty store has none', async () => {
    const errors = await evaluated(new TestPrices());
    expect(errors).toEqual(MARKETS.map((market) => ({ market, ...NOTHING })));
  });

  test('the only day of a market has none', async () => {
    const store = daysFrom([1, 2]).realise('MID1', '2026-11-18', 1);
    const errors = await evaluated(store);
    expect(errors.map(({ dates }) => dates.length)).toEqual([1, 0, 0, 0]);
    expect(errors[1]).toEqual({ market: 'mid_pibc01_spain', ...NOTHING });
  });

  test('an intraday session without the day-ahead market has none', async () => {
    const store = new TestPrices();
    for (const date of ['2026-11-17', '2026-11-18']) store.realise('MID1', date, 1);
    expect((await evaluated(store))[1]).toEqual({ market: 'mid_pibc01_spain', ...NOTHING });
  });
});

test('evaluating stores nothing, and later prices change nothing', async () => {
  const store = daysFrom([10_000, 20_000, 40_000, 7_000]);
  const [before] = await evaluated(daysFrom([10_000, 20_000, 40_000]));
  const [after] = await evaluated(store);
  expect(store.put).toEqual([]);
  // Days 2 and 3 are predicted as before: what is more comes from day 4.
  // 0.1 × 40 + 0.9 × 70 / 3 + 0.7 × (40 − 15.5) = 42.15
  const sum = (before?.mae ?? 0) * 2 + 35.15;
  expect(after?.mae).toBeCloseTo(sum / 3, 10);
});
