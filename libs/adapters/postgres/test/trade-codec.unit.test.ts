import type { Trade } from '@solano/domain/desk';
import { DAY_MS, HOUR_MS, startOfDate } from '@solano/domain/kernel';
import { expect, test } from 'vitest';
import { decodeTrades, encodeTrades } from '../src/trades/trade-codec.ts';

test.each(['2026-03-10', '2026-03-29', '2026-10-25'])(
  'the trades of %s are decoded as they were encoded',
  (day) => {
    const start = startOfDate(day);
    const trades: Trade[] = [
      { start, minutes: 15, microMw: 0, price: 0 },
      { start: start + DAY_MS - 2 * HOUR_MS, minutes: 30, microMw: -1, price: -999_999_999 },
      { start, minutes: 60, microMw: 99_999_999_999, price: 999_999_999 },
    ];
    expect(decodeTrades(day, encodeTrades(day, trades))).toEqual(trades);
    // A part of a larger buffer, as the driver gives it.
    const bytes = Buffer.concat([Buffer.of(7), encodeTrades(day, trades)]).subarray(1);
    expect(decodeTrades(day, bytes)).toEqual(trades);
  },
);
