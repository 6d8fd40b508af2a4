import { expect, test } from 'vitest';
import type { PricePrediction } from '../src/prices/prices.ts';
import { quartersOfDate } from '../src/time/madrid-day.ts';
import { PricesInMemory, rulesOf } from './prices.ts';

const { market } = rulesOf('MD');
const DATE = '2026-11-22';

test.each([[[1, 3, 2]], [[3, 1]], [[2, 3]]])(
  'versions put as %j: the highest stays',
  async (order) => {
    const prices = new PricesInMemory();
    for (const version of order) {
      const series = { stepMinutes: 60, ends: [], prices: [] };
      await prices.putRealised([{ market, date: DATE, source: 'omie', version, ...series }]);
    }
    const kept: number[] = [];
    for await (const { version } of prices.realised(market, DATE, DATE)) kept.push(version);
    expect(kept).toEqual([3]);
  },
);

test('what was last predicted is cut to its window', async () => {
  const prices = new PricesInMemory();
  const ends = quartersOfDate(DATE).filter((_, i) => i % 4 === 3);
  const prediction: PricePrediction = {
    market,
    generatedAt: new Date(0),
    origin: 'live',
    inputsUntil: null,
    stepMinutes: 60,
    ends,
    prices: ends.map((_, i) => i),
  };
  await prices.putPrediction(prediction);
  const [start, end] = [ends[1] as number, ends[3] as number];
  const windows = [
    { from: start, to: end, before: 1 },
    { from: start - 1, to: end + 1, before: 1 },
    { from: start, to: end, before: 0 },
  ];
  const cut = await prices.lastPredictions(market, windows);
  expect(cut.map((each) => each?.prices)).toEqual([[2, 3], [1, 2, 3, 4], undefined]);
  expect(cut[0]?.ends).toEqual(ends.slice(2, 4));
});
