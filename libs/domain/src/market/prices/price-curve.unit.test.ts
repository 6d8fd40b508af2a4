import { LabelReader } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import type { Market, Period } from '../markets/sessions.ts';
import type { PriceCurve } from './price-curve.ts';
import { CurveBuilder, predictedCurve, priceMinutes, quartersOf } from './price-curve.ts';
import type { PredictionOrigin, PriceSeries } from './prices.ts';

const at = (time: string) => new LabelReader().read(`2026-11-22 ${time}`) as number;
const period = (time: string, minutes = 15): Period => ({ end: at(time), minutes });

/** A series from `HH:MM` (end of the period) to thousandths of EUR/MWh. */
function series(stepMinutes: number, prices: Record<string, number>): PriceSeries {
  return { stepMinutes, ends: Object.keys(prices).map(at), prices: Object.values(prices) };
}

function builderOf(wanted: readonly Period[], ...newestFirst: PriceSeries[]): CurveBuilder {
  const builder = new CurveBuilder(wanted.flatMap((each) => [...quartersOf(each)]));
  for (const each of newestFirst) builder.addOlder(each);
  return builder;
}

function curveOf(wanted: readonly Period[], ...newestFirst: PriceSeries[]): PriceCurve {
  return builderOf(wanted, ...newestFirst).curve;
}

const ORIGINS: readonly PredictionOrigin[] = ['hindcast', 'live'];

/** Counts the predictions that are read, and writes down for what. */
class WatchedPrices extends TestPrices {
  readonly asked: { market: string; from: number; to: number; before: number | undefined }[] = [];
  pulled = 0;

  override async *predictions(market: Market, from: number, to: number, before?: number) {
    this.asked.push({ market, from, to, before });
    for await (const each of super.predictions(market, from, to, before)) {
      this.pulled += 1;
      yield each;
    }
  }
}

/** Predictions of two markets. */
function storeOf(...newestFirst: PriceSeries[]) {
  const store = new WatchedPrices();
  for (const [i, each] of newestFirst.entries()) {
    const origin = ORIGINS[i % 2] as PredictionOrigin;
    const made = { generatedAt: new Date(-i), origin, inputsUntil: null };
    for (const market of ['md_pdbc_spain', 'mid_pibc02_spain'] as const) {
      store.setPrediction({ ...each, market, ...made });
    }
  }
  return { store, asked: store.asked, pulled: () => store.pulled };
}

describe('the price of a period', () => {
  test('the price of a period is the mean of its four quarters for an hour', () => {
    const quarters = series(15, { '10:15': 1000, '10:30': 2000, '10:45': 4000, '11:00': -500 });
    const curve = curveOf([period('11:00', 60)], quarters);
    expect(priceMinutes(curve, period('11:00', 60))).toBe((1000 + 2000 + 4000 - 500) * 15);
  });

  test('the price of a period is the mean of its two quarters for half an hour', () => {
    const quarters = series(15, { '10:15': 1000, '10:30': 2000, '10:45': 4000 });
    const half = period('10:30', 30);
    expect(priceMinutes(curveOf([half], quarters), half)).toBe(3000 * 15);
  });

  test.each(['10:15', '10:30', '10:45', '11:00'])(
    'the price of the quarter %s may be hourly',
    (time) => {
      const curve = curveOf([period(time)], series(60, { '10:00': 1, '11:00': 7000, '12:00': 2 }));
      expect(priceMinutes(curve, period(time))).toBe(7000 * 15);
    },
  );

  test('the price of a period weights each quarter by its minutes if the step is odd', () => {
    const odd = period('10:20', 20);
    const curve = curveOf([odd], series(15, { '10:15': 1000, '10:30': 4000 }));
    expect(priceMinutes(curve, odd)).toBe(1000 * 15 + 4000 * 5);
  });

  test('a period has no price where one quarter is missing', () => {
    const gap = series(15, { '10:15': 1, '10:30': 2, '11:00': 4, '11:15': 5 });
    const builder = builderOf([period('11:00', 60), period('11:15')], gap);
    const { curve } = builder;
    expect(priceMinutes(curve, period('11:00', 60))).toBeUndefined();
    expect(priceMinutes(curve, period('11:15'))).toBe(75);
    expect(builder.complete).toBe(false);
  });

  test('a price that was not requested is not stored', () => {
    const builder = builderOf([period('10:15')], series(15, { '10:15': 1, '10:30': 2 }));
    const { curve } = builder;
    expect(builder.complete).toBe(true);
    expect(priceMinutes(curve, period('10:30'))).toBeUndefined();
  });

  test('the price of a period may be zero', () => {
    expect(
      priceMinutes(curveOf([period('10:15')], series(15, { '10:15': 0 })), period('10:15')),
    ).toBe(0);
  });
});

