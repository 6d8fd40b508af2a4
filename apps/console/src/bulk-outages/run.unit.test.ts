import { expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { runForEach } from './run.ts';

it('Items are worked on four at once, and all outcomes keep their order', async () => {
  let [running, most] = [0, 0];
  const ended: number[] = [];
  const { done, failed } = await runForEach(
    [...Array(10).keys()],
    async (item) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (item % 3 === 1) throw new Error(`${item}`);
      return item * 2;
    },
    (count) => ended.push(count),
  );
  expect(most).toBe(4);
  expect(ended).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(done.map(({ item, result }) => [item, result])).toEqual(
    [0, 2, 3, 5, 6, 8, 9].map((item) => [item, item * 2]),
  );
  expect(failed.map(({ item }) => item)).toEqual([1, 4, 7]);
});

it('An item that comes too early is tried again when the service says, five times at most', async () => {
  vi.useFakeTimers();
  const tried: number[] = [];
  const throttled = new ApiError(429, '', new Headers({ 'Retry-After': '7' }));
  const running = runForEach(
    [1],
    () => {
      tried.push(Date.now());
      return Promise.reject(throttled);
    },
    () => {},
  );
  await vi.runAllTimersAsync();
  expect((await running).failed).toEqual([{ item: 1, error: throttled }]);
  expect(tried.map((at) => at - (tried[0] ?? 0))).toEqual([0, 7_000, 14_000, 21_000, 28_000]);
  vi.useRealTimers();
});

it('No item is begun after the session has ended: the next one may be another customer’s', async () => {
  const begun: number[] = [];
  const { done, failed } = await runForEach(
    Array.from({ length: 20 }, (_, index) => index),
    async (item) => {
      begun.push(item);
      throw new ApiError(401, {});
    },
    () => {},
  );
  expect([begun, done.length, failed.length]).toEqual([[0, 1, 2, 3], 0, 20]);
});
