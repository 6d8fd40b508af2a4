import { DAY_MS } from '@solano/domain/kernel';
import type { RealisedPrices } from '@solano/domain/market';
import { expect, test } from 'vitest';
import { all } from '../examples.ts';
import type { Stores, TwoHandles } from '../stores.ts';
import { aDay, freeYear, MARKET } from './examples.ts';

const DAYS = 366;

/** `start` in ms since the epoch. */
function dateAfter(start: number, days: number): string {
  return new Date(start + days * DAY_MS).toISOString().slice(0, 10);
}

/** The walk over the days from the last of these to the first. */
function walk({ prices }: Stores, newestFirst: readonly RealisedPrices[]) {
  return prices.realised(MARKET, newestFirst.at(-1)?.date ?? '', newestFirst[0]?.date ?? '');
}

/** The tests of walks over the realised prices of more days than a store fetches at once. */
export function realisedWalks(handles: TwoHandles): void {
  /** Puts the days of a year; they are returned newest first. */
  async function putMany(): Promise<RealisedPrices[]> {
    const start = Date.UTC(freeYear(), 0, 1);
    const days = Array.from({ length: DAYS }, (_, i) => aDay(dateAfter(start, i)));
    await handles.here.prices.putRealised(days);
    return days.toReversed();
  }

  test('realised prices are all listed where there are more than a page', async () => {
    const newestFirst = await putMany();
    expect(await all(walk(handles.there, newestFirst))).toEqual(newestFirst);
    for (const length of [1, 15, 16, 17, 47, 48, 49, 200]) {
      const days = newestFirst.slice(100, 100 + length);
      expect(await all(walk(handles.there, days))).toEqual(days);
    }
  });

  test('realised prices may be abandoned at any of them', async () => {
    const newestFirst = await putMany();
    for (let taken = 1; taken < DAYS; taken += 7) {
      const first: RealisedPrices[] = [];
      for await (const day of walk(handles.there, newestFirst)) {
        if (first.push(day) === taken) break;
      }
      expect(first).toEqual(newestFirst.slice(0, taken));
    }
  });

  test('realised prices are neither lost nor repeated while newer ones arrive', async () => {
    const { here, there } = handles;
    const newestFirst = await putMany();
    const newest = Date.parse(newestFirst[0]?.date ?? '');
    const last = dateAfter(newest, DAYS);
    const walked: RealisedPrices[] = [];
    const list = here.prices.realised(MARKET, newestFirst.at(-1)?.date ?? '', last);
    for await (const day of list) {
      walked.push(day);
      await there.prices.putRealised([aDay(dateAfter(newest, walked.length))]);
    }
    expect(walked).toEqual(newestFirst);
  });

  test('realised prices continue from their own position, however their rows are changed', async () => {
    const newestFirst = await putMany();
    const walked: RealisedPrices[] = [];
    for await (const day of walk(handles.there, newestFirst)) {
      walked.push(structuredClone(day));
      Object.assign(day, { date: '0001-01-01', ends: [], prices: [] });
    }
    expect(walked).toEqual(newestFirst);
  });
}