describe('where predictions overlap', () => {
  const wanted = ['10:15', '10:30', '10:45'].map((time) => period(time));

  test('the newest that covers a period wins for that period', () => {
    const builder = builderOf(
      wanted,
      series(15, { '10:30': 10 }),
      series(15, { '10:15': 21, '10:30': 20 }),
      series(60, { '11:00': 30 }),
    );
    const prices = wanted.map((each) => priceMinutes(builder.curve, each));
    expect(prices).toEqual([21 * 15, 10 * 15, 30 * 15]);
    expect(builder.complete).toBe(true);
  });

  test('older predictions are not read once every period has its price', async () => {
    const { store, pulled, asked } = storeOf(
      series(15, { '10:15': 1, '10:30': 2 }),
      series(15, { '10:45': 3 }),
      series(15, { '10:15': 4, '10:30': 5, '10:45': 6 }),
      series(15, { '10:15': 7, '10:30': 8, '10:45': 9 }),
    );
    const { curve, complete, used } = await predictedCurve(store, 'mid_pibc02_spain', wanted);
    expect([complete, used.map(({ origin }) => origin)]).toEqual([true, ['hindcast', 'live']]);
    expect(wanted.map((each) => priceMinutes(curve, each))).toEqual([15, 30, 45]);
    expect(pulled()).toBe(2);
    expect(asked.map(({ market }) => market)).toEqual(['mid_pibc02_spain']);
  });

  test('all predictions are read while a period lacks its price', async () => {
    const { store, pulled } = storeOf(series(15, { '10:15': 1 }), series(15, { '10:15': 2 }));
    const { curve, complete, used } = await predictedCurve(store, 'md_pdbc_spain', wanted);
    // The second adds nothing, so it is not used.
    expect([complete, used.map(({ origin }) => origin)]).toEqual([false, ['hindcast']]);
    expect(wanted.map((each) => priceMinutes(curve, each))).toEqual([15, undefined, undefined]);
    expect(pulled()).toBe(2);
  });

  test('the time that is read covers every period, in whatever order they are', async () => {
    const { store, asked } = storeOf();
    await predictedCurve(store, 'md_pdbc_spain', [period('11:00', 60), period('09:00', 60)]);
    expect(asked[0]?.from).toBeLessThanOrEqual(at('08:00'));
    expect(asked[0]?.to).toBeGreaterThanOrEqual(at('11:00'));
  });

  test('the predictions that are read were generated before the requested instant', async () => {
    const { store, asked } = storeOf();
    await predictedCurve(store, 'md_pdbc_spain', wanted);
    await predictedCurve(store, 'md_pdbc_spain', wanted, at('08:00'));
    expect(asked.map(({ before }) => before)).toEqual([Infinity, at('08:00')]);
  });

  test('the store is not read for a request without periods', async () => {
    const { store, asked } = storeOf(series(15, { '10:15': 1 }));
    const { curve } = await predictedCurve(store, 'md_pdbc_spain', []);
    expect(curve.size).toBe(0);
    expect(asked).toEqual([]);
  });
});
