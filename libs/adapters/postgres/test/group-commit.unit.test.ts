import { expect, test } from 'vitest';
import { GroupCommit } from '../src/database/group-commit.ts';

/** A group whose writes wait until they are let go, in order. */
function setUp(max = 10) {
  const written: string[][] = [];
  const waiting: PromiseWithResolvers<void>[] = [];
  const group = new GroupCommit<string>(async (items) => {
    written.push([...items]);
    const turn = Promise.withResolvers<void>();
    waiting.push(turn);
    await turn.promise;
  }, max);
  const begun = async (count: number) => {
    await expect.poll(() => written.length).toBe(count);
  };
  return { group, written, waiting, begun };
}

test('the first item is written at once, and those that come meanwhile together', async () => {
  const { group, written, waiting, begun } = setUp();
  const first = group.add(['a']);
  await begun(1);
  const others = [group.add(['b', 'c']), group.add(['d'])];
  expect(written).toEqual([['a']]);
  waiting[0]?.resolve();
  await first;
  await begun(2);
  waiting[1]?.resolve();
  await Promise.all(others);
  expect(written).toEqual([['a'], ['b', 'c', 'd']]);
});

test('a failure reaches its group alone', async () => {
  const { group, written, waiting, begun } = setUp();
  const first = group.add(['a']);
  await begun(1);
  const second = [group.add(['b']), group.add(['c'])].map((each) => each.then(String, String));
  waiting[0]?.resolve();
  await first;
  await begun(2);
  const third = group.add(['d']);
  waiting[1]?.reject(new Error('away'));
  expect(await Promise.all(second)).toEqual(['Error: away', 'Error: away']);
  await begun(3);
  waiting[2]?.resolve();
  await third;
  expect(written).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('a full group is followed by another; one caller’s items stay together', async () => {
  const { group, written, waiting, begun } = setUp(2);
  const all = [group.add(['a'])];
  await begun(1);
  all.push(group.add(['b']), group.add(['c', 'd', 'e']), group.add(['f']));
  waiting[0]?.resolve();
  await begun(2);
  waiting[1]?.resolve();
  await begun(3);
  waiting[2]?.resolve();
  await Promise.all(all);
  expect(written).toEqual([['a'], ['b', 'c', 'd', 'e'], ['f']]);
});
