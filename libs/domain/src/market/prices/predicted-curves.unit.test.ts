import { QUARTER_MS } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import { expect, test } from 'vitest';
import type { Market } from '../markets/sessions.ts';
import { rulesOfSession } from '../markets/sessions.ts';
import { PredictedCurves } from './price-curve.ts';

const { market } = rulesOfSession('MD');
const END = Date.parse('2026-11-22T12:00:00Z');
const hour = { end: END, minutes: 60 };
const quarters = [3, 2, 1, 0].map((i) => ({ end: END - i * QUARTER_MS, minutes: 15 }));

/** Counts the walks over its predictions, and fails on request. */
class CountedPrices extends TestPrices {
  walks = 0;
  failing = false;

  override async *predictions(...given: Parameters<TestPrices['predictions']>) {
    this.walks += 1;
    if (this.failing) throw new Error('away');
    yield* super.predictions(...given);
  }

  async predict(price: number, generatedAt: string): Promise<void> {
    const made = { origin: 'imported', inputsUntil: null, stepMinutes: 60 } as const;
    const series = { ends: [END], prices: [price] };
    await this.putPredictions([{ market, ...made, ...series, generatedAt: new Date(generatedAt) }]);
  }
}

async function aStore() {
  const store = new CountedPrices();
  await store.predict(50, '2026-11-21T09:00:00Z');
  const curves = new PredictedCurves();
  return { store, of: (periods = [hour], of: Market = market) => curves.of(store, of, periods) };
}

test('a curve is read once for all callers with the same quarter hours, also at once', async () => {
  const { store, of } = await aStore();
  const [first, ...others] = await Promise.all([of(), of(), of(quarters)]);
  expect(first?.curve.get(END)).toBe(50);
  expect(first).toMatchObject({ complete: true, used: [{ prices: [50] }] });
  expect([...others, await of()].every((each) => each === first)).toBe(true);
  expect(store.walks).toBe(1);
});

test('a curve of other quarter hours, or of another market, is read by itself', async () => {
  const { store, of } = await aStore();
  await of();
  expect((await of(quarters.slice(1))).curve.size).toBe(3);
  expect((await of([hour], rulesOfSession('MID1').market)).complete).toBe(false);
  expect(store.walks).toBe(3);
});

test('a curve is read again when a price has changed', async () => {
  const { store, of } = await aStore();
  await of();
  await store.predict(60, '2026-11-21T10:00:00Z');
  expect((await of()).curve.get(END)).toBe(60);
});

test('a curve that could not be read is read again', async () => {
  const { store, of } = await aStore();
  store.failing = true;
  await expect(of()).rejects.toThrow('away');
  store.failing = false;
  expect((await of()).curve.get(END)).toBe(50);
});
