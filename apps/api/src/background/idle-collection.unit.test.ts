import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdleCollection } from './idle-collection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aProcess() {
  const state = { busy: 0, collections: 0 };
  const collection = new IdleCollection({
    busy: () => state.busy,
    collect: () => {
      state.collections += 1;
    },
  });
  const collectionsAfter = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1_000);
    return state.collections;
  };
  return { state, collection, collectionsAfter };
}

test('garbage of a large request is collected three times after two idle seconds, and then no more', () => {
  const { collection, collectionsAfter } = aProcess();
  expect(collectionsAfter(60)).toBe(0);
  collection.request();
  expect(collectionsAfter(1)).toBe(0);
  expect(collectionsAfter(1)).toBe(1);
  expect(collectionsAfter(1)).toBe(2);
  expect(collectionsAfter(1)).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
  collection.request();
  expect(collectionsAfter(60)).toBe(6);
});

test('garbage is not collected while the event loop is busy, or another large request comes', () => {
  const { state, collection, collectionsAfter } = aProcess();
  collection.request();
  state.busy = 0.3;
  expect(collectionsAfter(60)).toBe(0);
  state.busy = 0.15;
  expect(collectionsAfter(1)).toBe(0);
  collection.request();
  expect(collectionsAfter(1)).toBe(0);
  expect(collectionsAfter(60)).toBe(3);
});

test('disposal ends the collection of garbage', () => {
  const { collection, collectionsAfter } = aProcess();
  collection.request();
  collection[Symbol.dispose]();
  expect(collectionsAfter(60)).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
