import { expect, test } from 'vitest';
import { LastUsedKeys } from './last-used-keys.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute));

/** Collects the stored times, or fails if the state says so. */
function storeOf() {
  const written: [string, Date][][] = [];
  const state = { fails: false };
  const keys = {
    async recordLastUsed(lastUsed: ReadonlyMap<string, Date>) {
      if (state.fails) throw new Error('away');
      written.push([...lastUsed]);
    },
  };
  return { keys, written, state };
}

test('the last use of each key is stored once', async () => {
  const { keys, written } = storeOf();
  const lastUsed = new LastUsedKeys();
  lastUsed.record('a', at(1));
  lastUsed.record('b', at(2));
  lastUsed.record('a', at(3));
  await lastUsed.flush(keys);
  await lastUsed.flush(keys);
  expect(written).toEqual([
    [
      ['a', at(3)],
      ['b', at(2)],
    ],
  ]);
});

test('a last use that could not be stored stays queued, unless a later use replaces it', async () => {
  const { keys, written, state } = storeOf();
  const lastUsed = new LastUsedKeys();
  lastUsed.record('a', at(1));
  lastUsed.record('b', at(1));
  state.fails = true;
  const writing = lastUsed.flush(keys);
  lastUsed.record('a', at(2));
  await expect(writing).rejects.toThrow('away');
  state.fails = false;
  await lastUsed.flush(keys);
  expect(new Map(written.flat())).toEqual(
    new Map([
      ['a', at(2)],
      ['b', at(1)],
    ]),
  );
});
