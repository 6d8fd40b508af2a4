import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayFolder } from './layout.ts';
import { foldersIn, newestIn, newestInEach, newestOfDays } from './newest.ts';
import type { ListedEntry, ObjectInfo } from './object-store.ts';

const TODAY = new Date('2026-11-21T13:00:00Z');
const DAY = 86_400_000;

/** Objects by key with their modification times, and how often they were listed. */
class Listed {
  listings = 0;
  readonly #objects: ReadonlyMap<string, number>;

  constructor(objects: Readonly<Record<string, number>> | readonly string[]) {
    this.#objects = new Map(
      Array.isArray(objects) ? objects.map((key) => [key, 0]) : Object.entries(objects),
    );
  }

  async *list(prefix: string): AsyncGenerator<ListedEntry> {
    this.listings += 1;
    const folders = new Set<string>();
    for (const [key, time] of this.#objects) {
      if (!key.startsWith(prefix)) continue;
      const [name = '', ...rest] = key.slice(prefix.length).split('/');
      if (rest.length > 0) folders.add(`${prefix}${name}/`);
      // A key that ends in a slash only stands for an empty folder.
      else if (name) yield { key, etag: '', size: 1, modifiedAt: new Date(time) };
    }
    for (const folder of folders) yield { folder };
  }

  async *listFolders(prefix: string): AsyncGenerator<ObjectInfo> {
    this.listings += 1;
    for (const [key, time] of this.#objects) {
      const isBelow = key.startsWith(prefix) && key.slice(prefix.length).split('/').length === 2;
      if (isBelow) yield { key, etag: '', size: 1, modifiedAt: new Date(time) };
    }
  }
}

async function newest(
  objects: Readonly<Record<string, number>> | readonly string[],
  today = TODAY,
): Promise<string | undefined> {
  return (await newestOfDays(new Listed(objects), 'c/f/', today))?.key;
}

/** One file a day, from so many days ago until so many days ago. */
function daily(from: number, to: number): string[] {
  return Array.from({ length: from - to + 1 }, (_, i) => {
    return `c/f/${dayFolder(new Date(TODAY.getTime() - (from - i) * DAY))}x.csv`;
  });
}

