import type { SeriesItem } from '@solano/domain/desk';
import { expect, test } from 'vitest';
import { packItems, unpackItems } from '../src/packed-items.ts';

const ITEMS: readonly SeriesItem[] = [
  { label: '2026-10-25 02:00', period: { end: 1_792_886_400_000, minutes: 60 }, megawatts: 0.1 },
  { label: '2026-10-25 02:00', period: { end: 1_792_890_000_000, minutes: 15 }, megawatts: -1e-7 },
  { label: '2026-10-25 00:15', period: { end: 1, minutes: 1 }, megawatts: 0 },
];

test.each([[[]], [ITEMS.slice(0, 1)], [ITEMS]])(
  'items are the same after they were packed: %j',
  (items) => {
    expect(unpackItems(structuredClone(packItems(items)))).toEqual(items);
  },
);

test('packed items are two values, however many items there are', () => {
  const { labels, numbers } = packItems(ITEMS);
  expect([typeof labels, numbers.constructor, numbers.length]).toEqual(['string', Float64Array, 9]);
});
