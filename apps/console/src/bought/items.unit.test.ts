import { describe, expect, it } from 'vitest';
import type { Item } from '../purchases/data.ts';
import { itemsOfDays } from './items.ts';

const QUARTER_MS = 15 * 60_000;

/** Quarter hours of 1 MW of a Madrid day, which begins at an instant. */
function quarters(start: string, count: number) {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return Array.from({ length: count }, (_, index) => ({
    datetime: clock.format(Date.parse(start) + (index + 1) * QUARTER_MS),
    purchase: 1,
  }));
}

function boughtMwh(items: readonly Item[], day: string): number {
  return itemsOfDays(items, { from: day, to: day }).reduce((sum, { mwh }) => sum + mwh, 0);
}

describe('The purchased energy of a day', () => {
  it.each([
    ['2026-10-25', '2026-10-24T22:00Z', 100],
    ['2026-03-29', '2026-03-28T23:00Z', 92],
    ['2026-11-25', '2026-11-24T23:00Z', 96],
  ])('The day %s has all of its quarter hours', (day, start, count) => {
    expect(boughtMwh(quarters(start, count), day)).toBe(count / 4);
  });

  it('A sale is energy below zero, and other days count nothing', () => {
    const items = [
      { datetime: '2026-11-25 00:00', purchase: 9 },
      { datetime: '2026-11-25 01:00', purchase: 2 },
      { datetime: '2026-11-25 02:00', purchase: -3.5 },
    ];
    expect(boughtMwh(items, '2026-11-25')).toBe(-1.5);
    expect(boughtMwh(items, '2026-11-26')).toBe(0);
  });
});
