import type { ListPosition, Page, Rows } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { all } from './examples.ts';
import { concurrently } from './outcome.ts';
import { times } from './thoroughness.ts';

/** Rows of a long list: several times what a store fetches at once. */
export const MANY = 4_000;
/** More than a store has connections. */
const MANY_READERS = 15;

/** A list with {@link MANY} rows. */
export interface LongList<T> {
  readonly list: (page: Page) => Rows<T>;
  readonly ordered: readonly T[];
}

/** The tests of every list that is fetched as it is read. */
export function longListTests<T extends object>(get: () => LongList<T>): void {
  describe(`of ${MANY}`, () => {
    pages(get);
    positions(get);
    laziness(get);
  });
}

function pages<T extends object>(get: () => LongList<T>): void {
  test('the pages are complete and in order', async () => {
    const { list, ordered } = get();
    expect(ordered).toHaveLength(MANY);
    expect(await all(list({ offset: 0 }))).toEqual(ordered);
  });

  test.each([
    [0, 0],
    [0, 1],
    [0, 500],
    [0, 1_000],
    [0, 1_001],
    [999, 2],
    [1_234, 2_500],
    [MANY - 1, 1],
    [MANY - 1, 2],
    [MANY - 1_500, 1_500],
    [MANY, 1],
    [MANY + 1, 10],
    [2 ** 40, 2 ** 40],
    [0, Number.MAX_SAFE_INTEGER],
  ])('the pages begin at %d and have %d at most', async (offset, limit) => {
    const { list, ordered } = get();
    const page = ordered.slice(offset, offset + limit);
    expect(await all(list({ offset, limit }))).toEqual(page);
  });

  test.each([1, 1_000, MANY - 500, MANY, MANY + 1])(
    'the pages go from %d to the end',
    async (offset) => {
      const { list, ordered } = get();
      expect(await all(list({ offset }))).toEqual(ordered.slice(offset));
    },
  );
}

function positions<T extends object>(get: () => LongList<T>): void {
  test.each([300, 1_000, 1_500])(
    'pages of %d that begin behind each other’s last row are the list',
    async (limit) => {
      const { list, ordered } = get();
      const walked: T[] = [];
      let after: ListPosition | undefined;
      do {
        const page = list({ offset: 0, limit, ...(after && { after }) });
        after = await page.last();
        walked.push(...(await all(page)));
        expect(after === undefined).toBe(walked.length === MANY);
      } while (after && walked.length < 2 * MANY);
      expect(walked).toEqual(ordered);
    },
  );

  test('a page may begin some rows behind a position, and go to the end', async () => {
    const { list, ordered } = get();
    const after = await list({ offset: 0, limit: 10 }).last();
    expect(await all(list({ offset: 5, ...(after && { after }) }))).toEqual(ordered.slice(15));
  });

  test('no position is behind the last row, nor of a page without a limit or rows', async () => {
    const { list } = get();
    for (const page of [{ limit: MANY }, { limit: MANY + 1 }, {}, { limit: 0 }]) {
      expect(await list({ offset: 0, ...page }).last()).toBeUndefined();
    }
  });
}

function laziness<T extends object>(get: () => LongList<T>): void {
  test('a list may be abandoned anywhere, and holds no connection then', async () => {
    const { list, ordered } = get();
    const step = Math.ceil(2_000 / times(MANY_READERS));
    for (let taken = 1; taken < 2_000; taken += step) {
      const first: T[] = [];
      for await (const each of list({ offset: 0 })) if (first.push(each) === taken) break;
      expect(first).toEqual(ordered.slice(0, taken));
    }
  });

  test('lists may be left open in any number, and hold no connection', async () => {
    const { list, ordered } = get();
    const openLists = await concurrently(times(MANY_READERS), async () => {
      const iterator = list({ offset: 0 })[Symbol.asyncIterator]();
      return { iterator, first: await iterator.next() };
    });
    for (const { iterator, first } of openLists) {
      expect([first.value, (await iterator.next()).value]).toEqual(ordered.slice(0, 2));
    }
  });

  test('a list continues from its own position, however its rows are changed', async () => {
    const { list, ordered } = get();
    const walked: T[] = [];
    for await (const each of list({ offset: 0, limit: 3_000 })) {
      walked.push(structuredClone(each));
      for (const key of Object.keys(each)) Object.assign(each, { [key]: 'changed' });
    }
    expect(walked).toEqual(ordered.slice(0, 3_000));
  });
}
