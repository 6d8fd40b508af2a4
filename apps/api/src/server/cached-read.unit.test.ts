import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CachedRead } from './cached-read.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('values are read at most once per interval', async () => {
  let reads = 0;
  const values = new CachedRead(
    1_000,
    async () => (reads += 1),
    () => expect.unreachable(),
  );
  expect(await Promise.all([values.current(), values.current()])).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(await values.current()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await values.current()).toBe(2);
});

test('a failure leaves no values, and is reported once', async () => {
  const failures: unknown[] = [];
  let read = async () => 'read';
  const values = new CachedRead(
    1_000,
    () => read(),
    (error) => failures.push(error),
  );
  expect(await values.current()).toBe('read');
  vi.advanceTimersByTime(1_000);
  read = () => Promise.reject(new Error('gone'));
  expect(await values.current()).toBeUndefined();
  expect(await values.current()).toBeUndefined();
  expect(failures).toEqual([new Error('gone')]);
});

test('a caller waits a limited time, and no second read begins meanwhile', async () => {
  const first = Promise.withResolvers<string>();
  let reads = 0;
  const read = () => {
    reads += 1;
    return first.promise;
  };
  const values = new CachedRead(1_000, read, () => expect.unreachable());
  const waiting = values.current();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await waiting).toBeUndefined();
  const again = values.current();
  first.resolve('read');
  expect(await again).toBe('read');
  expect(reads).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});
