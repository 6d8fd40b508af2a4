import { aCustomer, all, anEntry, anUnavailability, aPlant } from '@solano/domain/contracts';
import type { ListPosition } from '@solano/domain/kernel';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { type Listing, pages, type Slice } from '../src/database/pages.ts';
import { Snapshots } from '../src/database/snapshot.ts';
import { postgresStores } from '../src/stores.ts';
import { openSharedDatabase } from './stores.ts';

const ROWS = 2_500;
const NO_WAITING = { idleMs: 60_000, pauseMs: 60_000, heldMs: 60_000, waitMs: 0, checkMs: 1 };

function numbers(slices: Slice[]): Listing<{ readonly id: string }> {
  return {
    async rows(slice) {
      slices.push(slice);
      const first = slice.offset + (slice.after ? Number(slice.after.key) + 1 : 0);
      const end = slice.upTo ? Number(slice.upTo.key) + 1 : ROWS;
      const length = Math.max(0, Math.min(slice.limit, end - first));
      return Array.from({ length }, (_, i) => ({ id: String(first + i) }));
    },
    position: ({ id }) => ({ key: id, id }),
  };
}

/** Connections of which there is nothing but how many are in use. */
function connections(max: number, times = NO_WAITING) {
  let used = 0;
  const source = {
    begin: async () => {
      used += 1;
      return {} as pg.PoolClient;
    },
    run: () => async () => [],
    end: async () => {
      used -= 1;
    },
  };
  return { snapshots: new Snapshots(source, max, times), used: () => used };
}

const nothing = async () => undefined;

test('a long list is read a thousand rows at a time, each slice behind the one before', async () => {
  const slices: Slice[] = [];
  const { snapshots, used } = connections(1);
  const rows = pages({ offset: 0 }, numbers(slices), () => snapshots.snapshot());
  expect((await all(rows)).map(({ id }) => Number(id))).toEqual([...Array(ROWS).keys()]);
  expect(slices.map(({ limit, after }) => [limit, after?.key])).toEqual([
    [1_001, undefined],
    [1_000, undefined],
    [1_000, '999'],
    [1_000, '1999'],
  ]);
  expect(used()).toBe(0);
});

test('a short list and a page of a thousand rows take no connection of their own', async () => {
  const { snapshots, used } = connections(1);
  const slices: Slice[] = [];
  for (const page of [{ offset: 0, limit: 1_000 }, { offset: 2_000 }, { offset: 0, limit: 1 }]) {
    const rows = pages(page, numbers(slices), () => snapshots.snapshot());
    for await (const _ of rows) expect(used()).toBe(0);
  }
  expect(slices).toHaveLength(3);
});

test.each([
  [1, '0'],
  [1_000, '999'],
  [1_001, '1000'],
  [2_499, '2498'],
  [2_500, undefined],
  [9_999, undefined],
  [0, undefined],
])('the place of the last of %d rows is there if a row follows it', async (limit, key) => {
  const { snapshots, used } = connections(1);
  const rows = pages({ offset: 0, limit }, numbers([]), () => snapshots.snapshot());
  expect((await rows.last())?.key).toBe(key);
  expect(await all(rows)).toHaveLength(Math.min(limit, ROWS));
  expect(used()).toBe(0);
});

/** A list of even numbers in which numbers are added and removed between its statements. */
function changing(all: number[]): Listing<{ readonly id: string }> {
  const place = (at: { readonly id: string } | undefined) => Number(at?.id);
  return {
    async rows({ limit, offset, after, upTo }) {
      const found = all.filter((n) => {
        return (!after || n > place(after)) && (!upTo || n <= place(upTo));
      });
      return found.slice(offset, offset + limit).map((n) => ({ id: String(n) }));
    },
    position: ({ id }) => ({ key: id, id }),
  };
}

