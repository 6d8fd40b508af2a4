import { QUARTER_MS, startOfDate } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { PER_EURO, PER_MWH } from '../deviation/compared-period.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { executedItems } from './executed-items.ts';

/** A day of 25 hours. */
const DATE = '2026-10-25';

function anItem(quarter: number, minutes: number): SeriesItem {
  const end = startOfDate(DATE) + quarter * QUARTER_MS;
  return { label: `${quarter}`, period: { end, minutes }, megawatts: 1 };
}

/** MWh and EUR by quarter hour of the day. */
function aShare(quarters: Readonly<Record<number, readonly [mwh: number, eur: number]>>) {
  const of = (place: 0 | 1, unit: bigint) => {
    return Array.from({ length: 100 }, (_, quarter) => {
      return (BigInt(Math.round((quarters[quarter]?.[place] ?? 0) * 1e6)) * unit) / 1_000_000n;
    });
  };
  const basis = new Uint8Array(100);
  const share = { session: 'MD', isOwn: true, basis, unpriced: basis };
  return { ...share, bought: of(0, PER_MWH), cost: of(1, PER_EURO) };
}

describe('executed items', () => {
  test('executed items have the mean power of their quarter hours, and all of their cost', () => {
    const share = aShare({ 0: [1, 40], 1: [0.5, 20], 2: [-0.25, -10], 8: [0.1, 4] });
    const items = [anItem(4, 60), anItem(8, 60), anItem(9, 15)];
    expect(executedItems(share, items, DATE)).toEqual([
      { item: 0, watts: 1_250_000, cost: '50/1' },
      { item: 2, watts: 400_000, cost: '4/1' },
    ]);
  });

  test('executed items that share a quarter hour have parts in proportion to their time', () => {
    const end = startOfDate(DATE) + QUARTER_MS;
    const five = (minutes: number) => {
      return { label: '', megawatts: 1, period: { end: end - minutes * 60_000, minutes: 5 } };
    };
    const found = executedItems(aShare({ 0: [0.3, 12] }), [five(10), five(5), five(0)], DATE);
    expect(found.map(({ watts }) => watts)).toEqual([1_200_000, 1_200_000, 1_200_000]);
    expect(found.map(({ cost }) => cost)).toEqual(['4/1', '4/1', '4/1']);
  });
});
