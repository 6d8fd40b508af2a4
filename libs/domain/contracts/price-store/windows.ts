import { DAY_MS, MINUTE_MS } from '@solano/domain/kernel';
import { MARKETS, type PredictionWindow, type PricePrediction } from '@solano/domain/market';
import { expect, test } from 'vitest';
import type { TwoHandles } from '../stores.ts';
import { aPrediction, freeDays, lastOf, MARKET, part } from './examples.ts';

/** All that is known of a market. */
const OPEN: PredictionWindow = { from: -Infinity, to: Infinity, before: Infinity };

/** The tests of a PriceStore's `lastPredictions`. */
export function windowTests(handles: TwoHandles): void {
  choices(handles);
  generations(handles);
  openWindows(handles);
  manyWindows(handles);
  copies(handles);
}

function choices(handles: TwoHandles): void {
  test('last predictions are none for no windows', async () => {
    const { here, there } = handles;
    await here.prices.putPredictions([aPrediction(freeDays())]);
    expect(await there.prices.lastPredictions(MARKET, [])).toEqual([]);
  });

  test('last predictions are undefined where nothing was predicted', async () => {
    const start = freeDays();
    const window = { from: start, to: start + DAY_MS, before: start };
    const found = await handles.here.prices.lastPredictions(MARKET, [window, window]);
    expect(found).toEqual([undefined, undefined]);
  });

  test('last predictions are at the positions of their windows, in any order and repeated', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const days = [0, 1, 2, 4].map((day) => aPrediction(start + day * DAY_MS, { prices: [day] }));
    await here.prices.putPredictions(days);
    const order = [4, 0, 3, 2, 2, 9, 1, 0, 4];
    const windows = order.map((day) => {
      return { from: start + day * DAY_MS, to: start + (day + 1) * DAY_MS, before: Infinity };
    });
    const [d0, d1, d2, d4] = days;
    const expected = [d4, d0, undefined, d2, d2, undefined, d1, d0, d4];
    expect(await there.prices.lastPredictions(MARKET, windows)).toEqual(expected);
  });

  test('last predictions are of the requested market', async () => {
    const { here, there } = handles;
    const start = freeDays();
    for (const [i, market] of MARKETS.slice(1).entries()) {
      await here.prices.putPredictions([aPrediction(start, { market, prices: [i] })]);
    }
    expect(await lastOf(there, start, {}, MARKETS[0])).toBeUndefined();
    for (const [i, market] of MARKETS.slice(1).entries()) {
      const expected = aPrediction(start, { market, prices: [i] });
      expect(await lastOf(there, start, {}, market)).toEqual(expected);
    }
  });

  test('last predictions are not newer ones of another time', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const wanted = aPrediction(start);
    const others = [-DAY_MS, -60 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS].map((apart, i) => {
      return aPrediction(start + apart, { generatedAt: new Date(start + i + 1) });
    });
    await here.prices.putPredictions([wanted, ...others]);
    expect(await lastOf(there, start, {})).toEqual(wanted);
  });

  test('last predictions may have a gap where the window is', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const full = aPrediction(start, { generatedAt: new Date(start - 1), prices: [1, 2, 3, 4, 5] });
    const gap = part(aPrediction(start, { prices: [6, 7, 8, 9, 10] }), [0, 4]);
    await here.prices.putPredictions([full, gap]);
    expect(await lastOf(there, start, { from: 15, to: 60 })).toEqual(part(gap, []));
    expect(await lastOf(there, start, { from: 15, to: 61 })).toEqual(part(gap, [1]));
    expect(await lastOf(there, start, { from: 14, to: 60 })).toEqual(part(gap, [0]));
    expect(await lastOf(there, start, {})).toEqual(part(gap, [0]));
  });
}

