import type { DemoDeps } from '@solano/demo';
import type { Log } from '@solano/domain';
import { SolanoError } from '@solano/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDemoRefresh } from './refresh-demo.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a demonstration that cannot be prepared is logged, and retried every minute', async () => {
  const warnings: string[] = [];
  const log: Log = { info() {}, warn: (_, message) => void warnings.push(message), error() {} };
  const byName = vi.fn<() => Promise<never>>(() => {
    throw new SolanoError('store_unavailable', 'No space left on device');
  });
  const demo = await startDemoRefresh({ customers: { byName }, log } as unknown as DemoDeps & {
    log: Log;
  });
  expect(demo.isPrepared).toBe(false);
  expect(byName).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(byName).toHaveBeenCalledTimes(3);
  expect(warnings).toEqual(Array(3).fill('could not bring the demonstration up to date'));
  await demo[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(byName).toHaveBeenCalledTimes(3);
});
