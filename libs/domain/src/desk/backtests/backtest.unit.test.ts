import { dateAfter, MADRID, parseWallTime } from '@solano/domain/kernel';
import { coveredQuarters, type PricePrediction, rulesOfSession } from '@solano/domain/market';
import { dayAheadGate, only, ScriptedPrices, test2030 } from '@solano/domain/test/backtest';
import { describe, expect, test } from 'vitest';
import type { StrategySetting } from '../models/parameters.ts';
import type { Backtest } from './backtest.ts';
import type { DayRange } from './backtest-range.ts';
import type { BacktestTotals } from './backtest-totals.ts';

const DAY = '2026-01-15';
const ONE: DayRange = { from: DAY, to: DAY };
const endOf = (label: string) => MADRID.instantsOf(parseWallTime(label) as number)[0] as number;
const halves = (morning: number, afternoon: number) => (quarter: number) => {
  return quarter < 48 ? morning : afternoon;
};

/** Day-ahead at 50; the first intraday auction at 40, from noon on at 70; predicted less apart. */
function twoSessions(): ScriptedPrices {
  return new ScriptedPrices()
    .auction('MD', DAY, 50)
    .auction('MID1', DAY, halves(40, 70))
    .predict('MD', DAY, 50)
    .predict('MID1', DAY, halves(45, 55));
}

function totalsOf(result: Backtest, id: number) {
  return result.models.find(({ idmodel }) => idmodel === id)?.totals;
}

describe('a day of two sessions that is worked by hand', () => {
  const tested = test2030(twoSessions(), only(1, 2, 3, 6), ONE);

  test.each([
    // 24 h × (50 + 0.25)
    [1, 1206, 50.25, 0, 0, null],
    // 70 : 15 is 82.35 % : 17.65 %; 24 h × 0.8235 × 50.25 + 12 h × 0.1765 × (40.25 + 70.25)
    // Fixed weights leave nothing to foresight: what it loses is all that it could.
    [2, 1227.18, 51.13, -21.18, -1.76, null],
    // MID1 is capped at 40 %, with foresight too: 12 h × (0.4 × 40.25 + 0.6 × 50.25) + 12 h × 50.25
    [3, 1158, 48.25, 48, 3.98, 100],
    // 12 h × 40.25; 20 % more bought, resold at 70 − 0.25: 12 h × (1.2 × 50.25 − 0.2 × 69.75)
    // It could do no better: 40 or 50 were the cheapest prices, 70 the dearest.
    [6, 1039.2, 43.3, 166.8, 13.83, 100],
  ])(
    'a day of two sessions has the hand-computed cost of model %i',
    async (id, cost, costPerMegawattHour, saving, savingPercent, foresightPercent) => {
      const result = await tested;
      const { byHour, boundSaving, ...totals } = totalsOf(result, id) as BacktestTotals;
      expect(totals).toEqual({
        days: 1,
        megawattHours: 24,
        cost,
        costPerMegawattHour,
        dayAheadCost: 1206,
        saving,
        savingInterval: null,
        // No day before has a spread: by the rule all is bought day-ahead.
        againstRule: { cost: 1206, lead: saving, leadInterval: null, verdict: 'few_days' },
        savingPercent,
        worstDecile: { date: DAY, saving, perMegawatt: saving, meanPerMegawatt: saving },
        drawdown: saving < 0 ? { loss: -saving, from: DAY, to: DAY } : null,
        foresightPercent,
      });
      expect(boundSaving).toBe(saving);
      const ofHours = byHour.reduce((sum, each) => sum + each.saving, 0);
      // Each hour is rounded to cents.
      expect(Math.abs(ofHours - saving)).toBeLessThan(0.13);
      expect(byHour.map(({ megawattHours }) => megawattHours)).toEqual(byHour.map(() => 1));
      const [day] = result.days;
      expect(day?.models.find(({ idmodel }) => idmodel === id)).toMatchObject({ cost, saving });
    },
  );

  test('a day of two sessions has perfect foresight, and names the models that were left out', async () => {
    const result = await tested;
    expect(result.foresight).toMatchObject({ cost: 1158, saving: 48, foresightPercent: 100 });
    expect(result.days).toMatchObject([{ date: DAY, sessions: ['MD', 'MID1'] }]);
    expect(result.sessionsLeftOut).toEqual([
      { session: 'MID2', dates: [DAY] },
      { session: 'MID3', dates: [DAY] },
    ]);
    expect(result).toMatchObject({ ...ONE, feePerMegawattHour: 0.25, daysLeftOut: [] });
  });
});

