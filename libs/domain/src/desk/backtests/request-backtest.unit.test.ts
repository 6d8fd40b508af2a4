import { anEntry, SOURCE } from '@solano/domain/contracts';
import { SolanoError } from '@solano/domain/kernel';
import { advance, BACKTEST_JOB, type Job } from '@solano/domain/service';
import {
  MemoryBacktestStore,
  MemoryCustomerStore,
  MemoryDatabase,
  MemoryJobQueue,
  MemoryStrategyStore,
} from '@solano/memory';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BacktestTask } from './backtest.ts';
import { type BacktestRunner, backtestTask } from './backtest-job.ts';
import type { BacktestBody } from './request-backtest.ts';
import { getBacktest, purgeBacktests, readBacktest, requestBacktest } from './request-backtest.ts';

const NOW = '2026-11-22T10:00Z';
const customer = { id: crypto.randomUUID(), name: 'c', folder: null, permissions: [] };
const owner = { customerId: customer.id, user: 'ana', retailer: 'acme' };
const RANGE = { from: '2026-11-01', to: '2026-11-02' };
const log = { info: () => {}, warn: () => {}, error: () => {} };
let database: MemoryDatabase;
let now: Date;

beforeEach(async () => {
  database = new MemoryDatabase();
  now = new Date(NOW);
  await new MemoryCustomerStore(database).add(customer, anEntry());
});

const deps = () => ({
  backtests: new MemoryBacktestStore(database),
  strategies: new MemoryStrategyStore(database),
  clock: () => now,
  newId: () => crypto.randomUUID(),
});

const read = (body: BacktestBody) => {
  return readBacktest(body, { maxItems: 3, now: Date.parse(NOW) });
};
const ask = (body: BacktestBody = RANGE) => requestBacktest(deps(), SOURCE, owner, read(body));
const state = (id: string) => getBacktest(deps(), owner, id);

describe('a request', () => {
  const series = [{ datetime: '2026-11-01 10:00', purchase: 1, more: 'x' }];

  test('a request is read with its series and settings; null counts as left out', () => {
    expect(read({ ...RANGE, series: null, settings: null })).toEqual({
      ...RANGE,
      series: null,
      settings: null,
    });
    const given = read({ ...RANGE, series, settings: [{ idmodel: 6, enabled: true }] });
    expect(JSON.parse(given.series as string)).toEqual([
      { datetime: '2026-11-01 10:00', purchase: 1 },
    ]);
    expect(given.settings).toMatchObject([{ idmodel: 6, enabled: true }]);
  });

  test.each<[BacktestBody, string]>([
    [{}, 'Missing required field: from'],
    [{ from: '2026-11-01', to: null }, 'Missing required field: to'],
    [{ ...RANGE, from: '2026-02-30' }, "Field 'from' must be a day such as 2026-11-22"],
    [{ ...RANGE, to: 20261102 }, "Field 'to' must be a day such as 2026-11-22"],
    [
      { from: '2026-11-02', to: '2026-11-01' },
      'The last day, 2026-11-01, is before the first, 2026-11-02.',
    ],
    [{ ...RANGE, to: '2026-11-22' }, 'The last day, 2026-11-22, is not before today, 2026-11-22.'],
    [{ from: '2025-11-20', to: '2026-11-21' }, 'More than 366 days.'],
    [{ ...RANGE, series: {} }, "Field 'series' must be an array of objects"],
    [{ ...RANGE, series: [] }, "Field 'series' must not be empty"],
    [
      { ...RANGE, series: [series[0], series[0], series[0], series[0]] },
      "Field 'series' must not hold more than 3 items",
    ],
    [
      { ...RANGE, series: [{ datetime: '2026-11-01 10:00' }] },
      "Series item at index 0 has a 'purchase' field that is not a number (MW)",
    ],
    [
      { ...RANGE, series: [{ datetime: '2026-10-31 10:00', purchase: 1 }] },
      'No item of the series is in a day from 2026-11-01 to 2026-11-02.',
    ],
    [{ ...RANGE, settings: {} }, 'The settings must be an array of models.'],
    [
      { ...RANGE, settings: [{ idmodel: 9 }] },
      '[0].idmodel must be one of 1, 2, 3, 4, 5, 6, 7, 8.',
    ],
  ])('a request of %j is rejected', (body, message) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message }) as Error,
    );
  });

  test('a request may have 366 days', () => {
    expect(read({ from: '2025-11-21', to: '2026-11-21' }).series).toBeNull();
  });

  test('a request is queued with the newest settings and their version, or its own', async () => {
    const strategies = new MemoryStrategyStore(database);
    await strategies.put(owner, [{ idmodel: 6, enabled: true, parameters: {} }], anEntry());
    const backtests = new MemoryBacktestStore(database);
    const newest = await ask();
    expect(await state(newest)).toEqual({
      id: newest,
      status: 'queued',
      progress: 0,
      settingsVersion: 1,
      result: null,
      error: '',
    });
    const request = await backtests.begin(newest);
    const six = request?.settings.find(({ idmodel }) => idmodel === 6);
    expect(six).toEqual({ idmodel: 6, enabled: true, parameters: {} });
    const own = await ask({ ...RANGE, settings: [{ idmodel: 5, enabled: false }] });
    expect(await backtests.begin(own)).toMatchObject({
      settingsVersion: null,
      settings: [{ idmodel: 5, enabled: false }],
    });
  });

  test('a request is in the audit log', async () => {
    const subject = await ask();
    const { customerId } = owner;
    const entry = { ...SOURCE, at: now, action: 'backtest.request', customerId, subject };
    expect(database.audit.at(-1)).toEqual(entry);
  });

  test('a request is rejected beyond one that runs and ten that wait, until one is settled', async () => {
    const first = await ask();
    for (let i = 0; i < 10; i += 1) await ask();
    await new MemoryBacktestStore(database).begin(first);
    const entries = database.audit.length;
    await expect(ask()).rejects.toMatchObject({
      code: 'too_many_waiting',
      message: 'One backtest is running and ten are waiting.',
    });
    expect(database.audit).toHaveLength(entries);
    await new MemoryBacktestStore(database).settle(first, { error: 'x' }, now);
    expect(await ask()).not.toBe(first);
  });

  test('a backtest is purged 30 days after it was settled', async () => {
    const id = await ask();
    await deps().backtests.settle(id, { error: 'x' }, now);
    now = new Date('2026-12-22T10:00Z');
    await purgeBacktests(deps());
    expect(await state(id)).toMatchObject({ status: 'failed' });
    now = new Date('2026-12-22T10:00:00.001Z');
    await purgeBacktests(deps());
    await expect(state(id)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Backtest not found.',
    });
  });
});

