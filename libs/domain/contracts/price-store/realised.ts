import { MARKETS, type Market, type RealisedPrices } from '@solano/domain/market';
import { expect, test } from 'vitest';
import { all } from '../examples.ts';
import { concurrently } from '../outcome.ts';
import type { Stores, TwoHandles } from '../stores.ts';
import { aDay, aPrediction, freeYear, MARKET } from './examples.ts';

/** The days of a year's January, in order. */
function january(year: number, count: number, fields: Partial<RealisedPrices> = {}) {
  return Array.from({ length: count }, (_, i) => {
    return aDay(`${year}-01-${String(i + 1).padStart(2, '0')}`, fields);
  });
}

function found(
  { prices }: Stores,
  from: string,
  to = from,
  market: Market = MARKET,
): Promise<RealisedPrices[]> {
  return all(prices.realised(market, from, to));
}

/** The tests of a PriceStore's realised prices. */
export function realisedTests(handles: TwoHandles): void {
  contents(handles);
  ranges(handles);
  versions(handles);
  revisions(handles);
  writing(handles);
}

function contents(handles: TwoHandles): void {
  test('realised prices are none where none were put', async () => {
    const year = freeYear();
    await handles.here.prices.putRealised([]);
    expect(await found(handles.here, `${year}-01-01`, `${year}-12-31`)).toEqual([]);
  });

  test('realised prices are none on the day of the label 0001-01-01 00:00', async () => {
    expect(await found(handles.here, '0000-12-31', '0000-12-31')).toEqual([]);
  });

  test.each([
    ['negative and large', { prices: [-999_999_999, 999_999_999, -1], ends: [1, 2, 3] }],
    ['of quarter hours', { stepMinutes: 15 }],
    ['of a high version', { version: 9 }],
    ['empty', { ends: [], prices: [] }],
    ['of a known arrival', { knownAt: new Date('2026-11-22T12:00:00.123Z') }],
  ])('realised prices are kept exactly: %s', async (_, fields) => {
    const date = `${freeYear()}-06-15`;
    const day = aDay(date, fields);
    await handles.here.prices.putRealised([day]);
    expect(await found(handles.there, date)).toEqual([day]);
  });

  // Days at which a time zone between the date and an instant shows.
  test.each(['2024-02-29', '2025-12-31', '2026-01-01', '2026-03-29', '2026-10-25'])(
    'realised prices are of the day %s',
    async (date) => {
      const day = aDay(date);
      await handles.here.prices.putRealised([day]);
      expect(await found(handles.there, date)).toEqual([day]);
    },
  );

  test('realised prices are kept per market', async () => {
    const date = `${freeYear()}-06-15`;
    const days = MARKETS.map((market, i) => aDay(date, { market, version: i + 1 }));
    await handles.here.prices.putRealised(days);
    for (const day of days) {
      expect(await found(handles.there, date, date, day.market)).toEqual([day]);
    }
  });
}

function ranges(handles: TwoHandles): void {
  test('realised prices are listed newest first, with the first and the last day of the range', async () => {
    const { here, there } = handles;
    const year = freeYear();
    const next = year + 1;
    const dates = [
      `${year}-12-30`,
      `${year}-12-31`,
      `${next}-01-01`,
      `${next}-01-09`,
      `${next}-01-10`,
    ];
    const days = dates.map((date) => aDay(date));
    await here.prices.putRealised([days[3], days[0], days[4]] as RealisedPrices[]);
    await here.prices.putRealised([days[2], days[1]] as RealisedPrices[]);
    const range = (from: number, to: number) => {
      return found(there, dates[from] ?? '', dates[to]);
    };
    expect(await range(0, 4)).toEqual(days.toReversed());
    expect(await range(1, 3)).toEqual(days.slice(1, 4).toReversed());
    expect(await range(2, 2)).toEqual([days[2]]);
    expect(await found(there, `${next}-01-02`, `${next}-01-08`)).toEqual([]);
    expect(await range(3, 1)).toEqual([]);
  });

  test('realised prices may be of all time', async () => {
    const { here, there } = handles;
    const market = 'mid_pibc02_spain';
    const days = ['0001-01-01', '9999-12-31'].map((date) => {
      return aDay('2000-01-01', { market, date });
    });
    await here.prices.putRealised(days);
    const [newest, ...older] = await found(there, '0001-01-01', '9999-12-31', market);
    expect([newest, older.at(-1)]).toEqual(days.toReversed());
  });
}