test('benchmarks use no prediction: the cap in the first auction, and the mean spread', async () => {
  const prices = twoSessions();
  // On the day before, MID1 was 5 dearer in the morning and 5 cheaper in the afternoon.
  prices.auction('MD', '2026-01-14', 60).auction('MID1', '2026-01-14', halves(65, 55));
  const { benchmarks, days } = await test2030(prices, only(1), ONE);
  for (const name of ['cap_first_auction', 'mean_spread_56_days'] as const) {
    const { cost, saving } = benchmarks[name];
    expect(days.map((day) => day.benchmarks[name])).toEqual([{ cost, saving }]);
  }
  const { againstRule } = benchmarks.cap_first_auction;
  expect(againstRule).toMatchObject({ cost: 1302, lead: 48, verdict: 'few_days' });
  // 24 h × 0.6 × 50.25 + 12 h × 0.4 × (40.25 + 70.25)
  expect(benchmarks.cap_first_auction).toMatchObject({ cost: 1254, saving: -48 });
  // 12 h × 50.25 + 12 h × (0.6 × 50.25 + 0.4 × 70.25)
  expect(benchmarks.mean_spread_56_days).toMatchObject({ cost: 1302, foresightPercent: -200 });
  const first = await test2030(prices, only(1), { from: '2026-01-14', to: '2026-01-14' });
  // What is sold at ten is sold where it was dearer: 0.6 × −49.75 + 0.4 × −39.75.
  const sold = { label: `${DAY} 10:00`, period: { end: endOf(`${DAY} 10:00`), minutes: 60 } };
  const series = [{ ...sold, megawatts: -1 }];
  const { benchmarks: ofSale } = await test2030(prices, only(1), { ...ONE, series });
  expect(ofSale.mean_spread_56_days).toMatchObject({ cost: -45.75, foresightPercent: null });
  // Before any day is known, everything is bought day-ahead.
  expect(first.benchmarks.mean_spread_56_days).toMatchObject({ saving: 0 });
});

test('the rule is not compared with itself, as model 8 or as a benchmark', async () => {
  const { models, benchmarks } = await test2030(twoSessions(), only(8), ONE);
  expect(models.find(({ idmodel }) => idmodel === 8)?.totals?.days).toBe(1);
  expect(models.map(({ idmodel, totals }) => [idmodel, totals?.againstRule !== undefined])).toEqual(
    [
      [1, true],
      [8, false],
    ],
  );
  expect(benchmarks.mean_spread_56_days.againstRule).toBeUndefined();
});

test('the mean spread is that of 56 days, and of the hour', async () => {
  const spreadOf = async (ago: number) => {
    const date = dateAfter(DAY, -ago);
    const prices = twoSessions().auction('MD', date, 60);
    prices.auction('MID1', date, (quarter) => (quarter >= 48 && quarter < 52 ? 20 : 60));
    const { benchmarks } = await test2030(prices, only(1), ONE);
    return benchmarks.mean_spread_56_days.saving;
  };
  // Bought in the hour after noon, 0.4 × (70 − 50).
  expect(await spreadOf(56)).toBe(-8);
  expect(await spreadOf(57)).toBe(0);
});

