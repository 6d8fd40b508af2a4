import { MINUTE_MS, QUARTER_MS } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import { describe, expect, test } from 'vitest';
import { putPrediction, requireMarket } from './prices.ts';

describe('putting a prediction', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const generated = (aheadMs: number) => ({
    stepMinutes: 15,
    ends: [QUARTER_MS],
    prices: [1],
    market: 'md_pdbc_spain' as const,
    generatedAt: new Date(now.getTime() + aheadMs),
    bands: [[1], [2], [3], [null], [5], [6], [7]],
  });

  test.each([
    [-365 * 24 * 60 * MINUTE_MS, 'backdated'],
    [-5 * MINUTE_MS - 1, 'backdated'],
    [-5 * MINUTE_MS, 'imported'],
    [0, 'imported'],
    [5 * MINUTE_MS, 'imported'],
  ])('a prediction %d ms ahead is stored as %s', async (ms, origin) => {
    const store = new TestPrices();
    await putPrediction({ prices: store, clock: () => now }, generated(ms));
    expect(store.put).toEqual([{ ...generated(ms), origin, inputsUntil: null }]);
  });

  test.each([5 * MINUTE_MS + 1, 24 * 60 * MINUTE_MS])(
    'a prediction %d ms ahead is rejected',
    async (ms) => {
      const store = new TestPrices();
      await expect(
        putPrediction({ prices: store, clock: () => now }, generated(ms)),
      ).rejects.toMatchObject({ name: 'SolanoError', code: 'invalid_request' });
      expect(store.put).toEqual([]);
    },
  );
});

describe('the market of a region', () => {
  test.each(['md_pdbc_spain', 'mid_pibc01_spain', 'mid_pibc02_spain', 'mid_pibc03_spain'])(
    'the region spain has the market %s',
    (market) => {
      expect(requireMarket('spain', market)).toBe(market);
    },
  );

  test.each([
    ['portugal', 'md_pdbc_spain'],
    ['Spain', 'md_pdbc_spain'],
    ['spain', 'md_pdbc_portugal'],
    ['spain', 'MD'],
    ['spain', 'toString'],
    ['', ''],
  ])('the region %j has no market %j', (region, market) => {
    expect(() => requireMarket(region, market)).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });
});
