import { expect, test } from 'vitest';
import { gateOf } from './gate-time.ts';

test.each([
  ['MD', '2026-11-24', '2026-11-23T11:00'],
  ['MID1', '2026-11-24', '2026-11-23T14:00'],
  ['MID2', '2026-11-24', '2026-11-23T21:00'],
  ['MID3', '2026-11-24', '2026-11-24T09:00'],
  ['MD', '2026-07-01', '2026-06-30T10:00'],
  ['MD', '2026-10-26', '2026-10-25T11:00'],
  ['MID3', '2026-10-25', '2026-10-25T09:00'],
  ['MID3', '2026-03-29', '2026-03-29T08:00'],
  ['MID2', '2026-03-30', '2026-03-29T20:00'],
] as const)('The gate of %s for %s closes at %s in UTC', (session, day, at) => {
  expect(new Date(gateOf(session, day)).toISOString().slice(0, 16)).toBe(at);
});