describe('its job', () => {
  /** Takes the job of a backtest once, and runs it. */
  async function work(runner: BacktestRunner, job?: Job) {
    const task = backtestTask({
      backtests: new MemoryBacktestStore(database),
      runner,
      clock: () => now,
      log,
    });
    const connection = await new MemoryJobQueue(database, () => now).open({
      onWork: () => {},
      onLost: () => {},
    });
    const claim = { kind: BACKTEST_JOB, limit: 1, concurrencyPerLane: 1, afterLane: '' };
    const report = { ended: [], saved: [], due: [], claims: [claim] };
    const [first] = (await connection.reportAndClaim(report)) as [Job];
    const taken = job ?? first;
    const step = task.step(taken).then(
      (next) => ({ next }),
      (error: unknown) => ({ error }),
    );
    const saved = advance(task, taken, await step);
    await connection.close();
    return saved && { ...saved, lane: taken.lane };
  }

  test('the job of a backtest runs it with its series, reports its progress, and stores its result', async () => {
    const id = await ask({ ...RANGE, series: [{ datetime: '2026-11-01 10:00', purchase: 2 }] });
    const tasks: BacktestTask[] = [];
    const seen: number[] = [];
    const over = await work({
      async run(task, onDay) {
        tasks.push(task);
        for (let day = 1; day <= 5; day += 1) {
          now = new Date(now.getTime() + 600);
          onDay(day, 5);
          await new Promise(setImmediate);
          seen.push((await state(id)).progress);
        }
        expect(await state(id)).toMatchObject({ status: 'running' });
        return '{"days": []}';
      },
    });
    expect(over).toBeUndefined();
    // At most twice a second; the first comes 1.2 s after the beginning.
    expect(seen).toEqual([0, 0.2, 0.2, 0.6, 0.6]);
    expect(tasks).toMatchObject([
      { ...RANGE, customerId: customer.id, series: [{ megawatts: 2, period: { minutes: 60 } }] },
    ]);
    expect(await state(id)).toMatchObject({
      status: 'completed',
      progress: 1,
      result: '{"days": []}',
    });
  });

  test.each(['invalid_request', 'not_found'] as const)(
    'a backtest fails with the reason: %s',
    async (code) => {
      const id = await ask();
      const run = () => Promise.reject(new SolanoError(code, 'There are no prices.'));
      expect(await work({ run })).toBeUndefined();
      expect(await state(id)).toMatchObject({ status: 'failed', error: 'There are no prices.' });
    },
  );

  test('a backtest is retried from the beginning where the store is not available', async () => {
    const id = await ask();
    const away = () => Promise.reject(new SolanoError('engine_unavailable', 'closing'));
    expect(await work({ run: away })).toMatchObject({ subject: id, attempt: 2 });
    expect(await state(id)).toMatchObject({ status: 'running', error: '' });
    expect(await work({ run: async () => '{}' })).toBeUndefined();
    expect(await state(id)).toMatchObject({ status: 'completed' });
  });

  test('a backtest that cannot be computed fails with the reason', async () => {
    const id = await ask();
    const broken = () => Promise.reject(new SolanoError('computation_failed', 'out of memory'));
    const next = await work({ run: broken });
    expect(next).toMatchObject({ step: 'fail' });
    expect(await work({ run: broken }, next as Job)).toBeUndefined();
    expect(await state(id)).toMatchObject({
      status: 'failed',
      error: 'The backtest could not be computed.',
    });
  });

  test('the job of a settled backtest does nothing', async () => {
    const id = await ask();
    await deps().backtests.settle(id, { error: 'x' }, now);
    expect(await work({ run: () => Promise.reject(new Error('run')) })).toBeUndefined();
    expect(await state(id)).toMatchObject({ error: 'x' });
  });
});
