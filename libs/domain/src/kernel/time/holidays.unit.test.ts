import { describe, expect, test } from 'vitest';
import { dayKind, isHoliday } from './holidays.ts';
import { dateAfter } from './madrid-day.ts';

describe('Good Friday', () => {
  test.each([
    '1999-04-02',
    '2000-04-21',
    '2008-03-21',
    '2016-03-25',
    '2019-04-19',
    '2023-04-07',
    '2024-03-29',
    '2025-04-18',
    '2026-04-03',
    '2027-03-26',
    '2028-04-14',
    '2030-04-19',
    '2038-04-23',
    '2049-04-16',
    '2076-04-17',
  ])('Good Friday is on %s', (date) => {
    expect(isHoliday(date)).toBe(true);
    expect([-7, -1, 1, 2, 3, 7].map((days) => isHoliday(dateAfter(date, days)))).not.toContain(
      true,
    );
  });

  test('Good Friday is one Friday of every spring', () => {
    for (let year = 1900; year <= 2200; year += 1) {
      const spring = Array.from({ length: 35 }, (_, i) => dateAfter(`${year}-03-20`, i));
      const found = spring.filter(isHoliday);
      expect({ year, weekdays: found.map((date) => new Date(date).getUTCDay()) }).toEqual({
        year,
        weekdays: [5],
      });
    }
  });
});

test.each([
  ['2025-12-05', 'workday'],
  ['2025-12-06', 'sunday'],
  ['2025-12-07', 'sunday'],
  ['2025-12-08', 'sunday'],
  ['2025-12-09', 'workday'],
  ['2025-12-13', 'saturday'],
  ['2025-10-12', 'sunday'],
  ['2025-10-13', 'workday'],
  ['2025-11-01', 'sunday'],
  ['2025-12-24', 'workday'],
  ['2025-12-25', 'sunday'],
  ['2026-01-01', 'sunday'],
  ['2026-01-06', 'sunday'],
  ['2026-02-28', 'saturday'],
  ['2024-02-29', 'workday'],
  ['2026-03-29', 'sunday'],
  ['2026-04-02', 'workday'],
  ['2026-04-03', 'sunday'],
  ['2026-05-01', 'sunday'],
  ['2026-08-15', 'sunday'],
  ['2026-10-12', 'sunday'],
])('the day %s is a %s', (date, kind) => {
  expect(dayKind(date)).toBe(kind);
});

test('a year has ten national holidays', () => {
  const days = Array.from({ length: 365 }, (_, i) => dateAfter('2026-01-01', i));
  expect(days.filter(isHoliday)).toHaveLength(10);
});

test('a day that does not exist is rejected', () => {
  expect(() => dayKind('2026-02-30')).toThrow(RangeError);
});
