import { expect, test } from 'vitest';
import { IdleCollection } from './idle-collection.ts';

const MB = 1024 * 1024;

/** A process that uses 60 MB at first, and can do with them. */
function aProcess() {
  const state = { used: 60 * MB, busy: 0, collections: 0 };
  const collection = new IdleCollection({
    used: () => state.used,
    busy: () => state.busy,
    collect: () => {
      state.collections += 1;
      state.used = 60 * MB;
    },
  });
  const look = (times = 1) => {
    for (let i = 0; i < times; i += 1) collection.look();
    return state.collections;
  };
  return { state, look };
}

test('garbage of a large purchase is collected twice, and nothing after it', () => {
  const { state, look } = aProcess();
  expect(look(20)).toBe(0);
  state.used = 130 * MB;
  expect(look()).toBe(1);
  expect(look()).toBe(2);
  expect(look(10)).toBe(2);
  state.used = 130 * MB;
  expect(look(10)).toBe(4);
});

test('nothing is collected before the event loop has been idle for eight seconds in sequence', () => {
  const { state, look } = aProcess();
  Object.assign(state, { used: 500 * MB, busy: 0.3 });
  expect(look(20)).toBe(0);
  state.busy = 0.15;
  expect(look(7)).toBe(0);
  state.busy = 0.3;
  expect(look()).toBe(0);
  state.busy = 0.15;
  expect(look(7)).toBe(0);
  expect(look()).toBe(1);
});

test('what small requests leave is left to V8', () => {
  const { state, look } = aProcess();
  for (const megabytes of [80, 110, 70, 123]) {
    state.used = megabytes * MB;
    expect(look(10)).toBe(0);
  }
});