describe('a session whose prices are means of the hour', () => {
  // Day-ahead 40, 48, 52 and 60 in the quarters of each hour: 50 on average, as in MID1.
  const steps = [40, 48, 52, 60];
  const quarterly = (quarter: number) => steps[quarter % 4] as number;
  const hourly = () => {
    const ends = coveredQuarters(rulesOfSession('MID1'), DAY).filter((_, i) => i % 4 === 3);
    const published = { source: 'csv', version: 0, stepMinutes: 60 } as const;
    const series = { ...published, ends, prices: ends.map(() => 50_000) };
    return new ScriptedPrices()
      .auction('MD', DAY, quarterly)
      .putDay({ market: 'mid_pibc01_spain', date: DAY, ...series })
      .predict('MD', DAY, quarterly)
      .predict('MID1', DAY, 49);
  };

  test('a session with hourly prices is compared by the hour, as a mean beside quarter hours saves nothing', async () => {
    const result = await test2030(hourly(), only(1, 3, 6), ONE);
    expect(result.datesByHour).toEqual([DAY]);
    expect(result.foresight).toMatchObject({ saving: 0, cost: 1206 });
    expect(totalsOf(result, 3)).toMatchObject({ saving: 0, foresightPercent: null });
    expect(result.models.map(({ totals }) => totals?.costPerMegawattHour)).toEqual([
      50.25, 50.25, 50.25,
    ]);
  });

  test('a session with prices by the quarter hour is compared by the quarter hour', async () => {
    const prices = new ScriptedPrices().auction('MD', DAY, quarterly).auction('MID1', DAY, 50);
    const result = await test2030(prices, only(1), ONE);
    expect(result.datesByHour).toEqual([]);
    // In two quarters of each hour, 2 and 10 EUR/MWh: 24 h × 0.4 × (2 + 10) / 4
    expect(result.foresight.saving).toBe(28.8);
  });
});

test('the origin of predictions is that of the days that used them', async () => {
  const prices = twoSessions();
  const [md] = prices.put;
  const later = { ...(md as PricePrediction), generatedAt: new Date(dayAheadGate(DAY) - 500) };
  await prices.putPredictions([{ ...later, origin: 'backdated' }]);
  prices.auction('MD', '2026-01-16', 80);
  const range = { from: DAY, to: '2026-01-16' };
  const { origins } = await test2030(prices, only(1, 3), range);
  expect(origins).toEqual({
    predictions: [
      { origin: 'imported', days: 1 },
      { origin: 'backdated', days: 1 },
    ],
    history: [],
  });
});

test('the fee of all models is that of model 3', async () => {
  const settings = only(1, 6).map((each): StrategySetting => {
    const own = each.idmodel === 3 ? { fee_eur_per_mwh: 1.005 } : {};
    return { ...each, parameters: { ...each.parameters, ...own } };
  });
  const result = await test2030(twoSessions(), settings, ONE);
  expect(result.feePerMegawattHour).toBe(1.005);
  expect(totalsOf(result, 1)?.cost).toBe(1224.12);
  // 12 h × 41.005 + 12 h × (1.2 × 51.005 − 0.2 × 68.995)
  expect(totalsOf(result, 6)?.cost).toBe(1060.94);
  expect(result.models.map(({ idmodel }) => idmodel)).toEqual([1, 6]);
});

test('a model that cannot be computed is left out of the day, and the others are not', async () => {
  const broken = only(1, 2, 3).map((each) => {
    return each.idmodel === 2 ? { ...each, parameters: {} } : each;
  });
  const result = await test2030(twoSessions(), broken, ONE);
  expect(result.models).toMatchObject([
    { idmodel: 1, totals: { cost: 1206 }, leftOut: [] },
    { idmodel: 2, totals: null, leftOut: [{ reason: 'it could not be computed', days: 1 }] },
    { idmodel: 3, totals: { cost: 1158 }, leftOut: [] },
  ]);
});

test('model 1 is the benchmark also where it is off', async () => {
  const result = await test2030(twoSessions(), only(), ONE);
  expect(result.models).toMatchObject([{ idmodel: 1, totals: { cost: 1206 } }]);
});

test.each([
  ['2026-03-29', 92, 1155.75],
  ['2026-03-30', 96, 1206],
  ['2026-10-25', 100, 1256.25],
])('a backtest of %s has %i quarter hours', async (date, quarters, cost) => {
  const prices = new ScriptedPrices();
  for (const session of ['MD', 'MID1', 'MID2', 'MID3'] as const) {
    prices.auction(session, date, 50).predict(session, date, 50);
  }
  const result = await test2030(prices, only(1, 2, 3, 6), { from: date, to: date });
  expect(result.sessionsLeftOut).toEqual([]);
  expect(result.models.map(({ totals }) => totals?.cost)).toEqual([cost, cost, cost, cost]);
  expect(quarters / 4).toBe(cost / 50.25);
});