describe('the newest day', () => {
  test.each([
    ['over an older one', ['2026/11/20/a.csv', '2026/11/19/z.csv'], '2026/11/20/a.csv'],
    ['today itself', ['2026/11/21/a.csv', '2026/11/20/z.csv'], '2026/11/21/a.csv'],
    ['not tomorrow', ['2026/11/22/a.csv', '2026/11/20/z.csv'], '2026/11/20/z.csv'],
    ['not next month', ['2026/12/01/a.csv', '2026/11/01/z.csv'], '2026/11/01/z.csv'],
    ['not next year', ['2027/01/01/a.csv', '2025/01/01/z.csv'], '2025/01/01/z.csv'],
    ['over the turn of a month', ['2026/10/31/a.csv', '2026/09/30/z.csv'], '2026/10/31/a.csv'],
    ['over the turn of a year', ['2025/12/31/a.csv', '2025/02/28/z.csv'], '2025/12/31/a.csv'],
    ['a later day of an earlier month', ['2026/10/30/a.csv'], '2026/10/30/a.csv'],
    ['a later month of an earlier year', ['2025/12/01/a.csv'], '2025/12/01/a.csv'],
  ])('the newest day is %s', async (_, names, expected) => {
    expect(await newest(names.map((name) => `c/f/${name}`))).toBe(`c/f/${expected}`);
  });

  test('the newest day counts by its folder, however old the file', async () => {
    expect(await newest({ 'c/f/2026/11/20/a.csv': 1, 'c/f/2026/11/19/b.csv': 9e12 })).toBe(
      'c/f/2026/11/20/a.csv',
    );
  });

  test('the newest day is a day of UTC', async () => {
    const days = ['c/f/2026/11/20/a.csv', 'c/f/2026/11/21/a.csv'];
    expect(await newest(days, new Date('2026-11-20T23:59:59.999Z'))).toBe(days[0]);
    expect(await newest(days, new Date('2026-11-21T00:30:00+01:00'))).toBe(days[0]);
    expect(await newest(days, new Date('2026-11-21T00:00:00Z'))).toBe(days[1]);
  });

  test('the newest day must hold a file', async () => {
    const empty = ['2026/11/21/', '2026/11/20/', '2026/11/19/readme.txt', '2026/11/18/sub/a.csv'];
    const keys = [...empty, '2026/10/', '2026/09/31/', '2025/06/15/a.csv'];
    expect(await newest(keys.map((name) => `c/f/${name}`))).toBe('c/f/2025/06/15/a.csv');
    expect(await newest(empty.map((name) => `c/f/${name}`))).toBeUndefined();
  });

  test.each([
    ['no padding', '2026/9/05', '2026/09/5', '2026/9/5'],
    ['no such month', '2026/13/01', '2026/00/01', '2026/1O/01'],
    ['no such day', '2026/09/32', '2026/09/00', '2026/09/05x'],
    ['no such year', '202/09/05', '20260/09/05', 'year/09/05', '-026/09/05'],
    ['another order', '05/09/2026', '2026-09-05', '20260905'],
    ['one level too much', '2026/09/05/12', 'x/2026/09/05'],
    ['one level too few', '2026/09', '2026'],
    ['digits of another script', '٢٠٢٦/09/05', '2026/09/٠٥'],
  ])('the newest day has a folder of the form YYYY/MM/DD: not with %s', async (_, ...folders) => {
    const keys = folders.map((folder) => `c/f/${folder}/a.csv`);
    expect(await newest(keys)).toBeUndefined();
    expect(await newest([...keys, 'c/f/2020/01/01/b.csv'])).toBe('c/f/2020/01/01/b.csv');
  });

  test('the newest day is below the requested prefix', async () => {
    const keys = ['c/f2/2026/11/21/a.csv', 'c/2026/11/21/a.csv', 'C/f/2026/11/21/a.csv'];
    expect(await newest(keys)).toBeUndefined();
    expect(await newest([])).toBeUndefined();
  });

  test('the newest day is found among any days, as by a search through all of them', async () => {
    const days = fc.array(fc.integer({ min: -40, max: 900 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(days, async (ages) => {
        const keys = ages.flatMap((age) => daily(age, age));
        const past = ages.filter((age) => age >= 0);
        const expected =
          past.length > 0 ? daily(Math.min(...past), Math.min(...past))[0] : undefined;
        expect(await newest(keys)).toBe(expected);
      }),
    );
  });
});

describe('listings', () => {
  test.each([
    ['a file of today', daily(0, 0), 3],
    ['a file of each day until today', daily(800, 0), 3],
    ['a file a year old', daily(365, 365), 12],
    ['a file a year old, and a file of each day before', daily(1_500, 365), 12],
    ['a file of last new year', ['c/f/2026/01/01/x.csv'], 12],
    ['a file ten years old', ['c/f/2016/11/21/x.csv'], 12],
    ['no file', [], 2],
    ['files of the days to come alone', daily(-1, -400), 12],
  ])('few listings are made for %s', async (_, keys, atMost) => {
    const store = new Listed(keys);
    await newestOfDays(store, 'c/f/', TODAY);
    expect(store.listings).toBeLessThanOrEqual(atMost);
  });
});

describe('the newest file of a folder', () => {
  const keyOf = async (objects: Readonly<Record<string, number>>) => {
    return (await newestIn(new Listed(objects), 'd/'))?.key;
  };

  test('the newest file of a folder is the last one modified', async () => {
    expect(await keyOf({ 'd/c.csv': 1_000, 'd/a.csv': 3_000, 'd/b.csv': 2_000 })).toBe('d/a.csv');
    expect(await keyOf({ 'd/b.csv': 1_000, 'd/a.csv': 1_001 })).toBe('d/a.csv');
  });

  test('the newest file is the one with the greater key among those of one time', async () => {
    expect(await keyOf({ 'd/a.csv': 5, 'd/c.csv': 5, 'd/b.csv': 5 })).toBe('d/c.csv');
    expect(await keyOf({ 'd/B.csv': 5, 'd/a.csv': 5 })).toBe('d/a.csv');
    // By bytes: U+1F600 is greater than U+FF5E, though its first UTF-16 unit is smaller.
    expect(await keyOf({ 'd/\uff5e.csv': 5, 'd/\u{1f600}.csv': 5 })).toBe('d/\u{1f600}.csv');
    expect(await keyOf({ 'd/\u{1f600}.csv': 5, 'd/\uff5e.csv': 5 })).toBe('d/\u{1f600}.csv');
  });

  test('the newest file of a folder ends in .csv, in any case', async () => {
    const others = { 'd/a.txt': 9, 'd/csv': 9, 'd/a.csv.gz': 9, 'd/a.csv~': 9, 'd/acsv': 9 };
    expect(await keyOf(others)).toBeUndefined();
    for (const name of ['d/a.csv', 'd/a.CSV', 'd/a.Csv', 'd/.csv']) {
      expect(await keyOf({ ...others, [name]: 1 })).toBe(name);
    }
  });

  test('the newest file is directly in the folder', async () => {
    expect(await keyOf({ 'd/e/a.csv': 9, 'd/f.csv/a.txt': 9, 'dd/a.csv': 9 })).toBeUndefined();
  });
});

test('the newest file of each folder is found by one listing', async () => {
  const store = new Listed({
    'd/a%20b/old.csv': 1,
    'd/a%20b/new.CSV': 2,
    'd/a%20b/newer.txt': 3,
    'd/c/1.csv': 5,
    'd/c/2.csv': 5,
    'd/e/readme.txt': 1,
    'd/f/deep/x.csv': 1,
    'd/top.csv': 9,
  });
  const newest = await newestInEach(store, 'd/');
  const keys = [...newest].map(([folder, { key }]) => [folder, key]);
  expect(keys).toEqual([
    ['a%20b', 'd/a%20b/new.CSV'],
    ['c', 'd/c/2.csv'],
  ]);
  expect(store.listings).toBe(1);
});

test('folders are returned by their names, without objects', async () => {
  const store = new Listed(['d/a%20b/x.csv', 'd/c/x/y.csv', 'd/file.csv', 'e/f/x.csv']);
  expect(await foldersIn(store, 'd/')).toEqual(['a%20b', 'c']);
  expect(await foldersIn(store, 'none/')).toEqual([]);
});
