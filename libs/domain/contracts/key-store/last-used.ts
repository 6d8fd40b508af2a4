import type { ApiKey } from '@solano/domain/service';
import { expect, test } from 'vitest';
import { addedCustomer, aKey, anEntry, later, UNKNOWN_IDS } from '../examples.ts';
import { concurrently } from '../outcome.ts';
import type { Stores, TwoHandles } from '../stores.ts';

/** Adds keys of a customer of their own, used when they say. */
async function addedKeys(stores: Stores, uses: readonly (Date | null)[]): Promise<ApiKey[]> {
  const { id } = await addedCustomer(stores);
  const keys = uses.map((lastUsedAt, i) => aKey(id, { createdAt: later(i), lastUsedAt }));
  for (const key of keys) await stores.keys.add(key, anEntry());
  return keys;
}

/** When the customer's keys were last used. */
async function usesOf(stores: Stores, [key]: readonly ApiKey[]): Promise<(Date | null)[]> {
  const listed = await stores.keys.list(key?.customerId as string);
  return listed.map(({ lastUsedAt }) => lastUsedAt);
}

/** The tests of `recordLastUsed`. */
export function lastUsed(handles: TwoHandles): void {
  test('last uses are stored for the named keys, and nothing else is changed', async () => {
    const { here, there } = handles;
    const keys = await addedKeys(here, [null, later(1), null]);
    const uses = keys.slice(0, 2).map(({ id }, i) => [id, later(10 + i)] as const);
    await here.keys.recordLastUsed(new Map(uses));
    const times = [later(10), later(11), null];
    const expected = keys.map((key, i) => ({ ...key, lastUsedAt: times[i] }));
    expect(await there.keys.list(keys[0]?.customerId as string)).toEqual(expected);
    expect((await there.keys.find(keys[0]?.id as string))?.key).toEqual(expected[0]);
  });

  test.each([
    ['an earlier one', 4, 5],
    ['the same', 5, 5],
    ['a later one', 6, 6],
  ])('last uses keep the later time: %s', async (_, ms, expected) => {
    const { here, there } = handles;
    const keys = await addedKeys(here, [later(5)]);
    await here.keys.recordLastUsed(new Map(keys.map(({ id }) => [id, later(ms)])));
    expect(await usesOf(there, keys)).toEqual([later(expected)]);
  });

  test('recording no uses changes nothing', async () => {
    await handles.here.keys.recordLastUsed(new Map());
  });

  test.each(UNKNOWN_IDS)('recording uses ignores %s', async (_, id) => {
    const { here, there } = handles;
    const keys = await addedKeys(here, [null]);
    await here.keys.recordLastUsed(new Map([[id, later(1)]]));
    await here.keys.recordLastUsed(
      new Map([id, ...keys.map((key) => key.id)].map((each) => [each, later(2)])),
    );
    expect(await usesOf(there, keys)).toEqual([later(2)]);
    expect(await here.keys.get(id)).toBeUndefined();
  });

  test('the last of forty uses stored at once is kept, in whatever order the keys are named', async () => {
    const { here, there } = handles;
    const keys = await addedKeys(here, Array<null>(50).fill(null));
    await concurrently(40, (i) => {
      const named = i % 3 ? keys : keys.toReversed();
      const uses = new Map(named.map(({ id }) => [id, later((i * 7) % 40)]));
      return (i % 2 ? here : there).keys.recordLastUsed(uses);
    });
    expect(await usesOf(here, keys)).toEqual(keys.map(() => later(39)));
  });

  test('last uses and a change at the same time do not overwrite each other', async () => {
    const { here, there } = handles;
    const keys = await addedKeys(here, [null]);
    const { id } = keys[0] as ApiKey;
    await concurrently(20, async (i) => {
      if (i % 2) await here.keys.recordLastUsed(new Map([[id, later(i)]]));
      else
        await there.keys.update(id, (key) => ({ ...key, revokedAt: later(100), entry: anEntry() }));
    });
    expect(await here.keys.get(id)).toMatchObject({ lastUsedAt: later(19), revokedAt: later(100) });
  });

  test('last uses are copied', async () => {
    const { here } = handles;
    const keys = await addedKeys(here, [null]);
    const at = later(1);
    await here.keys.recordLastUsed(new Map(keys.map(({ id }) => [id, at])));
    at.setTime(0);
    expect(await usesOf(here, keys)).toEqual([later(1)]);
  });
}
