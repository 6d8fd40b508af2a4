import { expect, it } from 'vitest';
import { lengthOf } from './days.ts';

it.each([
  ['2026-10-25', '2026-10-25', 1],
  ['2026-10-24', '2026-10-26', 3],
  ['2028-02-28', '2028-03-01', 3],
])('The range from %s to %s has %i days', (from, to, days) => {
  expect(lengthOf({ from, to })).toBe(days);
});
