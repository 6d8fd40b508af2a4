import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NEVER = new Promise<never>(() => {});

test('withTimeout returns the outcome of work that ends in time, and leaves no timer', async () => {
  expect(await withTimeout(10, Promise.resolve('done'))).toBe('done');
  const failing = withTimeout(10, Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [{ message: 'late' }, 'late'],
  [{}, 'no response within 10 ms'],
])('withTimeout rejects when the time is up, with %j', async (options, message) => {
  const outcome = withTimeout(10, NEVER, options);
  vi.advanceTimersByTime(10);
  await expect(outcome).rejects.toThrow(message);
});

test('withTimeout rejects with the reason of a signal, and leaves no listener on it', async () => {
  const control = new AbortController();
  const { signal } = control;
  const outcome = withTimeout(10, NEVER, { signal });
  control.abort(new Error('closing'));
  await expect(outcome).rejects.toThrow('closing');
  expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0]);
  await expect(withTimeout(10, Promise.resolve(), { signal })).rejects.toThrow('closing');
});
