import { TestPrices } from '@solano/domain/test/prices';
import { expect, test } from 'vitest';
import { CancelledSessions } from './cancelled-sessions.ts';

const DAY = '2026-11-22';

test('cancelled sessions are read once, and again after a price has changed', async () => {
  const prices = new TestPrices();
  let reads = 0;
  const counted = {
    revision: prices.revision.bind(prices),
    realised: (...args: Parameters<TestPrices['realised']>) => {
      reads += 1;
      return prices.realised(...args);
    },
  };
  const sessions = new CancelledSessions();
  expect(await sessions.of(counted, DAY, DAY)).toEqual([]);
  const before = reads;
  expect(await sessions.of(counted, DAY, DAY)).toEqual([]);
  expect(reads).toBe(before);
  const nothing = { source: 'omie', version: 1, stepMinutes: 15, ends: [], prices: [] } as const;
  await prices.putRealised([
    { market: 'mid_pibc02_spain', date: DAY, ...nothing },
    { market: 'md_pdbc_spain', date: DAY, ...nothing },
  ]);
  expect(await sessions.of(counted, DAY, DAY)).toEqual([
    { session: 'MD', date: DAY },
    { session: 'MID2', date: DAY },
  ]);
});
