import { DAY_MS, MINUTE_MS } from '@solano/domain/kernel';
import { MARKETS, type Market, type PricePrediction } from '@solano/domain/market';
import { expect, test } from 'vitest';
import { all } from '../examples.ts';
import { concurrently } from '../outcome.ts';
import type { Stores, TwoHandles } from '../stores.ts';
import { aPrediction, freeDays, lastOf, MARKET } from './examples.ts';

function found(
  { prices }: Stores,
  from: number,
  to: number,
  market: Market = MARKET,
): Promise<PricePrediction[]> {
  return all(prices.predictions(market, from, to));
}

/** The tests of a PriceStore's predictions. */
export function predictionTests(handles: TwoHandles): void {
  contents(handles);
  limits(handles);
  generations(handles);
  walking(handles);
  writing(handles);
}

function contents(handles: TwoHandles): void {
  test('predictions are none where nothing was predicted', async () => {
    const start = freeDays();
    expect(await found(handles.here, start, start + DAY_MS)).toEqual([]);
  });

  test.each([
    [15, [-1, 0, 1, 999_999_999, -999_999_999, 123_456]],
    [30, [50_000, 50_001]],
    [60, [0]],
  ])('predictions of %d minutes are kept exactly', async (stepMinutes, prices) => {
    const { here, there } = handles;
    const start = freeDays();
    const generatedAt = new Date(start + 7);
    const prediction = aPrediction(start, { stepMinutes, prices, generatedAt });
    await here.prices.putPredictions([prediction]);
    expect(await found(there, start, start + DAY_MS)).toEqual([prediction]);
  });

  test.each(['live', 'hindcast', 'imported', 'backdated'] as const)(
    'predictions are kept with their origin, %s, and the end of their inputs',
    async (origin) => {
      const { here, there } = handles;
      const start = freeDays();
      const known = aPrediction(start, { origin, inputsUntil: new Date(start - 1) });
      await here.prices.putPredictions([aPrediction(start)]);
      await here.prices.putPredictions([known]);
      expect(await found(there, start, start + DAY_MS)).toEqual([known]);
      expect(await lastOf(there, start, {})).toEqual(known);
    },
  );

  test('predictions may have gaps, and many periods', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const many = Array.from({ length: 9_000 }, (_, i) => i);
    const full = aPrediction(start, { prices: many });
    const prediction = { ...full, ends: full.ends.map((end, i) => (i < 50 ? end - DAY_MS : end)) };
    await here.prices.putPredictions([prediction]);
    expect(await found(there, start, start + DAY_MS)).toEqual([prediction]);
  });

  test('predictions may be empty', async () => {
    const start = freeDays();
    const empty = aPrediction(start, { ends: [], prices: [] });
    await handles.here.prices.putPredictions([empty]);
    expect(await found(handles.there, start, start + DAY_MS)).toEqual([]);
    const next = aPrediction(start);
    await handles.here.prices.putPredictions([next]);
    expect(await found(handles.there, start, start + DAY_MS)).toEqual([next]);
  });

  test('predictions are kept per market', async () => {
    const { here, there } = handles;
    const start = freeDays();
    for (const [i, market] of MARKETS.entries()) {
      await here.prices.putPredictions([aPrediction(start, { market, prices: [i] })]);
    }
    for (const [i, market] of MARKETS.entries()) {
      const prediction = aPrediction(start, { market, prices: [i] });
      expect(await found(there, start, start + DAY_MS, market)).toEqual([prediction]);
    }
  });
}

function limits(handles: TwoHandles): void {
  test.each([
    ['ends 1 ms after the start', 1, 3 * DAY_MS, true],
    ['ends an hour before the start', -60 * MINUTE_MS, 3 * DAY_MS, false],
    ['starts 1 ms before the end', 60 * MINUTE_MS + DAY_MS - 1, DAY_MS, true],
    ['starts an hour after the end', 60 * MINUTE_MS + DAY_MS + 60 * MINUTE_MS, DAY_MS, false],
    ['covers more than the time', 31 * MINUTE_MS, 2 * MINUTE_MS, true],
  ])(
    'a prediction that %s is found by its overlap with the requested time',
    async (_, end, length, wanted) => {
      const { here, there } = handles;
      const start = freeDays();
      // One hour of four quarters that ends at `end`, relative to the requested time.
      const prediction = aPrediction(start + end - 60 * MINUTE_MS);
      await here.prices.putPredictions([prediction]);
      const expected = wanted ? [prediction] : [];
      expect(await found(there, start, start + length)).toEqual(expected);
    },
  );

  test('predictions of whole hours count from the start of their first hour', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const prediction = aPrediction(start, { stepMinutes: 60, prices: [5] });
    await here.prices.putPredictions([prediction]);
    expect(await found(there, start - DAY_MS, start + 1)).toEqual([prediction]);
  });
}

