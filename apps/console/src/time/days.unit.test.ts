import { expect, it } from 'vitest';
import { lengthOf, lengthOfDay } from './days.ts';
import { HOUR_MS, MADRID } from './zone.ts';

it.each([
  ['2026-10-25', '2026-10-25', 1],
  ['2026-10-24', '2026-10-26', 3],
  ['2028-02-28', '2028-03-01', 3],
])('The range from %s to %s has %i days', (from, to, days) => {
  expect(lengthOf({ from, to })).toBe(days);
});

it.each([
  ['2026-03-29', 23],
  ['2026-06-01', 24],
  ['2026-10-25', 25],
])('The day %s has %i hours in Madrid', (day, hours) => {
  expect(lengthOfDay(day, MADRID)).toBe(hours * HOUR_MS);
});
