import { expect, test } from 'vitest';
import { itemsByHour } from './backtest-items.ts';

test('items of two hours stay separate in the hour that autumn repeats', () => {
  const halfPast = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((end, i) => ({
    label: '2026-10-25 02:30',
    period: { end: Date.parse(end), minutes: 60 },
    megawatts: i + 1,
  }));
  expect(itemsByHour(halfPast)).toEqual(halfPast);
});
