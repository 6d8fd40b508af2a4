import { describe, expect, it } from 'vitest';
import { measuredDay, purchasedMwh } from './amount.ts';

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

describe('The purchased energy of a day', () => {
  it.each([
    ['2026-10-25', '2026-10-24T22:00Z', 100],
    ['2026-03-29', '2026-03-28T23:00Z', 92],
    ['2026-11-25', '2026-11-24T23:00Z', 96],
  ])('The day %s has all of its quarter hours', (day, start, count) => {
    expect(purchasedMwh(quarters(start, count), day)).toBe(count / 4);
  });

  it('A sale is energy below zero, and other days count nothing', () => {
    const items = [
      { datetime: '2026-11-25 00:00', purchase: 9 },
      { datetime: '2026-11-25 01:00', purchase: 2 },
      { datetime: '2026-11-25 02:00', purchase: -3.5 },
    ];
    expect(purchasedMwh(items, '2026-11-25')).toBe(-1.5);
    expect(purchasedMwh(items, '2026-11-26')).toBe(0);
  });
});

describe('The measured energy of a day', () => {
  const hour = (start_utc: string, mw: number, group = '') => ({
    group,
    start_utc,
    end_utc: '',
    datetime: '',
    mw,
  });

  it('The hours of a day count in which every group was measured', () => {
    const hours = [
      hour('2026-11-24T22:00:00Z', 8),
      hour('2026-11-24T23:00:00Z', 1),
      hour('2026-11-25T00:00:00Z', 2),
      hour('2026-11-24T23:00:00Z', 0.5, 'b'),
    ];
    expect(measuredDay(hours, '2026-11-25')).toEqual({ mwh: 1.5, hours: 1, all: 24 });
    expect(measuredDay([], '2026-10-25')).toEqual({ mwh: 0, hours: 0, all: 25 });
  });
});