test('a purchase that is paid for at negative prices has no saving in percent', async () => {
  const prices = new ScriptedPrices().auction('MD', DAY, -20).auction('MID1', DAY, -30);
  const result = await test2030(prices, only(1, 2), ONE);
  // 24 h × −19.75; 24 h × (0.8235 × −19.75 + 0.1765 × −29.75)
  expect(totalsOf(result, 1)).toMatchObject({ cost: -474, saving: 0, savingPercent: null });
  expect(totalsOf(result, 2)).toMatchObject({ cost: -516.36, saving: 42.36, savingPercent: null });
  expect(result.foresight).toMatchObject({ cost: -570, saving: 96 });
});

test('days that lack realised prices are left out and named', async () => {
  const [first, second, third] = ['2026-01-14', DAY, '2026-01-16'] as const;
  const prices = twoSessions()
    .predict('MID3', DAY, 1)
    .auction('MID3', DAY, 1, 1)
    .auction('MD', first, 50, 1)
    .auction('MID1', first, 40)
    .auction('MD', third, 50);
  const result = await test2030(prices, only(1, 3), { from: first, to: third });
  expect(result.daysLeftOut).toEqual([first]);
  expect(result.days.map(({ date, sessions }) => [date, ...sessions])).toEqual([
    [second, 'MD', 'MID1'],
    [third, 'MD'],
  ]);
  expect(result.sessionsLeftOut).toEqual([
    { session: 'MID1', dates: [third] },
    { session: 'MID2', dates: [second, third] },
    { session: 'MID3', dates: [second, third] },
  ]);
  expect(totalsOf(result, 1)).toMatchObject({ days: 2, cost: 2412 });
});

test('a model is compared over the days on which it ran', async () => {
  const prices = twoSessions().auction('MD', '2026-01-16', 80).auction('MD', '2026-01-17', 80);
  const result = await test2030(prices, only(1, 3), { from: DAY, to: '2026-01-17' });
  expect(result.models).toMatchObject([
    { idmodel: 1, totals: { days: 3, cost: 5058 }, leftOut: [] },
    {
      idmodel: 3,
      totals: { days: 1, cost: 1158, dayAheadCost: 1206, foresightPercent: 100 },
      leftOut: [{ reason: 'no price prediction', days: 2 }],
    },
  ]);
  expect(result.days.map(({ models }) => models.length)).toEqual([2, 1, 1]);
  const never = await test2030(prices, only(3), { from: '2026-01-16', to: '2026-01-17' });
  expect(never.models[1]).toMatchObject({ totals: null, leftOut: [{ days: 2 }] });
  expect(totalsOf(never, 1)).toMatchObject({ savingPercent: 0, foresightPercent: null });
});

