import { describe, expect, it, test } from 'vitest';
import { gateOf, gatesFromToday, isOpen } from './gate-time.ts';

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

describe('The gates of a page', () => {
  const NOW = Date.parse('2026-11-24T10:00Z');
  const gate = (session: string, closes_at: string, status: 'open' | 'closed' | 'cancelled') => ({
    session,
    closes_at,
    status,
  });
  const GATES = [
    gate('MID2', '2026-11-24T21:00Z', 'open'),
    gate('MD', '2026-11-24T11:00Z', 'open'),
    gate('MID1', '2026-11-23T22:59Z', 'closed'),
    gate('MID3', '2026-11-23T23:00Z', 'closed'),
  ];

  it('The gates of a page are in the order of their closing, without those of yesterday in Madrid', () => {
    expect(gatesFromToday(GATES, NOW).map(({ session }) => session)).toEqual([
      'MID3',
      'MD',
      'MID2',
    ]);
    expect(GATES[0]?.session).toBe('MID2');
  });

  it('The gates of a page are open until they close, unless the session is cancelled', () => {
    const at = Date.parse('2026-11-24T11:00Z');
    const [, open] = GATES;
    expect(open && isOpen(open, at - 1)).toBe(true);
    expect(open && isOpen(open, at)).toBe(false);
    expect(isOpen(gate('MD', '2026-11-24T11:00Z', 'cancelled'), at - 1)).toBe(false);
  });
});
