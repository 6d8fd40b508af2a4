import { DAY_MS, MINUTE_MS } from '@solano/domain/kernel';
import { type Bands, type PredictionWindow, QUANTILES } from '@solano/domain/market';
import { expect, test } from 'vitest';
import type { TwoHandles } from '../stores.ts';
import { aPrediction, freeDays, lastOf, MARKET, part } from './examples.ts';

/** Bands of four periods: each quantile has its own prices, and some are missing. */
const BANDS: Bands = QUANTILES.map((quantile) => {
  return [quantile * 1_000, null, -999_999_999 + quantile, quantile];
});
const NONE: Bands = QUANTILES.map(() => [null, null, null, null]);

function windowOf(start: number, fields: Partial<PredictionWindow> = {}): PredictionWindow {
  return { from: start, to: start + DAY_MS, before: Infinity, ...fields };
}

/** The tests of the bands of predictions. */
export function bandTests(handles: TwoHandles): void {
  storing(handles);
  choosing(handles);
}

function storing(handles: TwoHandles): void {
  test.each([
    ['some periods', BANDS],
    ['no period', NONE],
    [
      'one quantile',
      QUANTILES.map((quantile) => (quantile === 50 ? [1, 2, 3, 4] : [null, 1, 1, 1])),
    ],
  ])('bands are stored exactly for %s', async (_, bands) => {
    const { here, there } = handles;
    const start = freeDays();
    const prediction = { ...aPrediction(start), bands };
    await here.prices.putPredictions([prediction]);
    const [found] = await there.prices.lastBanded(MARKET, [windowOf(start)]);
    expect(found).toEqual(prediction);
  });

  test('bands are null where a prediction was put without any', async () => {
    const { here, there } = handles;
    const start = freeDays();
    await here.prices.putPredictions([aPrediction(start)]);
    await here.prices.putPredictions([{ ...aPrediction(start + DAY_MS), bands: null }]);
    const windows = [windowOf(start), windowOf(start + DAY_MS)];
    const found = await there.prices.lastBanded(MARKET, windows);
    expect(found.map((each) => each?.bands)).toEqual([null, null]);
  });

  test('bands are not read with predictions alone', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const prediction = aPrediction(start);
    await here.prices.putPredictions([{ ...prediction, bands: BANDS }]);
    expect(await lastOf(there, start, {})).toEqual(prediction);
  });

  test('bands are replaced with the prediction', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const prediction = aPrediction(start);
    for (const bands of [BANDS, null, NONE, BANDS.toReversed()]) {
      await here.prices.putPredictions([{ ...prediction, bands }]);
      const [found] = await there.prices.lastBanded(MARKET, [windowOf(start)]);
      expect(found).toEqual({ ...prediction, bands });
    }
  });

  test('bands have the trace of their prediction, where there is one', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const trace = {
      inputs: ['prices', 'load "é"'],
      members: [{ name: 'lear_long', weight: 0.7 }],
      fits: [{ member: 'lear_long', until: '2026-11-21' }],
    };
    const made = { ...aPrediction(start), bands: null, trace };
    await here.prices.putPredictions([made]);
    const [found] = await there.prices.lastBanded(MARKET, [windowOf(start)]);
    expect(found).toEqual(made);
    expect(await lastOf(there, start, {})).toEqual(aPrediction(start));
    await here.prices.putPredictions([aPrediction(start)]);
    const [replaced] = await there.prices.lastBanded(MARKET, [windowOf(start)]);
    expect(replaced?.trace).toBeUndefined();
  });

  test('bands may be empty', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const empty = QUANTILES.map(() => []);
    await here.prices.putPredictions([
      {
        ...aPrediction(start, { ends: [], prices: [] }),
        bands: empty,
      },
    ]);
    expect(await there.prices.lastBanded(MARKET, [windowOf(start)])).toEqual([undefined]);
  });

  test('bands are copied in and out', async () => {
    const { here } = handles;
    const start = freeDays();
    const prediction = { ...aPrediction(start), bands: BANDS.map((band) => [...band]) };
    const stored = structuredClone(prediction);
    await here.prices.putPredictions([prediction]);
    const [first] = await here.prices.lastBanded(MARKET, [windowOf(start)]);
    for (const bands of [prediction.bands, first?.bands as Bands]) (bands[0] as number[])[0] = 77;
    expect(await here.prices.lastBanded(MARKET, [windowOf(start)])).toEqual([stored]);
  });
}

function choosing(handles: TwoHandles): void {
  test('bands are cut to their window', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const prediction = aPrediction(start);
    await here.prices.putPredictions([{ ...prediction, bands: BANDS }]);
    const window = windowOf(start, { from: start + 15 * MINUTE_MS, to: start + 45 * MINUTE_MS });
    const [found] = await there.prices.lastBanded(MARKET, [window]);
    const bands = BANDS.map((band) => band.slice(1, 3));
    expect(found).toEqual({ ...part(prediction, [1, 2]), bands });
  });

  test('bands are at the positions of their windows', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const days = [0, 2].map((day) => ({ ...aPrediction(start + day * DAY_MS), bands: BANDS }));
    await here.prices.putPredictions(days);
    const windows = [2, 1, 0].map((day) => windowOf(start + day * DAY_MS));
    const found = await there.prices.lastBanded(MARKET, windows);
    expect(found).toEqual([days[1], undefined, days[0]]);
    expect(await there.prices.lastBanded(MARKET, [])).toEqual([]);
  });

  test('bands are of the newest prediction of the requested origin', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const origins = ['live', 'backdated', 'live', 'hindcast'] as const;
    const all = origins.map((origin, i) => {
      return { ...aPrediction(start, { origin, generatedAt: new Date(start + i) }), bands: BANDS };
    });
    await here.prices.putPredictions(all);
    const [live0, backdated, live2, hindcast] = all;
    const newest = async (before: number, origin?: (typeof origins)[number] | 'imported') => {
      const window = windowOf(start, { before: start + before });
      const [found] = await there.prices.lastBanded(MARKET, [window], origin);
      const [plain] = await there.prices.lastPredictions(MARKET, [window], origin);
      expect(plain?.generatedAt).toEqual(found?.generatedAt);
      return found;
    };
    expect(await newest(9)).toEqual(hindcast);
    expect(await newest(9, 'live')).toEqual(live2);
    expect(await newest(2, 'live')).toEqual(live0);
    expect(await newest(9, 'backdated')).toEqual(backdated);
    expect(await newest(9, 'imported')).toBeUndefined();
    expect(await newest(3, 'hindcast')).toBeUndefined();
  });
}