function generations(handles: TwoHandles): void {
  test('predictions are listed newest generation first, in whatever order they were added', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const times = [5, 1, 9, 8, 2, 0].map((ms) => new Date(start + ms));
    for (const generatedAt of times) {
      await here.prices.putPredictions([aPrediction(start, { generatedAt })]);
    }
    const generated = (await found(there, start, start + DAY_MS)).map((each) => each.generatedAt);
    expect(generated).toEqual([9, 8, 5, 2, 1, 0].map((ms) => new Date(start + ms)));
  });

  test.each([
    [-Infinity, []],
    [0, []],
    [1, [0]],
    [5, [2, 1, 0]],
    [8, [5, 2, 1, 0]],
    [9, [8, 5, 2, 1, 0]],
    [10, [9, 8, 5, 2, 1, 0]],
    [Infinity, [9, 8, 5, 2, 1, 0]],
  ])('predictions generated before %d ms are listed', async (before, expected) => {
    const { here, there } = handles;
    const start = freeDays();
    for (const ms of [5, 1, 9, 8, 2, 0]) {
      await here.prices.putPredictions([aPrediction(start, { generatedAt: new Date(start + ms) })]);
    }
    const list = there.prices.predictions(MARKET, start, start + DAY_MS, start + before);
    const generated = (await all(list)).map(({ generatedAt }) => generatedAt.getTime() - start);
    expect(generated).toEqual(expected);
  });

  // Others of the market reach less far, and farther.
  test.each([0, 1, 99, 400, 36_500, 7])('predictions may reach %d days ahead', async (days) => {
    const { here, there } = handles;
    const market = 'mid_pibc03_spain';
    const start = freeDays();
    const generatedAt = new Date(start - days * DAY_MS);
    const prediction = aPrediction(start, { market, generatedAt });
    await here.prices.putPredictions([prediction]);
    expect(await found(there, start + 59 * MINUTE_MS, Infinity, market)).toEqual([prediction]);
    expect(await found(there, start + DAY_MS, Infinity, market)).toEqual([]);
  });

  test('predictions replace the one of the same generation time', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const generatedAt = new Date(start);
    const replaced = aPrediction(start - DAY_MS, { generatedAt, prices: [1, 2, 3] });
    const other = aPrediction(start, { generatedAt: new Date(start - 1) });
    const next = aPrediction(start, { generatedAt, stepMinutes: 60, prices: [9, 8] });
    await here.prices.putPredictions([replaced]);
    await here.prices.putPredictions([replaced, other, next]);
    expect(await found(there, start - DAY_MS, start + DAY_MS)).toEqual([next, other]);
    expect(await found(there, start - DAY_MS, start - DAY_MS / 2)).toEqual([]);
  });
}

function walking(handles: TwoHandles): void {
  const count = 60;
  async function putMany(start: number): Promise<PricePrediction[]> {
    const many = Array.from({ length: count }, (_, i) => {
      return aPrediction(start, { generatedAt: new Date(start + i), prices: [i, -1 - i] });
    });
    await handles.here.prices.putPredictions(many);
    return many.toReversed();
  }

  test('predictions are all listed where there are more than a page', async () => {
    const start = freeDays();
    const newestFirst = await putMany(start);
    expect(await found(handles.there, start, start + DAY_MS)).toEqual(newestFirst);
  });

  test('predictions generated before one of them are all listed', async () => {
    const start = freeDays();
    const newestFirst = await putMany(start);
    for (const before of [1, 2, 3, 30, 31, count - 1]) {
      const list = handles.there.prices.predictions(MARKET, start, Infinity, start + before);
      expect(await all(list)).toEqual(newestFirst.slice(count - before));
    }
  });

  test('the list of predictions may be abandoned at any of them', async () => {
    const { here } = handles;
    const start = freeDays();
    const newestFirst = await putMany(start);
    for (const taken of Array.from({ length: 30 }, (_, i) => i * 2 + 1)) {
      const first: PricePrediction[] = [];
      for await (const each of here.prices.predictions(MARKET, start, start + DAY_MS)) {
        if (first.push(each) === taken) break;
      }
      expect(first).toEqual(newestFirst.slice(0, taken));
    }
  });

  test('predictions are neither lost nor repeated while newer ones arrive', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const newestFirst = await putMany(start);
    const walked: PricePrediction[] = [];
    for await (const each of here.prices.predictions(MARKET, start, start + DAY_MS)) {
      walked.push(each);
      const generatedAt = new Date(start + count + walked.length);
      await there.prices.putPredictions([aPrediction(start, { generatedAt })]);
    }
    const old = walked.filter(({ generatedAt }) => generatedAt.getTime() < start + count);
    expect(old).toEqual(newestFirst);
  });
}

function writing(handles: TwoHandles): void {
  test('a prediction is whole when twenty replace it at once', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const generatedAt = new Date(start);
    await concurrently(20, (i) => {
      const prices = Array.from({ length: i + 1 }, () => i);
      const prediction = aPrediction(start, { generatedAt, prices });
      return (i % 2 ? here : there).prices.putPredictions([prediction]);
    });
    const [left, ...others] = await found(here, start, start + DAY_MS);
    const mark = left?.prices[0] ?? -1;
    expect(left?.prices).toEqual(Array.from({ length: mark + 1 }, () => mark));
    expect(left?.ends).toHaveLength(mark + 1);
    expect(others).toEqual([]);
  });

  test('predictions are copied in and out', async () => {
    const { here } = handles;
    const start = freeDays();
    const prediction = aPrediction(start);
    const copy = structuredClone(prediction);
    await here.prices.putPredictions([prediction]);
    for (const each of [prediction, ...(await found(here, start, start + DAY_MS))]) {
      (each.prices as number[])[0] = 77;
      (each.ends as number[]).length = 0;
      each.generatedAt.setTime(0);
    }
    expect(await found(here, start, start + DAY_MS)).toEqual([copy]);
  });
}
