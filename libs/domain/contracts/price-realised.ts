import type { Market, RealisedPrices } from '@solano/domain';
import { MARKETS } from '@solano/domain';
import { expect, test } from 'vitest';
import { atOnce } from './outcome.ts';
import type { TwoHandles } from './stores.ts';

const HOUR_MS = 3_600_000;
const MARKET: Market = 'mid_pibc01_spain';

let years = 0;

/** A year, `YYYY`, that no other test uses. */
function freeYear(): number {
  years += 1;
  return 2030 + years;
}

/** Realised prices of a day whose content tells its version. */
function aDay(date: string, fields: Partial<RealisedPrices> = {}): RealisedPrices {
  const { version = 1 } = fields;
  const start = Date.parse(`${date}T00:00:00Z`);
  const prices = Array.from({ length: version + 1 }, (_, i) => version * 1_000 + i);
  const ends = prices.map((_, i) => start + (i + 1) * HOUR_MS);
  return { market: MARKET, date, version, stepMinutes: 60, ends, prices, ...fields };
}

/** The days of a year's January, in order. */
function january(year: number, count: number, fields: Partial<RealisedPrices> = {}) {
  return Array.from({ length: count }, (_, i) => {
    return aDay(`${year}-01-${String(i + 1).padStart(2, '0')}`, fields);
  });
}

/** The tests of a PriceStore's realised prices. */
export function realisedTests(handles: TwoHandles): void {
  contents(handles);
  ranges(handles);
  versions(handles);
  writing(handles);
}

function contents(handles: TwoHandles): void {
  test('are none where none were put', async () => {
    const year = freeYear();
    await handles.here.prices.putRealised([]);
    const nothing = await handles.here.prices.realised(MARKET, `${year}-01-01`, `${year}-12-31`);
    expect(nothing).toEqual([]);
  });

  test.each([
    ['negative and large', { prices: [-999_999_999, 999_999_999, -1], ends: [1, 2, 3] }],
    ['of quarter hours', { stepMinutes: 15 }],
    ['of a high version', { version: 9 }],
    ['empty', { ends: [], prices: [] }],
  ])('are kept exactly: %s', async (_, fields) => {
    const date = `${freeYear()}-06-15`;
    const day = aDay(date, fields);
    await handles.here.prices.putRealised([day]);
    expect(await handles.there.prices.realised(MARKET, date, date)).toEqual([day]);
  });

  // Days at which a time zone between the date and an instant shows.
  test.each(['2024-02-29', '2025-12-31', '2026-01-01', '2026-03-29', '2026-10-25'])(
    'are of the day %s',
    async (date) => {
      const day = aDay(date);
      await handles.here.prices.putRealised([day]);
      expect(await handles.there.prices.realised(MARKET, date, date)).toEqual([day]);
    },
  );

  test('are kept per market', async () => {
    const date = `${freeYear()}-06-15`;
    const days = MARKETS.map((market, i) => aDay(date, { market, version: i + 1 }));
    await handles.here.prices.putRealised(days);
    for (const day of days) {
      expect(await handles.there.prices.realised(day.market, date, date)).toEqual([day]);
    }
  });
}

function ranges(handles: TwoHandles): void {
  test('come by day, with the first and the last day of the range', async () => {
    const { here, there } = handles;
    const year = freeYear();
    const next = freeYear();
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
      return there.prices.realised(MARKET, dates[from] as string, dates[to] as string);
    };
    expect(await range(0, 4)).toEqual(days);
    expect(await range(1, 3)).toEqual(days.slice(1, 4));
    expect(await there.prices.realised(MARKET, `${next}-01-02`, `${next}-01-08`)).toEqual([]);
    expect(await range(3, 1)).toEqual([]);
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

  test.each(orders)('stay in the highest version when put as %d, %d, %d', async (...order) => {
    const { here, there } = handles;
    const date = `${freeYear()}-06-15`;
    for (const version of order) await here.prices.putRealised([aDay(date, { version })]);
    const expected = [aDay(date, { version: 3 })];
    expect(await there.prices.realised(MARKET, date, date)).toEqual(expected);
  });

  test.each(orders)('stay in the highest version of one call, %d, %d, %d', async (...order) => {
    const { here, there } = handles;
    const date = `${freeYear()}-06-15`;
    await here.prices.putRealised([aDay(date, { version: 2 })]);
    await here.prices.putRealised(order.map((version) => aDay(date, { version })));
    const expected = [aDay(date, { version: 3 })];
    expect(await there.prices.realised(MARKET, date, date)).toEqual(expected);
  });

  test('compare as numbers', async () => {
    const { here, there } = handles;
    const date = `${freeYear()}-06-15`;
    for (const version of [9, 10, 2]) await here.prices.putRealised([aDay(date, { version })]);
    const expected = [aDay(date, { version: 10 })];
    expect(await there.prices.realised(MARKET, date, date)).toEqual(expected);
  });
}

function writing(handles: TwoHandles): void {
  test('stay in the highest version when twenty put the same days at once', async () => {
    const { here, there } = handles;
    const year = freeYear();
    await atOnce(20, (i) => {
      const days = january(year, 9, { version: ((i * 7) % 20) + 1 });
      return (i % 2 ? here : there).prices.putRealised(i % 3 ? days : days.toReversed());
    });
    const left = await here.prices.realised(MARKET, `${year}-01-01`, `${year}-01-31`);
    expect(left).toEqual(january(year, 9, { version: 20 }));
  });

  test('of one call appear all at once', async () => {
    const { here, there } = handles;
    const year = freeYear();
    const range = [MARKET, `${year}-01-01`, `${year}-01-31`] as const;
    let writing = true;
    const seen = new Set<string>();
    const reads = (async () => {
      while (writing) {
        const days = await there.prices.realised(...range);
        seen.add(`${days.length} ${new Set(days.map(({ version }) => version)).size}`);
      }
    })();
    const writes = (async () => {
      for (let version = 1; version <= 20; version += 1) {
        await here.prices.putRealised(january(year, 30, { version }));
      }
    })().finally(() => {
      writing = false;
    });
    await Promise.all([reads, writes]);
    seen.delete('0 0');
    expect([...seen]).toEqual(seen.size ? ['30 1'] : []);
  });

  test('are copied in and out', async () => {
    const { prices } = handles.here;
    const date = `${freeYear()}-06-15`;
    const day = aDay(date);
    const kept = structuredClone(day);
    await prices.putRealised([day]);
    for (const each of [day, ...(await prices.realised(MARKET, date, date))]) {
      (each.prices as number[])[0] = 77;
      (each.ends as number[]).length = 0;
      Object.assign(each, { version: 99, date: `${date}x` });
    }
    expect(await prices.realised(MARKET, date, date)).toEqual([kept]);
  });
}
