import type { BacktestRequest } from '@solano/domain/desk';
import { describe, expect, test } from 'vitest';
import { addedCustomer, anEntry, INSTANT, later, UNKNOWN_IDS } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';

/** What every BacktestStore does. */
export function backtestStoreContract(name: string, open: OpenStores): void {
  describe(`BacktestStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('a backtest', () => {
      life(handles);
    });
    describe('backtests of a customer', () => {
      limits(handles);
    });
  });
}

const ANY = 1_000;

function aBacktest(customerId: string, fields: Partial<BacktestRequest> = {}): BacktestRequest {
  return {
    id: crypto.randomUUID(),
    customerId,
    user: 'ana',
    retailer: 'acme',
    from: '2026-11-01',
    to: '2026-11-02',
    settings: [{ idmodel: 3, enabled: true, parameters: { fee_eur_per_mwh: 0.25 } }],
    settingsVersion: 4,
    series: '[{"datetime": "2026-11-01 10:00", "purchase": 1.5}]',
    createdAt: new Date(INSTANT),
    ...fields,
  };
}

async function added(stores: Stores, fields: Partial<BacktestRequest> = {}) {
  const request = aBacktest((await addedCustomer(stores)).id, fields);
  expect(await stores.backtests.add(request, ANY, anEntry())).toBe(true);
  return request;
}

function life(handles: TwoHandles): void {
  test('a backtest is queued, runs, and is completed with its result', async () => {
    const { here, there } = handles;
    const request = await added(here);
    const { id } = request;
    const state = { id, settingsVersion: 4, result: null, error: '' };
    expect(await there.backtests.get(request, id)).toEqual({
      ...state,
      status: 'queued',
      progress: 0,
    });
    expect(await there.backtests.begin(id)).toEqual(request);
    await there.backtests.report(id, 0.375);
    const running = { ...state, status: 'running', progress: 0.375 };
    expect(await here.backtests.get(request, id)).toEqual(running);
    await there.backtests.settle(id, { result: '{"ñ": 1}' }, later(5));
    const completed = { status: 'completed', progress: 1, result: '{"ñ": 1}' };
    expect(await here.backtests.get(request, id)).toEqual({ ...state, ...completed });
  });

  test('a backtest begins again after a process that died, from its beginning', async () => {
    const { here, there } = handles;
    const request = await added(here, { series: null, settingsVersion: null });
    await here.backtests.begin(request.id);
    await here.backtests.report(request.id, 0.5);
    expect(await there.backtests.begin(request.id)).toEqual(request);
    const again = await here.backtests.get(request, request.id);
    expect(again).toMatchObject({ status: 'running', progress: 0, settingsVersion: null });
  });

  test('a backtest is settled once: nothing changes it afterwards', async () => {
    const { here, there } = handles;
    const request = await added(here);
    const { id } = request;
    await here.backtests.begin(id);
    await here.backtests.report(id, 0.25);
    await here.backtests.settle(id, { error: 'no prices' }, later(5));
    await there.backtests.settle(id, { result: '{}' }, later(6));
    await there.backtests.report(id, 0.75);
    expect(await there.backtests.begin(id)).toBeUndefined();
    const failed = { status: 'failed', progress: 0.25, result: null, error: 'no prices' };
    expect(await there.backtests.get(request, id)).toMatchObject(failed);
  });

  test('a backtest is found by its customer’s user only', async () => {
    const { here } = handles;
    const request = await added(here);
    const other = await addedCustomer(here);
    const otherOwners = [
      { ...request, customerId: other.id },
      { ...request, user: 'berta' },
    ];
    for (const otherOwner of otherOwners) {
      expect(await here.backtests.get(otherOwner, request.id)).toBeUndefined();
    }
    for (const [, id] of UNKNOWN_IDS) {
      expect(await here.backtests.get(request, id)).toBeUndefined();
      expect(await here.backtests.begin(id)).toBeUndefined();
      await here.backtests.report(id, 1);
      await here.backtests.settle(id, { error: '' }, later(1));
    }
  });

  test('a backtest is not added for an unknown customer', async () => {
    const request = aBacktest(crypto.randomUUID());
    expect(await codeOf(handles.here.backtests.add(request, ANY, anEntry()))).toBe('not_found');
  });

  test('a backtest is purged once it was settled before a time', async () => {
    const { here, there } = handles;
    const [old, recent, waiting] = [await added(here), await added(here), await added(here)];
    await here.backtests.settle(old.id, { error: 'x' }, later(10));
    await here.backtests.settle(recent.id, { error: 'x' }, later(20));
    await there.backtests.purge(later(20));
    expect(await here.backtests.get(old, old.id)).toBeUndefined();
    expect(await here.backtests.get(recent, recent.id)).toBeDefined();
    expect(await here.backtests.get(waiting, waiting.id)).toBeDefined();
  });
}

function limits(handles: TwoHandles): void {
  test('backtests of a customer are limited in number until one is settled, whatever others have', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const requests = [1, 2, 3, 4].map(() => aBacktest(customerId));
    const [first, second, third, fourth] = requests as [BacktestRequest, ...BacktestRequest[]];
    expect(await here.backtests.add(first, 2, anEntry())).toBe(true);
    expect(await there.backtests.add(second as BacktestRequest, 2, anEntry())).toBe(true);
    expect(await here.backtests.add(third as BacktestRequest, 2, anEntry())).toBe(false);
    expect(await here.backtests.get(first, (third as BacktestRequest).id)).toBeUndefined();
    await added(here);
    await here.backtests.begin(first.id);
    expect(await here.backtests.add(third as BacktestRequest, 2, anEntry())).toBe(false);
    await here.backtests.settle(first.id, { error: 'x' }, later(1));
    expect(await here.backtests.add(fourth as BacktestRequest, 2, anEntry())).toBe(true);
  });

  test('backtests that are added at once do not exceed the limit', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const outcomes = await concurrently(8, (i) => {
      return (i % 2 === 0 ? here : there).backtests.add(aBacktest(customerId), 3, anEntry());
    });
    expect(outcomes.filter((isAdded) => isAdded === true)).toHaveLength(3);
    expect(outcomes.filter((isAdded) => isAdded === false)).toHaveLength(5);
  });
}