function generations(handles: TwoHandles): void {
  test.each([
    [-1, undefined],
    [0, undefined],
    [1, 0],
    [5, 0],
    [6, 5],
    [9, 5],
    [10, 9],
    [Infinity, 9],
    [-Infinity, undefined],
  ])('last predictions are the newest generated before %d ms', async (before, generated) => {
    const { here, there } = handles;
    const start = freeDays();
    for (const ms of [5, 0, 9]) {
      const generatedAt = new Date(start + ms);
      await here.prices.putPredictions([aPrediction(start, { generatedAt, prices: [ms] })]);
    }
    const window = { from: start, to: start + DAY_MS, before: start + before };
    const [last] = await there.prices.lastPredictions(MARKET, [window]);
    const expected = generated === undefined ? undefined : new Date(start + generated);
    expect(last?.generatedAt).toEqual(expected);
    expect(last?.prices[0]).toBe(generated);
  });

  test('last predictions are the current ones where others were replaced', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const generatedAt = new Date(start);
    const older = aPrediction(start, { generatedAt: new Date(start - 1), prices: [5, 6, 7] });
    const later = aPrediction(start + DAY_MS, { generatedAt, prices: [8] });
    const again = aPrediction(start, { generatedAt, stepMinutes: 60, prices: [9] });
    await here.prices.putPredictions([aPrediction(start, { generatedAt })]);
    await here.prices.putPredictions([older, later]);
    expect(await lastOf(there, start, {})).toEqual(older);
    expect(await lastOf(there, start + DAY_MS, {})).toEqual(later);
    await here.prices.putPredictions([again]);
    expect(await lastOf(there, start, {})).toEqual(again);
    expect(await lastOf(there, start + DAY_MS, {})).toBeUndefined();
  });

  // Others of the market reach less far, and farther.
  test.each([0, 1, 99, 400, 4_000, 36_500, 7])(
    'last predictions reach %d days ahead',
    async (days) => {
      const { here, there } = handles;
      const market = 'mid_pibc03_spain';
      const start = freeDays();
      const generatedAt = new Date(start - days * DAY_MS);
      const prediction = aPrediction(start, { market, generatedAt });
      await here.prices.putPredictions([prediction]);
      expect(await lastOf(there, start, { before: 1 }, market)).toEqual(prediction);
      const end = { from: 59, to: Infinity };
      expect(await lastOf(there, start, end, market)).toEqual(part(prediction, [3]));
      expect(await lastOf(there, start, { from: 60, to: Infinity }, market)).toBeUndefined();
    },
  );

  test('last predictions may be generated after their time', async () => {
    const { here, there } = handles;
    const market = 'mid_pibc02_spain';
    const start = freeDays();
    const generatedAt = new Date(start + 50 * DAY_MS);
    const prediction = aPrediction(start, { market, generatedAt });
    await here.prices.putPredictions([prediction]);
    expect(await lastOf(there, start, {}, market)).toEqual(prediction);
    expect(await lastOf(there, start, { before: 1_000 }, market)).toBeUndefined();
  });
}

function openWindows(handles: TwoHandles): void {
  test('last predictions are the newest of all where the window is open', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const prices = Array.from({ length: 672 }, (_, i) => i - 300);
    const newest = aPrediction(start, { prices });
    await here.prices.putPredictions([newest]);
    await here.prices.putPredictions([aPrediction(start, { generatedAt: new Date(start - 1) })]);
    expect(await there.prices.lastPredictions(MARKET, [OPEN])).toEqual([newest]);
  });

  test('last predictions are never empty ones', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const generatedAt = new Date(start + 1);
    const prediction = aPrediction(start);
    await here.prices.putPredictions([prediction]);
    await here.prices.putPredictions([aPrediction(start, { generatedAt, ends: [], prices: [] })]);
    const window = { from: start, to: start + DAY_MS, before: Infinity };
    const found = await there.prices.lastPredictions(MARKET, [OPEN, window]);
    expect(found).toEqual([prediction, prediction]);
  });

  test.each([
    { ...OPEN, before: -Infinity },
    { ...OPEN, to: -Infinity },
    { ...OPEN, from: Infinity },
  ])('last predictions are none in %o', async (window) => {
    const { here, there } = handles;
    await here.prices.putPredictions([aPrediction(freeDays())]);
    expect(await there.prices.lastPredictions(MARKET, [window])).toEqual([undefined]);
  });
}

function manyWindows(handles: TwoHandles): void {
  const days = 30;
  const reach = 7;
  const hours = 24;

  test('last predictions are returned for three hundred windows at once', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const predictions = Array.from({ length: days }, (_, day) => {
      const prices = Array.from({ length: reach * hours }, (_value, hour) => day * 1_000 + hour);
      return aPrediction(start + day * DAY_MS, { stepMinutes: 60, prices });
    });
    await here.prices.putPredictions(predictions);
    const wanted = Array.from({ length: 300 }, (_, i) => (i * 7) % 40);
    const windows = wanted.map((day) => {
      const from = start + day * DAY_MS;
      return { from, to: from + DAY_MS, before: from };
    });
    const found = await there.prices.lastPredictions(MARKET, windows);
    const expected = wanted.map((day) => {
      const generated = Math.min(day, days) - 1;
      const skipped = (day - generated) * hours;
      const places = Array.from({ length: hours }, (_, hour) => skipped + hour);
      const prediction = predictions[generated];
      return prediction && skipped < reach * hours ? part(prediction, places) : undefined;
    });
    expect(found).toEqual(expected);
    // Days 1 to 35 have one, each another part, and the others none.
    expect(new Set(expected.map((each) => each?.prices[0])).size).toBe(36);
  });
}

function copies(handles: TwoHandles): void {
  test('last predictions are copied out, each for itself', async () => {
    const { prices } = handles.here;
    const start = freeDays();
    const prediction = aPrediction(start);
    await prices.putPredictions([prediction]);
    const window = { from: start, to: start + DAY_MS, before: Infinity };
    const read = () => prices.lastPredictions(MARKET, [window, window]);
    const [first, second] = (await read()) as [PricePrediction, PricePrediction];
    (first.prices as number[])[0] = 77;
    (first.ends as number[]).length = 0;
    first.generatedAt.setTime(0);
    expect(second).toEqual(prediction);
    expect(await read()).toEqual([prediction, prediction]);
  });
}
