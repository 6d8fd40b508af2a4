import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdleCollection } from './idle-collection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process of a size in MiB, of which collections leave some. */
function aProcess({ left = 200 } = {}) {
  const state = { busy: 0, megabytes: 250, collections: 0 };
  const collection = new IdleCollection({
    busy: () => state.busy,
    resident: () => state.megabytes * 2 ** 20,
    collect: () => {
      state.collections += 1;
      state.megabytes = Math.min(state.megabytes, left);
    },
  });
  const collectionsAfter = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1_000);
    return state.collections;
  };
  return { state, collection, collectionsAfter };
}

test('garbage of a large process is collected three times once it is idle, and then no more', () => {
  const { state, collectionsAfter } = aProcess();
  expect(collectionsAfter(60)).toBe(0);
  state.megabytes = 281;
  expect(collectionsAfter(2)).toBe(1);
  expect(collectionsAfter(4)).toBe(3);
  expect(collectionsAfter(60)).toBe(3);
  state.megabytes = 600;
  expect(collectionsAfter(6)).toBe(6);
});

test('garbage is not collected while the event loop is busy, nor in its first idle seconds', () => {
  const { state, collectionsAfter } = aProcess();
  state.megabytes = 600;
  state.busy = 0.3;
  expect(collectionsAfter(60)).toBe(0);
  state.busy = 0.15;
  expect(collectionsAfter(2)).toBe(0);
  expect(collectionsAfter(2)).toBe(1);
  state.busy = 0.3;
  expect(collectionsAfter(60)).toBe(1);
  state.busy = 0.15;
  expect(collectionsAfter(60)).toBe(3);
});

test('garbage of a process that stays large is collected again when it has grown', () => {
  const { state, collectionsAfter } = aProcess({ left: 400 });
  state.megabytes = 500;
  expect(collectionsAfter(60)).toBe(3);
  state.megabytes = 432;
  expect(collectionsAfter(60)).toBe(3);
  state.megabytes = 433;
  expect(collectionsAfter(60)).toBe(6);
});

test('disposal ends the collection of garbage', () => {
  const { state, collection, collectionsAfter } = aProcess();
  collection[Symbol.dispose]();
  state.megabytes = 600;
  expect(collectionsAfter(60)).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
