import type { DemoDeps } from '@solano/demo';
import type { Log } from '@solano/domain';
import { SolanoError } from '@solano/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDemoRefresh, signInCode } from './refresh-demo.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a demonstration that cannot be prepared is logged, and retried every minute', async () => {
  const warnings: string[] = [];
  const log: Log = { info() {}, warn: (_, message) => void warnings.push(message), error() {} };
  const byName = vi.fn<() => Promise<never>>(() => {
    throw new SolanoError('store_unavailable', 'No space left on device');
  });
  const demo = await openDemoRefresh({ customers: { byName }, log } as unknown as DemoDeps & {
    log: Log;
  });
  expect(demo.isPrepared).toBe(false);
  expect(byName).toHaveBeenCalledTimes(1);
  const refresh = demo.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(byName).toHaveBeenCalledTimes(3);
  expect(warnings).toEqual(Array(3).fill('could not bring the demonstration up to date'));
  await refresh[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(byName).toHaveBeenCalledTimes(3);
});

test('a demonstration that is there does not keep the service from listening', async () => {
  const list = vi.fn<() => Promise<unknown[]>>(async () => [{}]);
  const byName = vi.fn<() => Promise<unknown>>(async () => ({ id: 'demo', folder: null }));
  const seenBy = vi.fn<() => never>(() => {
    throw new SolanoError('store_unavailable', 'not now');
  });
  const log: Log = { info() {}, warn() {}, error() {} };
  const deps = {
    customers: { byName },
    keys: { list },
    prices: { seenBy },
    clock: () => new Date(),
  };
  const demo = await openDemoRefresh({ ...deps, log } as unknown as DemoDeps & { log: Log });
  expect(demo.isPrepared).toBe(true);
  expect(seenBy).not.toHaveBeenCalled();
  const refresh = demo.start();
  await vi.advanceTimersByTimeAsync(999);
  expect(seenBy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(seenBy).toHaveBeenCalledTimes(1);
  await refresh[Symbol.asyncDispose]();
});

test('a demonstration that is known to be there is not looked for before the service listens', async () => {
  const byName = vi.fn<() => Promise<undefined>>(async () => undefined);
  const log: Log = { info() {}, warn() {}, error() {} };
  const deps = { customers: { byName }, log } as unknown as DemoDeps & { log: Log };
  const demo = await openDemoRefresh(deps, true);
  expect(demo.isPrepared).toBe(true);
  expect(byName).not.toHaveBeenCalled();
});

test('a sign-in link that cannot be made is logged, and the service starts without it', async () => {
  const logged: unknown[] = [];
  const log: Log = { info() {}, warn: (...line) => void logged.push(line), error() {} };
  const err = new Error('EACCES: permission denied');
  const keyFile = { path: 'demo.key', read: () => Promise.reject(err), write: async () => {} };
  const deps = { log } as unknown as Parameters<typeof signInCode>[0];
  expect(await signInCode(deps, keyFile)).toBeUndefined();
  expect(logged).toEqual([[{ err }, 'the sign-in link could not be made']]);
});