test.each([
  ['added', (all: number[]) => all.splice(1_500, 0, (all[1_499] as number) + 1)],
  ['removed', (all: number[]) => all.splice(1_500, 1)],
  ['removed, the last of the page', (all: number[]) => all.splice(1_999, 1)],
  ['added behind the end', (all: number[]) => all.push(9_999)],
])(
  'a page whose next one is named ends there, although a row is %s while it is read',
  async (_, change) => {
    const list = Array.from({ length: 4_000 }, (__, i) => 2 * i);
    const before = new Set(list);
    const seen: number[] = [];
    let after: ListPosition | undefined;
    let isChanged = false;
    do {
      const rows = pages({ offset: 0, limit: 2_000, ...(after && { after }) }, changing(list));
      const next = await rows.last();
      for await (const { id } of rows) {
        seen.push(Number(id));
        // In the second slice of the first page the change is there.
        if (!isChanged && seen.length === 900) change(list);
        isChanged ||= seen.length === 900;
      }
      after = next;
    } while (after);
    expect(new Set(seen).size).toBe(seen.length);
    const stayed = list.filter((n) => before.has(n));
    expect(stayed.filter((n) => !seen.includes(n))).toEqual([]);
  },
);

test('a list that is left early gives its connection back', async () => {
  const { snapshots, used } = connections(1);
  for await (const { id } of pages({ offset: 0 }, numbers([]), () => snapshots.snapshot())) {
    if (id === '1500') break;
    expect(used()).toBe(1);
  }
  expect(used()).toBe(0);
});

test('a reader that pauses gives its connection to one that waits', async () => {
  const { snapshots, used } = connections(1, { ...NO_WAITING, pauseMs: -1 });
  const [slow, other] = [snapshots.snapshot(), snapshots.snapshot()];
  await slow.read(nothing);
  await other.read(nothing);
  expect(used()).toBe(1);
  await slow.read(nothing);
  await slow.end();
  await other.end();
  expect(used()).toBe(0);
});

test('a reader that waits for too long is told that the service is busy', async () => {
  const { snapshots, used } = connections(1);
  const [first, second] = [snapshots.snapshot(), snapshots.snapshot()];
  await first.read(nothing);
  await expect(second.read(nothing)).rejects.toMatchObject({ code: 'overloaded' });
  expect(used()).toBe(1);
  await first.end();
});

test('a reader that pauses for long holds no connection', async () => {
  const { snapshots, used } = connections(1, { ...NO_WAITING, idleMs: 1 });
  const snapshot = snapshots.snapshot();
  await snapshot.read(nothing);
  await expect.poll(used).toBe(0);
});

test('a list shows the rows of the instant at which it began', async () => {
  await using database = await openSharedDatabase();
  const { plants, unavailabilities } = postgresStores(database.here);
  const { customers } = postgresStores(database.there);
  const customer = aCustomer();
  await customers.add(customer, anEntry());
  const plant = aPlant(customer.id);
  await plants.add(plant, anEntry());
  const records = Array.from({ length: ROWS }, (_, i) => {
    const start = `${new Date(Date.UTC(2026, 0, 1, i)).toISOString().slice(0, 19)}Z` as const;
    return anUnavailability(plant, { start, end: '2090-01-01T00:00:00Z' });
  });
  await unavailabilities.replaceAll(customer.id, records, anEntry());
  const read: string[] = [];
  for await (const { id } of unavailabilities.list(customer.id, undefined, { offset: 0 })) {
    if (read.push(id) !== 1) continue;
    const other = postgresStores(database.there).unavailabilities;
    await other.remove(customer.id, records.at(-1)?.id ?? '', anEntry());
    const added = { start: '2080-01-01T00:00:00Z', end: '2090-01-01T00:00:00Z' } as const;
    await other.add(anUnavailability(plant, added), anEntry());
  }
  expect(read).toEqual(records.map(({ id }) => id));
  expect(await unavailabilities.count(customer.id, undefined)).toBe(ROWS);
});
