import { describe, expect, it, test } from 'vitest';
import { coveringWindow, nextWindow, RANGES, rangeOf, windowFrom } from './window.ts';

describe('A month of the calendar', () => {
  test.each([
    ['2026-11-27', '2026-11-01', 30],
    ['2026-12-01', '2026-12-01', 31],
    ['2027-02-28', '2027-02-01', 28],
    ['2028-02-29', '2028-02-01', 29],
  ])('The month of %s begins on %s and has %i days', (day, firstDay, days) => {
    expect(windowFrom(day, 'month')).toEqual({ firstDay, days });
  });

  it('A month is followed by the next one, however long, over the end of a year', () => {
    const january = windowFrom('2027-01-31', 'month');
    expect(nextWindow(january, 1)).toEqual({ firstDay: '2027-02-01', days: 28 });
    expect(nextWindow(january, -1)).toEqual({ firstDay: '2026-12-01', days: 31 });
  });
});

describe('A window of the calendar', () => {
  it('A window is recognised as the range that it is of', () => {
    for (const range of RANGES) expect(rangeOf(windowFrom('2026-11-27', range))).toBe(range);
    expect(rangeOf({ firstDay: '2026-11-02', days: 30 })).toBeUndefined();
    expect(rangeOf({ firstDay: '2026-11-02', days: 3 })).toBeUndefined();
  });

  it('A window that is no month is followed by as many days', () => {
    const window = { firstDay: '2026-10-20', days: 14 };
    expect(nextWindow(window, 1)).toEqual({ firstDay: '2026-11-03', days: 14 });
    expect(nextWindow(window, -1)).toEqual({ firstDay: '2026-10-06', days: 14 });
  });

  test.each([
    ['2026-11-03T23:00:00Z', '2026-11-05T23:00:00Z', '2026-11-04', 2],
    ['2026-11-03T22:59:00Z', '2026-11-05T23:00:01Z', '2026-11-03', 4],
    ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-25', 1],
    ['2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2020-01-01', 366],
  ])('The window of %s to %s begins on %s and has %i days', (from, to, firstDay, days) => {
    expect(coveringWindow({ from, to }, 366)).toEqual({ firstDay, days });
  });
});