describe('a series', () => {
  const item = (label: string, megawatts: number, minutes = 60) => {
    return { label, period: { end: endOf(label), minutes }, megawatts };
  };

  test('a series is bought on its days, each item by its MW; fees are paid for sales too', async () => {
    const series = [
      item(`${DAY} 10:00`, 2.5),
      item(`${DAY} 20:00`, -1),
      item('2026-01-16 10:00', 1),
    ];
    const prices = twoSessions().auction('MD', '2026-01-14', 50).auction('MD', '2026-01-16', 50);
    const result = await test2030(prices, only(1, 3), {
      from: '2026-01-14',
      to: '2026-01-16',
      series,
    });
    expect(result).toMatchObject({
      isFlat: false,
      daysLeftOut: [],
      daysWithoutItems: ['2026-01-14'],
    });
    expect(result.days.map(({ date }) => date)).toEqual([DAY, '2026-01-16']);
    // 2.5 × 50.25 − 1 × 49.75 + 50.25
    expect(totalsOf(result, 1)).toMatchObject({ days: 2, cost: 126.13, megawattHours: 2.5 });
    // MID1 was 10 cheaper at ten, and 20 dearer at eight in the evening, when a MWh is sold: 40 % of
    // 2.5 MWh and of 1 MWh.
    expect(totalsOf(result, 3)).toMatchObject({ days: 1, saving: 18, foresightPercent: 100 });
    const [first] = result.days;
    expect(first?.models[1]).toEqual({ idmodel: 3, cost: 57.88, saving: 18 });
    // Of 3.5 MWh in 24 hours.
    expect(totalsOf(result, 3)?.worstDecile.perMegawatt).toBe(123.43);
  });

  test('a series is bought by the hour if it has quarter hours and prices are hourly', async () => {
    const hourly = { source: 'csv', version: 0, stepMinutes: 60 } as const;
    const ends = coveredQuarters(rulesOfSession('MID1'), DAY).filter((_, i) => i % 4 === 3);
    const prices = new ScriptedPrices()
      .auction('MD', DAY, (quarter) => 40 + 10 * (quarter % 4))
      .putDay({
        market: 'mid_pibc01_spain',
        date: DAY,
        ...hourly,
        ends,
        prices: ends.map(() => 50_000),
      });
    const series = [
      item(`${DAY} 09:15`, 4, 15),
      item(`${DAY} 09:30`, 2, 15),
      item(`${DAY} 10:15`, 1, 15),
    ];
    const result = await test2030(prices, only(1), { ...ONE, series });
    expect(result.datesByHour).toEqual([DAY]);
    // 1.75 MWh at the mean of 55, whatever the quarter's price was.
    expect(totalsOf(result, 1)).toMatchObject({ cost: 96.69, megawattHours: 1.75 });
  });

  test.each([
    [[item('2026-02-01 10:00', 1)], `No item of the series is in a day from ${DAY} to ${DAY}.`],
    [[item(`${DAY} 10:00`, 0)], `No item of the series is in a day from ${DAY} to ${DAY}.`],
    [[item(`${DAY} 00:30`, 1)], `The item ${DAY} 00:30 of the series lies in two days.`],
    [
      [item(`${DAY} 10:00`, 1e302)],
      `The item ${DAY} 10:00 of the series is larger than 1000000000 MW.`,
    ],
  ])('the series %j is rejected', async (series, message) => {
    const rejected = test2030(twoSessions(), only(1), { ...ONE, series });
    await expect(rejected).rejects.toMatchObject({ code: 'invalid_request', message });
  });
});

test('the backtest reports the day that it is at', async () => {
  const reported: unknown[] = [];
  const range = { from: '2026-01-14', to: DAY };
  await test2030(twoSessions(), only(1), range, (...day) => reported.push(day));
  expect(reported).toEqual([
    ['2026-01-14', 1, 2],
    [DAY, 2, 2],
  ]);
});

describe('a rejected range', () => {
  test.each([
    ['2026-02-30', DAY, ['"2026-02-30" is no day, such as 2026-11-22.']],
    [
      '15/01/2026',
      '',
      ['"15/01/2026" is no day, such as 2026-11-22.', '"" is no day, such as 2026-11-22.'],
    ],
    [DAY, '2026-01-14', [`The last day, 2026-01-14, is before the first, ${DAY}.`]],
    [DAY, '2030-01-01', ['The last day, 2030-01-01, is not before today, 2030-01-01.']],
    ['2016-01-08', DAY, ['More than 3660 days.']],
  ])('a range from %s to %s is rejected', async (from, to, problems) => {
    const code = 'invalid_request';
    const rejected = test2030(twoSessions(), only(1), { from, to });
    await expect(rejected).rejects.toMatchObject({ code, problems });
  });

  test('a range without a realised day-ahead price is rejected', async () => {
    const prices = new ScriptedPrices().auction('MID1', DAY, 40).auction('MD', '2026-01-16', 50);
    await expect(test2030(prices, only(1), ONE)).rejects.toMatchObject({
      code: 'not_found',
      message: `There are no realised day-ahead prices from ${DAY} to ${DAY}.`,
    });
  });
});
