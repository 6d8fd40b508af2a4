import { HOUR_MS, startOfDate } from '@solano/domain/kernel';
import { MemoryDatabase, MemoryPriceStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { pricesOfItems } from './realised-prices.ts';

test.each(['9999-12-31', '9999-12-28', '2026-11-24'])(
  'realised prices of %s are read, and those of the days near it',
  async (date) => {
    const prices = new MemoryPriceStore(new MemoryDatabase());
    const end = startOfDate(date) + HOUR_MS;
    await prices.putRealised([
      {
        market: 'md_pdbc_spain',
        date,
        stepMinutes: 60,
        ends: [end],
        prices: [50_000],
        source: 'csv',
        version: 0,
      },
    ]);
    const items = [{ label: `${date} 01:00`, megawatts: 1, period: { end, minutes: 60 } }];
    const { traded } = await pricesOfItems(prices, items);
    expect([...traded]).toEqual(['MD']);
  },
);
