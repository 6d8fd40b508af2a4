import { DAY_MS } from '@solano/domain/kernel';
import type { PriceStore } from '@solano/domain/market';
import { expect, test } from 'vitest';
import { all } from '../examples.ts';
import type { TwoHandles } from '../stores.ts';
import { aDay, aPrediction, freeDays, freeYear, MARKET } from './examples.ts';

const DEMO = 'b0b1f7a2-5d4e-4c69-9d35-3c3f5a2f8f01';
const OTHER = 'c1c2f7a2-5d4e-4c69-9d35-3c3f5a2f8f02';

/** The tests of who sees the synthetic prices of a customer. */
export function syntheticTests(handles: TwoHandles): void {
  predictions(handles);
  realised(handles);
  revisions(handles);
}

function predictions(handles: TwoHandles): void {
  /** What is predicted for the day from `start`, by a walk and by a window. */
  async function seen(prices: PriceStore, start: number) {
    const walked = await all(prices.predictions(MARKET, start, start + DAY_MS));
    const window = { from: start, to: start + DAY_MS, before: Infinity };
    const [last] = await prices.lastPredictions(MARKET, [window]);
    return { walked, last };
  }

  test('synthetic predictions are seen by their customer alone', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const synthetic = aPrediction(start, { origin: 'live' });
    await here.prices.seenBy(DEMO).putPredictions([synthetic]);
    const nothing = { walked: [], last: undefined };
    expect(await seen(there.prices, start)).toEqual(nothing);
    expect(await seen(there.prices.seenBy(OTHER), start)).toEqual(nothing);
    const alone = { walked: [synthetic], last: synthetic };
    expect(await seen(there.prices.seenBy(DEMO), start)).toEqual(alone);
  });

  test('synthetic predictions are listed among those of the market, newest first', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const generated = (ms: number) => aPrediction(start, { generatedAt: new Date(start + ms) });
    const [oldest, middle, newest] = [generated(1), generated(2), generated(3)];
    await here.prices.putPredictions([oldest]);
    await here.prices.seenBy(DEMO).putPredictions([middle]);
    await here.prices.putPredictions([newest]);
    const both = [newest, middle, oldest];
    expect(await seen(there.prices.seenBy(DEMO), start)).toEqual({ walked: both, last: newest });
    const own = { walked: [newest, oldest], last: newest };
    expect(await seen(there.prices.seenBy(OTHER), start)).toEqual(own);
  });

  test('a prediction of the market counts where both are of one generation time', async () => {
    const { here, there } = handles;
    const start = freeDays();
    const market = Array.from({ length: 9 }, (_, i) => {
      return aPrediction(start, { generatedAt: new Date(start + i), prices: [i] });
    });
    for (const each of market) {
      await here.prices.putPredictions([each]);
      await here.prices.seenBy(DEMO).putPredictions([{ ...each, prices: [-1] }]);
    }
    const { walked, last } = await seen(there.prices.seenBy(DEMO), start);
    expect(walked).toEqual(market.toReversed());
    expect(last).toEqual(market.at(-1));
  });
}

function realised(handles: TwoHandles): void {
  const seen = (prices: PriceStore, year: number) => {
    return all(prices.realised(MARKET, `${year}-01-01`, `${year}-12-31`));
  };

  test('synthetic realised prices are seen by their customer alone, unless the market has its own', async () => {
    const { here, there } = handles;
    const year = freeYear();
    const synthetic = [3, 2, 1].map((day) => {
      return aDay(`${year}-05-0${day}`, { source: 'synthetic', version: 0 });
    });
    const real = aDay(`${year}-05-02`, { source: 'csv', version: 0, prices: [77] });
    await here.prices.seenBy(DEMO).putRealised(synthetic);
    await here.prices.putRealised([real]);
    expect(await seen(there.prices, year)).toEqual([real]);
    expect(await seen(there.prices.seenBy(OTHER), year)).toEqual([real]);
    const both = [synthetic[0], real, synthetic[2]];
    expect(await seen(there.prices.seenBy(DEMO), year)).toEqual(both);
  });

  test('synthetic realised prices are deleted for all customers, and nothing else is', async () => {
    const { here, there } = handles;
    const year = freeYear();
    const start = freeDays();
    const synthetic = aDay(`${year}-05-01`, { source: 'synthetic', version: 0 });
    const real = aDay(`${year}-05-02`);
    for (const customer of [DEMO, OTHER]) {
      await here.prices.seenBy(customer).putRealised([synthetic]);
      await here.prices.seenBy(customer).putPredictions([aPrediction(start)]);
    }
    await here.prices.putRealised([real]);
    await there.prices.removeSynthetic();
    for (const customer of [DEMO, OTHER]) {
      const prices = here.prices.seenBy(customer);
      expect(await seen(prices, year)).toEqual([real]);
      expect(await all(prices.predictions(MARKET, start, start + DAY_MS))).toHaveLength(1);
    }
  });
}

function revisions(handles: TwoHandles): void {
  test('revisions are the same for customers with the same prices, and change for no others', async () => {
    const { here, there } = handles;
    const market = 'mid_pibc03_spain';
    const read = () => {
      const { prices } = there;
      const readers = [prices, prices.seenBy(OTHER), prices.seenBy(DEMO)];
      return Promise.all(readers.map((reader) => reader.revision(market)));
    };
    const before = await read();
    expect(before[1]).toBe(before[0]);
    await here.prices.seenBy(DEMO).putPredictions([aPrediction(freeDays(), { market })]);
    const after = await read();
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2]).not.toBe(before[2]);
    expect(after[2]).not.toBe(after[0]);
    await here.prices.putPredictions([aPrediction(freeDays(), { market })]);
    const last = await read();
    expect(last[1]).toBe(last[0]);
    expect(last.every((revision, i) => revision !== after[i])).toBe(true);
  });
}
