import { anEntry } from '@solano/domain/contracts';
import { HOUR_MS, labelOf, quartersOfDate } from '@solano/domain/kernel';
import { csvTable } from '@solano/domain/test/table';
import { MemoryDatabase, MemoryMarketDataStore } from '@solano/memory';
import { beforeEach, expect, test } from 'vitest';
import { importFundamental } from './import-fundamental.ts';

const NOW = new Date('2026-11-22T09:00:00Z');
const SPRING = '2026-03-29';
let market: MemoryMarketDataStore;
let database: MemoryDatabase;

beforeEach(() => {
  database = new MemoryDatabase();
  market = new MemoryMarketDataStore(database);
});

const store = (rows: ReturnType<typeof hoursOf>, knownBeforeMs?: number) =>
  importFundamental({ market, clock: () => NOW }, 'wind', csvTable('datetime;mw', rows), {
    labels: 'end',
    document: 'wind.csv',
    knownBeforeMs,
    entryOf: (subject) => anEntry({ action: 'market.import', subject }),
  });

/** The hours of a day as rows of a file, each with its number as MW. */
function hoursOf(date: string, mw: (hour: number) => string = String) {
  const ends = quartersOfDate(date).filter((_, i) => i % 4 === 3);
  return ends.map((end, i) => `${labelOf(end)};${mw(i)}`);
}

test('a forecast is stored by whole days, known so long before each began', async () => {
  const [day] = await store(hoursOf(SPRING), 13 * HOUR_MS);
  expect(day?.values).toHaveLength(23);
  const stored = await market.fundamentalVersions('wind', SPRING, SPRING);
  expect(stored).toEqual([day]);
  expect(stored).toMatchObject([
    { knownAt: new Date('2026-03-28T10:00:00Z'), source: 'csv', document: 'wind.csv' },
  ]);
  expect(database.audit).toMatchObject([{ action: 'market.import', subject: SPRING }]);
});

test('a forecast without the time at which it was known is known from now on', async () => {
  await store(hoursOf(SPRING));
  await store(
    hoursOf(SPRING, () => '7.5'),
    HOUR_MS,
  );
  const stored = await market.fundamentalVersions('wind', SPRING, SPRING);
  expect(stored.map(({ knownAt }) => knownAt)).toEqual([new Date('2026-03-28T22:00:00Z'), NOW]);
  expect((await market.known('wind', SPRING)).day?.knownAt).toEqual(NOW);
});

test.each([
  [
    'a value that is not a number',
    hoursOf(SPRING, (i) => (i === 3 ? 'x' : '1')),
    'line 5: mw is not a number',
  ],
  [
    'a missing hour',
    hoursOf(SPRING).slice(0, -1),
    `line 2: ${SPRING} is not whole: 22 periods where the day has 23`,
  ],
  ['no rows', [], 'line 2: there are no rows'],
])('an import stores nothing of a file with %s', async (_, rows, problem) => {
  await expect(store(rows)).rejects.toMatchObject({ code: 'invalid_rows', problems: [problem] });
  expect(await market.fundamentalVersions('wind', SPRING, SPRING)).toEqual([]);
});
