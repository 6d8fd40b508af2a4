import { quartersOfDate } from '@solano/domain/kernel';
import { csvTable } from '@solano/domain/test/table';
import { MemoryDatabase, MemoryImbalancePriceStore } from '@solano/memory';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ImbalanceRevision } from './imbalance-prices.ts';
import { imbalanceRange } from './imbalance-range.ts';
import { importImbalance } from './import-imbalance.ts';

const [DAY, NEXT] = ['2026-03-28', '2026-03-29'];
let imbalance: MemoryImbalancePriceStore;
let hour = 0;

beforeEach(() => {
  imbalance = new MemoryImbalancePriceStore(new MemoryDatabase());
  hour = 0;
});

/** Imports one price of the hours of some days, an hour after the import before. */
function put(prices: Record<string, number>, settlement: string, replace = false) {
  hour += 1;
  const rows = Object.entries(prices).flatMap(([date, price]) => {
    const ends = quartersOfDate(date).filter((_, i) => i % 4 === 3);
    return ends.map((end) => `${new Date(end).toISOString()};${price};${-price}`);
  });
  const clock = () => new Date(Date.UTC(2026, 4, 1, hour));
  const table = csvTable('datetime;short;long', rows);
  return importImbalance({ imbalance, clock }, table, { labels: 'end', settlement, replace });
}

async function kept(date: string) {
  const all = await imbalance.revisions(date);
  return all.map(({ revision, settlement, short }) => [revision, settlement, short[0]]);
}

describe('settlements of prices of deviations', () => {
  test('each settlement is a revision with its name and time, and the newest counts', async () => {
    await put({ [DAY]: 10 }, 'C1');
    const { days, added, replaced } = await put({ [DAY]: 11, [NEXT]: 12 }, 'C2');
    expect([days.length, added.length, replaced]).toEqual([2, 2, 1]);
    expect(await kept(DAY)).toEqual([
      [1, 'C1', 10_000],
      [2, 'C2', 11_000],
    ]);
    const found: ImbalanceRevision[] = [];
    for await (const day of imbalance.prices(DAY, NEXT)) found.push(day);
    expect(found.map(({ date, settlement }) => [date, settlement])).toEqual([
      [DAY, 'C2'],
      [NEXT, 'C2'],
    ]);
    expect(found[0]).toMatchObject({ source: 'csv', knownAt: new Date('2026-05-01T02:00:00Z') });
  });

  test('a settlement that is known as it is changes nothing, also after a later one', async () => {
    await put({ [DAY]: 10 }, 'C1');
    await put({ [DAY]: 11 }, 'C2');
    const { days, added, replaced } = await put({ [DAY]: 10 }, 'C1');
    expect([days.length, added.length, replaced]).toEqual([1, 0, 0]);
    expect(await kept(DAY)).toHaveLength(2);
  });

  test('a settlement is corrected only where that is asked for, and keeps what it was', async () => {
    await put({ [DAY]: 10, [NEXT]: 10 }, 'C1');
    await expect(put({ [DAY]: 10, [NEXT]: 11 }, 'C1')).rejects.toMatchObject({
      code: 'invalid_rows',
      problems: [
        `line 26: ${NEXT} has other prices of the settlement C1 (--replace puts these in their place)`,
      ],
    });
    expect(await kept(NEXT)).toHaveLength(1);
    const { added } = await put({ [DAY]: 10, [NEXT]: 11 }, 'C1', true);
    expect(added.map(({ date, revision }) => [date, revision])).toEqual([[NEXT, 2]]);
    expect(await kept(NEXT)).toEqual([
      [1, 'C1', 10_000],
      [2, 'C1', 11_000],
    ]);
  });

  test.each([
    ['', 'Missing required name of the settlement'],
    [' ', 'Missing required name of the settlement'],
    ['a\0', 'Unusable text in name of the settlement'],
    ['x'.repeat(201), 'The name of the settlement has more than 200 characters'],
  ])('the name %j is none of a settlement', async (settlement, message) => {
    await expect(put({ [DAY]: 1 }, settlement)).rejects.toMatchObject({
      code: 'invalid_request',
      message,
    });
  });
});

describe('prices of deviations as customers read them', () => {
  test('rows are oldest first, and each day says its settlement or that it is missing', async () => {
    await put({ [NEXT]: 10.5 }, 'C1');
    const { rows, ends, days } = await imbalanceRange(imbalance, DAY, NEXT);
    expect(rows).toHaveLength(23);
    expect(rows[0]).toEqual({ datetime: '2026-03-29 01:00', short: '10.500', long: '-10.500' });
    expect(rows[1]?.datetime).toBe('2026-03-29 03:00');
    expect(ends[0]).toBe(Date.parse('2026-03-29T00:00:00Z'));
    expect(days).toEqual([
      { day: DAY, source: null, revision: null, settlement: null, status: 'missing' },
      { day: NEXT, source: 'csv', revision: 1, settlement: 'C1', status: 'realised' },
    ]);
  });

  test('days that are not in order or too many are rejected', async () => {
    for (const [from, to] of [
      [NEXT, DAY],
      ['2026-01-01', '2027-02-05'],
    ] as const) {
      await expect(imbalanceRange(imbalance, from, to)).rejects.toThrow('must be 1 to 400');
    }
  });
});
