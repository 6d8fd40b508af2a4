import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WindowCounters } from './window-counters.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a window begins with the first count of its caller, and counts until it has ended', () => {
  const counters = new WindowCounters(1_000);
  expect(counters.increment('a')).toEqual({ count: 1, endsInMs: 1_000 });
  vi.advanceTimersByTime(400);
  expect(counters.increment('a')).toEqual({ count: 2, endsInMs: 600 });
  expect(counters.increment('b')).toEqual({ count: 1, endsInMs: 1_000 });
  vi.advanceTimersByTime(600);
  expect(counters.increment('a')).toEqual({ count: 1, endsInMs: 1_000 });
  expect(counters.increment('b')).toEqual({ count: 2, endsInMs: 400 });
});

test('callers whose windows have ended take no memory', () => {
  const counters = new WindowCounters(1_000);
  for (let caller = 0; caller < 100; caller += 1) counters.increment(String(caller));
  expect(counters.size).toBe(100);
  vi.advanceTimersByTime(500);
  counters.increment('later');
  vi.advanceTimersByTime(500);
  counters.increment('0');
  expect(counters.size).toBe(2);
});

test('a new window lasts as long as it should, whenever it begins', () => {
  vi.useRealTimers();
  const counters = new WindowCounters(60_000);
  const lengths = Array.from({ length: 1_000 }, (_, i) => counters.increment(`c${i}`).endsInMs);
  expect(new Set(lengths)).toEqual(new Set([60_000]));
});
