import { NodeSecrets } from '@solano/crypto';
import { aCustomer, aKey, anEntry } from '@solano/domain/contracts';
import { PurchaseInputs } from '@solano/domain/desk';
import { SolanoError } from '@solano/domain/kernel';
import {
  MemoryConsoleSessionStore,
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryDecisionStore,
  MemoryDeliveredForecastStore,
  MemoryEvaluationStore,
  MemoryImbalancePriceStore,
  MemoryKeyStore,
  MemoryMeasurementStore,
  MemoryObjectStore,
  MemoryPlantStore,
  MemoryPriceStore,
  MemoryPurchaseStore,
  MemoryStrategyStore,
  MemoryTradeStore,
  MemoryUnavailabilityStore,
  MemoryWebhookStore,
} from '@solano/memory';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDemo } from './refresh-demo.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NOT_NOW = new SolanoError('store_unavailable', 'not now');

/** Nothing is bought in these tests. */
const noSplit = () => Promise.reject(NOT_NOW);

/** Empty stores, and what was logged as a warning. */
function demoDeps() {
  const database = new MemoryDatabase();
  const warnings: [fields: object, message: string][] = [];
  const prices = new MemoryPriceStore(database);
  const strategies = new MemoryStrategyStore(database);
  return {
    customers: new MemoryCustomerStore(database),
    keys: new MemoryKeyStore(database),
    plants: new MemoryPlantStore(database),
    prices,
    strategies,
    purchases: new MemoryPurchaseStore(database),
    decisions: new MemoryDecisionStore(database),
    evaluations: new MemoryEvaluationStore(database),
    trades: new MemoryTradeStore(database),
    imbalance: new MemoryImbalancePriceStore(database),
    webhooks: new MemoryWebhookStore(database),
    inputs: new PurchaseInputs({ strategies, prices, software: 'test' }),
    splitter: { split: noSplit, evaluate: noSplit },
    messageText: (message: object) => JSON.stringify(message),
    unavailabilities: new MemoryUnavailabilityStore(database),
    measurements: new MemoryMeasurementStore(database),
    deliveredForecasts: new MemoryDeliveredForecastStore(database),
    consoleSessions: new MemoryConsoleSessionStore(database),
    objects: new MemoryObjectStore(),
    secrets: new NodeSecrets(),
    keyFile: { read: async () => undefined, write: async () => {} },
    digest: (text: string) => text,
    clock: () => new Date(),
    newId: () => crypto.randomUUID(),
    log: { info() {}, warn: (...line: [object, string]) => void warnings.push(line), error() {} },
    warnings,
  };
}

/** Adds an existing demonstration: the customer and its key `k1`. */
async function addDemo({ customers, keys }: ReturnType<typeof demoDeps>): Promise<void> {
  const customer = aCustomer({ name: 'demo', folder: null });
  await customers.add(customer, anEntry());
  await keys.add(aKey(customer.id, { id: 'k1' }), anEntry());
}

test('a demonstration that cannot be prepared is logged, and retried every minute', async () => {
  const deps = demoDeps();
  const byName = vi.spyOn(deps.customers, 'byName').mockRejectedValue(NOT_NOW);
  const demo = await openDemo(deps);
  expect(demo.state).toEqual({ isPrepared: false });
  expect(byName).toHaveBeenCalledTimes(1);
  const refresh = demo.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(byName).toHaveBeenCalledTimes(3);
  const warning = [{ err: NOT_NOW }, 'could not bring the demonstration up to date'];
  expect(deps.warnings).toEqual(Array(3).fill(warning));
  await refresh[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(byName).toHaveBeenCalledTimes(3);
});

test('a demonstration that exists does not delay the start of listening', async () => {
  const deps = demoDeps();
  await addDemo(deps);
  const seenBy = vi.spyOn(deps.prices, 'seenBy').mockImplementation(() => {
    throw NOT_NOW;
  });
  const demo = await openDemo(deps);
  expect(demo.state).toEqual({ isPrepared: true });
  expect(seenBy).not.toHaveBeenCalled();
  const refresh = demo.start();
  await vi.advanceTimersByTimeAsync(999);
  expect(seenBy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(seenBy).toHaveBeenCalledTimes(1);
  await refresh[Symbol.asyncDispose]();
});

test('a demonstration whose key is known is not looked for before the service listens', async () => {
  const deps = demoDeps();
  await addDemo(deps);
  const byName = vi.spyOn(deps.customers, 'byName');
  const keyFile = { ...deps.keyFile, read: async () => 'sol_k1_Secret1' };
  const demo = await openDemo({ ...deps, keyFile });
  expect(demo.state).toEqual({ isPrepared: true, code: expect.any(String) });
  expect(byName).not.toHaveBeenCalled();
});

test('a sign-in link that cannot be made is logged once, and the service starts without it', async () => {
  const deps = demoDeps();
  await addDemo(deps);
  const err = new Error('EACCES: permission denied');
  const keyFile = { ...deps.keyFile, read: () => Promise.reject(err) };
  const demo = await openDemo({ ...deps, keyFile });
  expect(demo.state).toEqual({ isPrepared: true });
  expect(deps.warnings).toEqual([[{ err }, 'the sign-in link could not be made']]);
});
