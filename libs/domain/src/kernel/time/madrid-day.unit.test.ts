import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelOf } from './label.ts';
import {
  clockQuarter,
  dateAfter,
  dateAt,
  datesBetween,
  datesOfMonth,
  dayOf,
  hourAt,
  partsOfDays,
  quartersOfDate,
  requireFewDays,
  startOfDate,
  weekdayOf,
} from './madrid-day.ts';

const utc = (text: string) => Date.parse(text);

describe('the quarter hours of a day', () => {
  test.each([
    ['2026-11-22', 96, '2026-11-21T23:00Z'],
    ['2026-03-29', 92, '2026-03-28T23:00Z'],
    ['2025-10-26', 100, '2025-10-25T22:00Z'],
    ['2026-07-01', 96, '2026-06-30T22:00Z'],
  ])('the quarter hours of a day %s has %d', (date, count, start) => {
    const ends = quartersOfDate(date);
    expect(startOfDate(date)).toBe(utc(start));
    expect(ends).toHaveLength(count);
    expect(ends[0]).toBe(utc(start) + 15 * 60_000);
    expect(ends.at(-1)).toBe(startOfDate(dateAfter(date, 1)));
    expect(ends.map((end) => dateAt(end - 1))).toEqual(ends.map(() => date));
  });
});

describe('the place on the clock', () => {
  test('the position on the clock counts from 0 to 95 on a common day', () => {
    const places = quartersOfDate('2026-11-22').map(clockQuarter);
    expect(places).toEqual(Array.from({ length: 96 }, (_, i) => i));
  });

  test('the position on the clock skips 02:00 on a spring day', () => {
    const places = quartersOfDate('2026-03-29').map(clockQuarter);
    expect(places).toEqual(Array.from({ length: 92 }, (_, i) => (i < 8 ? i : i + 4)));
  });

  test('the position on the clock is separate for the second pass of 02:00 on an autumn day', () => {
    const places = quartersOfDate('2025-10-26').map(clockQuarter);
    expect(places.slice(6, 18)).toEqual([6, 7, 8, 9, 10, 11, 96, 97, 98, 99, 12, 13]);
    expect(new Set(places).size).toBe(100);
  });

  test('the position on the clock is the label’s, on every day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 * 24 * 3650 }), (quarters) => {
        const end = utc('2020-01-01T00:00Z') + quarters * 15 * 60_000;
        const place = clockQuarter(end);
        const start = labelOf(end - 15 * 60_000).slice(11);
        const minutes = place < 96 ? place * 15 : 120 + (place - 96) * 15;
        const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
        expect(start).toBe(`${hour}:${String(minutes % 60).padStart(2, '0')}`);
      }),
    );
  });
});

describe('a day of Madrid', () => {
  test.each([
    ['2026-11-22', 1, '2026-11-23'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2025-10-26', 1, '2025-10-27'],
    ['2026-03-29', -7, '2026-03-22'],
    ['2024-02-28', 1, '2024-02-29'],
    ['0000-12-31', 1, '0001-01-01'],
  ])('the day %s plus %d days is %s', (date, days, expected) => {
    expect(dateAfter(date, days)).toBe(expected);
  });

  test('a day that the calendar does not have is rejected', () => {
    expect(() => dateAfter('2026-02-30', 1)).toThrow(RangeError);
  });

  test('a day of Madrid begins at midnight in Madrid', () => {
    expect(dateAt(utc('2026-11-21T22:59Z'))).toBe('2026-11-21');
    expect(dateAt(utc('2026-11-21T23:00Z'))).toBe('2026-11-22');
    expect(dayOf('2026-11-22')).toEqual({ year: 2026, month: 11, day: 22 });
  });
});

test.each([
  ['2026-03-28', '2026-03-30', ['2026-03-28', '2026-03-29', '2026-03-30']],
  ['2025-10-25', '2025-10-27', ['2025-10-25', '2025-10-26', '2025-10-27']],
  ['2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['2026-11-22', '2026-11-22', ['2026-11-22']],
  ['2026-11-23', '2026-11-22', []],
  ['9999-12-30', '9999-12-31', ['9999-12-30', '9999-12-31']],
])('the days from %s to %s are listed', (first, last, dates) => {
  expect(datesBetween(first, last)).toEqual(dates);
});

test.each([
  ['2026-02', 28],
  ['2028-02', 29],
  ['2026-11', 30],
  ['2026-12', 31],
])('the days of %s are %d', (month, count) => {
  const last = `${month}-${count}`;
  expect(datesOfMonth(month)).toEqual(datesBetween(`${month}-01`, last));
  expect(datesOfMonth(month)).toHaveLength(count);
});

describe('ranges of days', () => {
  test.each([
    ['2026-10-24', '2026-10-24', [['2026-10-24', '2026-10-24']]],
    ['2026-10-24', '2026-10-25', [['2026-10-24', '2026-10-25']]],
    [
      '2026-10-24',
      '2026-10-28',
      [
        ['2026-10-24', '2026-10-25'],
        ['2026-10-26', '2026-10-27'],
        ['2026-10-28', '2026-10-28'],
      ],
    ],
    ['2026-10-24', '2026-10-23', []],
  ])('a range has parts of two days: %s to %s', (from, to, parts) => {
    expect(Array.from(partsOfDays({ from, to }, 2), (each) => [each.from, each.to])).toEqual(parts);
  });

  test('a range may have so many days, and no more', () => {
    expect(() => requireFewDays({ from: '2026-01-01', to: '2026-01-03' }, 3)).not.toThrow();
    expect(() => requireFewDays({ from: '2026-01-01', to: '2026-01-04' }, 3)).toThrow(
      'The response would have more than 3 days: ask for fewer.',
    );
    expect(() => requireFewDays({ from: '2026-01-02', to: '2026-01-01' }, 3)).toThrow(
      'The last day, 2026-01-01, is before the first, 2026-01-02.',
    );
  });
});

test.each([
  ['2026-10-25T00:59Z', 2, 7],
  ['2026-10-25T01:00Z', 2, 7],
  ['2026-10-25T22:59Z', 23, 7],
  ['2026-10-25T23:00Z', 0, 1],
  ['2026-03-29T01:00Z', 3, 7],
])('the clock of Madrid shows hour and weekday at %s', (instant, hour, weekday) => {
  expect([hourAt(utc(instant)), weekdayOf(dateAt(utc(instant)))]).toEqual([hour, weekday]);
});
