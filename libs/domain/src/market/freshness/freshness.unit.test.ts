import { dateAfter, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import { MemoryDatabase, MemoryMarketDataStore } from '@solano/memory';
import { beforeEach, expect, test } from 'vitest';
import { type MarketDocument, unknownDay } from '../market-data/market-day.ts';
import { realisedRange } from '../market-data/realised-range.ts';
import { expectedAt } from '../market-data/series.ts';
import { marketFreshness, marketStates } from './freshness.ts';

const MD = 'md_pdbc_spain';
const TODAY = '2026-11-22';
const TOMORROW = '2026-11-23';

let prices: TestPrices;
let market: MemoryMarketDataStore;

beforeEach(() => {
  const database = new MemoryDatabase();
  prices = new TestPrices(database);
  market = new MemoryMarketDataStore(database);
});

/** What is known of the day-ahead market at an instant (ms). */
async function freshAt(now: number) {
  const [day] = await marketFreshness({ market, prices, clock: () => new Date(now) });
  return day;
}

const document: MarketDocument = {
  source: 'omie',
  name: 'marginalpdbc_20261122.1',
  revision: 1,
  digest: 'ab',
  etag: null,
  receivedAt: new Date('2026-11-21T12:31:00Z'),
};

/** Notes that prices came from a source; what they are is stored apart. */
function putDay(date: string, fields: object = {}) {
  const knownAt = document.receivedAt;
  const day = {
    ...unknownDay(MD, date),
    status: 'realised',
    document,
    knownAt,
    ...fields,
  } as const;
  return market.updateDay(MD, date, () => ({ day }));
}

test('a day is early until it is expected, and late or missing an hour after that', async () => {
  prices.realise('MD', TODAY, 50);
  const expected = expectedAt(MD, TOMORROW);
  const early = { newestRealisedDay: TODAY, expectedAt: new Date(expected), lateBySeconds: 0 };
  for (const now of [expected - HOUR_MS, expected + HOUR_MS]) {
    const fresh = await freshAt(now);
    expect(fresh).toMatchObject(early);
    expect(fresh?.missingDays).not.toContain(TOMORROW);
  }
  const late = await freshAt(expected + HOUR_MS + MINUTE_MS);
  expect(late).toMatchObject({ ...early, lateBySeconds: 61 * 60 });
  expect(late?.missingDays.at(-1)).toBe(TOMORROW);
});

test('a market of which nothing is known waits for the last day that was expected', async () => {
  const expected = expectedAt(MD, TODAY);
  for (const hours of [2, 23]) {
    expect(await freshAt(expected + hours * HOUR_MS)).toMatchObject({
      newestRealisedDay: null,
      newestRealisedAt: null,
      source: null,
      expectedAt: new Date(expected),
      lateBySeconds: hours * 3_600,
    });
  }
});

test('days of the last 30 are named as missing, cancelled or held', async () => {
  const now = expectedAt(MD, TODAY) + 2 * HOUR_MS;
  const from = dateAfter(TODAY, -40);
  for (let date = from; date <= TODAY; date = dateAfter(date, 1)) prices.realise('MD', date, 50);
  const cancelled = { market: MD, date: '2026-11-10', source: 'omie', version: 1 } as const;
  prices.putDay({ ...cancelled, stepMinutes: 60, ends: [], prices: [] });
  await putDay('2026-11-15', { held: { document, reason: 'a price is outside the limits' } });
  const fresh = await freshAt(now);
  expect(fresh).toMatchObject({
    newestRealisedDay: TODAY,
    missingDays: [],
    cancelledDays: ['2026-11-10'],
    heldDays: ['2026-11-15'],
    newestPredictionAt: null,
  });
});

test('imported prices can be read since they were imported, documents since they came', async () => {
  const now = expectedAt(MD, TODAY) + HOUR_MS;
  const knownAt = new Date('2026-11-21T14:00:00Z');
  const day = { ...(await aDay()), knownAt };
  prices.putDay({ ...day, source: 'csv', version: 0 });
  expect(await freshAt(now)).toMatchObject({
    source: 'csv',
    revision: null,
    newestRealisedAt: knownAt,
  });
  await putDay(TODAY);
  expect((await freshAt(now))?.newestRealisedAt).toEqual(knownAt);
  const { knownAt: _, ...collected } = day;
  prices.putDay(collected);
  expect(await freshAt(now)).toMatchObject({
    source: 'omie',
    revision: 1,
    newestRealisedAt: document.receivedAt,
  });
  prices.putDay({ ...day, version: 2 });
  expect(await freshAt(now)).toMatchObject({ revision: 2, newestRealisedAt: knownAt });
});

test('a market that is not predicted says how many of the last 60 days are known', async () => {
  prices
    .realiseDays(['MD', 'MID1'], TODAY, 50)
    .realiseDays(['MID2'], TODAY, 50, 27)
    // The last 60 days begin on 24 September.
    .realiseDays(['MID3'], '2026-09-23', 50, 100);
  const clock = () => new Date(expectedAt(MD, TODAY));
  const states = await marketStates({ market, prices, clock });
  const why = (name: string, days: number) =>
    `No prediction of ${name}: ${days} of the last 60 days have realised prices, and 28 are needed.`;
  expect(states.map(({ realisedDays, notPredicted }) => [realisedDays, notPredicted])).toEqual([
    [28, null],
    [28, null],
    [27, why('mid_pibc02_spain', 27)],
    [0, why('mid_pibc03_spain', 0)],
  ]);
});

async function aDay() {
  prices.realise('MD', TODAY, 50);
  for await (const day of prices.realised(MD, TODAY, TODAY)) return day;
  throw new Error('the day was not stored');
}

test('a range names the source and the status of each of its days', async () => {
  prices.realise('MD', '2026-11-20', 50);
  await putDay('2026-11-21', {
    status: 'missing',
    document: null,
    knownAt: null,
    held: { document, reason: 'a price is outside the limits' },
  });
  const { rows, days } = await realisedRange({ market, prices }, MD, '2026-11-20', TODAY);
  expect(rows).toHaveLength(96);
  expect(days.map(({ day, source, revision, status }) => [day, source, revision, status])).toEqual([
    ['2026-11-20', 'omie', 1, 'realised'],
    ['2026-11-21', 'omie', 1, 'held'],
    [TODAY, null, null, 'missing'],
  ]);
});
