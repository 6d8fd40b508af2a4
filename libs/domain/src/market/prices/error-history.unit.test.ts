import { dayOf } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import {
  gateClosure,
  type Market,
  rulesOfSession,
  type SessionRules,
} from '../markets/sessions.ts';
import { ErrorHistory } from './error-history.ts';
import { coveredQuarters } from './past-errors.ts';
import type { PricePrediction } from './prices.ts';

const MD = rulesOfSession('MD');
const TODAY = '2026-11-22';
const DAY = '2026-11-20';

/** Counts how often realised prices are read, and fails on request. */
class CountedPrices extends TestPrices {
  reads = 0;
  failing = false;

  override async *realised(market: Market, from: string, to: string) {
    this.reads += 1;
    if (this.failing) throw new Error('away');
    yield* super.realised(market, from, to);
  }
}

/** A day whose realised prices are 100 and were predicted at 90. */
async function aStore(): Promise<CountedPrices> {
  const store = new CountedPrices();
  store.realise('MD', DAY, 100);
  await predict(store, 90);
  return store;
}

async function predict(store: TestPrices, price: number): Promise<void> {
  const ends = coveredQuarters(MD, DAY);
  const generatedAt = new Date(gateClosure(MD, dayOf(DAY)) - 1);
  const prices = ends.map(() => price);
  const made = { generatedAt, origin: 'imported', inputsUntil: null } as const;
  await store.putPredictions([{ market: MD.market, ...made, stepMinutes: 15, ends, prices }]);
}

/** Asks one history for a session's own vintage. */
function historyOf(store: TestPrices) {
  const history = new ErrorHistory();
  return (session: SessionRules, before: string, vintage = session) => {
    return history.of(store, { session, vintage, before });
  };
}

describe('the history of errors', () => {
  test('the history of errors is read once for any number of purchases, also at once', async () => {
    const store = await aStore();
    const history = historyOf(store);
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => history(MD, TODAY)));
    expect(first?.get(DAY)?.errors[0]).toBe(10);
    expect([...others, await history(MD, TODAY)].every((each) => each === first)).toBe(true);
    expect(store.reads).toBe(1);
  });

  test('the history of errors is read again when a price has changed', async () => {
    const store = await aStore();
    const history = historyOf(store);
    await history(MD, TODAY);
    await predict(store, 70);
    expect((await history(MD, TODAY)).get(DAY)?.errors[0]).toBe(30);
    expect(store.reads).toBe(2);
  });

  test('the history of errors is read again for another day and another session', async () => {
    const store = await aStore();
    const history = historyOf(store);
    await history(MD, TODAY);
    expect((await history(MD, DAY)).size).toBe(0);
    expect((await history(rulesOfSession('MID1'), DAY)).size).toBe(0);
    expect(store.reads).toBe(3);
  });

  test('the history of errors is read again for another vintage and for customers with other prices', async () => {
    const store = await aStore();
    await store
      .seenBy('demo')
      .putPredictions([{ ...(store.put[0] as PricePrediction), prices: [] }]);
    const history = new ErrorHistory();
    const query = { session: MD, vintage: MD, before: TODAY };
    const errors = await history.of(store, query);
    expect(await history.of(store, { ...query, vintage: rulesOfSession('MID1') })).not.toBe(errors);
    expect(await history.of(store.seenBy('demo'), query)).not.toBe(errors);
    expect(await history.of(store, query)).toBe(errors);
  });

  test('the history of errors is read by the next caller if it could not be read', async () => {
    const store = await aStore();
    const history = historyOf(store);
    store.failing = true;
    await expect(history(MD, TODAY)).rejects.toThrow('away');
    store.failing = false;
    expect((await history(MD, TODAY)).size).toBe(1);
  });
});
