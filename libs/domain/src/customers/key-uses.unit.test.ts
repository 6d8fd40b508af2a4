import { expect, test } from 'vitest';
import { KeyUses } from './key-uses.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute));

/** Takes what is written, unless it is told to fail. */
function storeOf() {
  const written: [string, Date][][] = [];
  const state = { fails: false };
  const keys = {
    async noteUses(uses: ReadonlyMap<string, Date>) {
      if (state.fails) throw new Error('away');
      written.push([...uses]);
    },
  };
  return { keys, written, state };
}

test('the last use of each key is written once', async () => {
  const { keys, written } = storeOf();
  const uses = new KeyUses();
  uses.note('a', at(1));
  uses.note('b', at(2));
  uses.note('a', at(3));
  await uses.write(keys);
  await uses.write(keys);
  expect(written).toEqual([
    [
      ['a', at(3)],
      ['b', at(2)],
    ],
  ]);
});

test('what cannot be written is kept, and gives way to later uses', async () => {
  const { keys, written, state } = storeOf();
  const uses = new KeyUses();
  uses.note('a', at(1));
  uses.note('b', at(1));
  state.fails = true;
  const writing = uses.write(keys);
  uses.note('a', at(2));
  await expect(writing).rejects.toThrow('away');
  state.fails = false;
  await uses.write(keys);
  expect(new Map(written.flat())).toEqual(
    new Map([
      ['a', at(2)],
      ['b', at(1)],
    ]),
  );
});