function versions(handles: TwoHandles): void {
  const orders = [
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
  ];

  test.each(orders)(
    'realised prices stay in the highest version when put as %d, %d, %d',
    async (...order) => {
      const { here, there } = handles;
      const date = `${freeYear()}-06-15`;
      for (const version of order) await here.prices.putRealised([aDay(date, { version })]);
      const expected = [aDay(date, { version: 3 })];
      expect(await found(there, date)).toEqual(expected);
    },
  );

  test.each(orders)(
    'realised prices stay in the highest version of one call, %d, %d, %d',
    async (...order) => {
      const { here, there } = handles;
      const date = `${freeYear()}-06-15`;
      await here.prices.putRealised([aDay(date, { version: 2 })]);
      await here.prices.putRealised(order.map((version) => aDay(date, { version })));
      const expected = [aDay(date, { version: 3 })];
      expect(await found(there, date)).toEqual(expected);
    },
  );

  test('realised prices are replaced whatever their versions, on request', async () => {
    const { here, there } = handles;
    const [first, second] = [`${freeYear()}-03-01`, `${freeYear()}-03-02`];
    await here.prices.putRealised([first, second].map((date) => aDay(date, { version: 7 })));
    const days = [aDay(first, { source: 'csv', version: 0 }), aDay(second, { version: 9 })];
    await here.prices.replaceRealised(days);
    expect(await found(there, first)).toEqual(days.slice(0, 1));
    expect(await found(there, second)).toEqual(days.slice(1));
    await there.prices.putRealised([aDay(first, { version: 1 })]);
    expect(await found(here, first)).toEqual([aDay(first, { version: 1 })]);
  });

  test('versions compare as numbers', async () => {
    const { here, there } = handles;
    const date = `${freeYear()}-06-15`;
    for (const version of [9, 10, 2]) await here.prices.putRealised([aDay(date, { version })]);
    const expected = [aDay(date, { version: 10 })];
    expect(await found(there, date)).toEqual(expected);
  });
}

function revisions(handles: TwoHandles): void {
  const market = 'mid_pibc02_spain';

  test('realised prices change the revision of their market, seen at once everywhere', async () => {
    const { here, there } = handles;
    const date = `${freeYear()}-06-15`;
    const seen = [await there.prices.revision(market)];
    const changes = [
      () => here.prices.putRealised([aDay(date, { market, version: 80 })]),
      () => here.prices.putRealised([aDay(date, { market, version: 81 })]),
      () => here.prices.replaceRealised([aDay(date, { market, version: 79 })]),
      () => here.prices.putPredictions([aPrediction(Date.parse(date), { market })]),
      () => here.prices.putPredictions([aPrediction(Date.parse(date), { market })]),
    ];
    for (const change of changes) {
      await change();
      seen.push(await there.prices.revision(market));
      expect(await here.prices.revision(market)).toBe(seen.at(-1));
    }
    expect(new Set(seen).size).toBe(changes.length + 1);
  });

  test('prices of another market do not change a revision, nor do repeated prices', async () => {
    const { here } = handles;
    const date = `${freeYear()}-06-15`;
    await here.prices.putRealised([aDay(date, { market, version: 90 })]);
    const before = await here.prices.revision(market);
    await here.prices.putRealised([aDay(date, { market: 'mid_pibc03_spain' })]);
    await here.prices.putRealised([aDay(date, { market, version: 89 })]);
    await here.prices.removeSynthetic();
    expect(await here.prices.revision(market)).toBe(before);
  });
}

function writing(handles: TwoHandles): void {
  test('realised prices stay in the highest version when twenty put the same days at once', async () => {
    const { here, there } = handles;
    const year = freeYear();
    await concurrently(20, (i) => {
      const days = january(year, 9, { version: ((i * 7) % 20) + 1 });
      return (i % 2 ? here : there).prices.putRealised(i % 3 ? days : days.toReversed());
    });
    const left = await found(here, `${year}-01-01`, `${year}-01-31`);
    expect(left).toEqual(january(year, 9, { version: 20 }).toReversed());
  });

  test('realised prices of one call appear all at once', async () => {
    const { here, there } = handles;
    const year = freeYear();
    let writing = true;
    const seen: number[][] = [];
    const reads = (async () => {
      while (writing) {
        const days = await found(there, `${year}-01-01`, `${year}-01-31`);
        seen.push(days.map(({ version }) => version));
      }
    })();
    const writes = (async () => {
      for (let version = 1; version <= 20; version += 1) {
        const days = january(year, 30, { version });
        await here.prices.putRealised(version % 2 ? days : days.toReversed());
      }
    })().finally(() => {
      writing = false;
    });
    await Promise.all([reads, writes]);
    for (const versions of seen) {
      expect([0, 30]).toContain(versions.length);
      // Older days may have been fetched after a later call than newer ones, but not before one.
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    }
  });

  test('realised prices are copied in and out', async () => {
    const { prices } = handles.here;
    const date = `${freeYear()}-06-15`;
    const day = aDay(date);
    const copy = structuredClone(day);
    await prices.putRealised([day]);
    for (const each of [day, ...(await found(handles.here, date))]) {
      (each.prices as number[])[0] = 77;
      (each.ends as number[]).length = 0;
      Object.assign(each, { version: 99, date: `${date}x` });
    }
    expect(await found(handles.here, date)).toEqual([copy]);
  });
}
