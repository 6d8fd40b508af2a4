import { describe, expect, test } from 'vitest';
import { daysFrom, gatesOf } from './gates.ts';

const NOW = Date.parse('2026-11-22T12:30Z');

describe('the gates of a day', () => {
  test('the gates of a day close in the order of the sessions, each with its periods and labels', () => {
    expect(gatesOf(['2026-11-23'], NOW)).toEqual([
      {
        session: 'MD',
        market: 'md_pdbc_spain',
        day: '2026-11-23',
        closesAt: new Date('2026-11-22T11:00Z'),
        periods: 96,
        firstLabel: '2026-11-23 00:15',
        lastLabel: '2026-11-24 00:00',
        status: 'closed',
      },
      {
        session: 'MID1',
        market: 'mid_pibc01_spain',
        day: '2026-11-23',
        closesAt: new Date('2026-11-22T14:00Z'),
        periods: 96,
        firstLabel: '2026-11-23 00:15',
        lastLabel: '2026-11-24 00:00',
        status: 'open',
      },
      {
        session: 'MID2',
        market: 'mid_pibc02_spain',
        day: '2026-11-23',
        closesAt: new Date('2026-11-22T21:00Z'),
        periods: 96,
        firstLabel: '2026-11-23 00:15',
        lastLabel: '2026-11-24 00:00',
        status: 'open',
      },
      {
        session: 'MID3',
        market: 'mid_pibc03_spain',
        day: '2026-11-23',
        closesAt: new Date('2026-11-23T09:00Z'),
        periods: 48,
        firstLabel: '2026-11-23 12:15',
        lastLabel: '2026-11-24 00:00',
        status: 'open',
      },
    ]);
  });

  test.each([
    ['2026-03-29', [92, 92, 92, 48]],
    ['2026-10-25', [100, 100, 100, 48]],
    ['2025-09-30', [24, 96, 96, 48]],
    ['2025-10-01', [96, 96, 96, 48]],
    ['2025-03-18', [24, 24, 24, 12]],
    ['2024-10-27', [25, 25, 25, 12]],
  ])('the gates of a day of %s have %j periods', (day, periods) => {
    expect(gatesOf([day], NOW).map((gate) => gate.periods)).toEqual(periods);
  });

  test('gates are closed from their instant on, which in summer is an hour earlier in UTC', () => {
    const closesAt = Date.parse('2026-06-30T10:00Z');
    const statusAt = (now: number) => gatesOf(['2026-07-01'], now)[0]?.status;
    expect(statusAt(closesAt - 1)).toBe('open');
    expect(statusAt(closesAt)).toBe('closed');
  });

  test('gates are cancelled where the session is cancelled for the day', () => {
    const cancelled = [{ session: 'MID1', date: '2026-11-23' }] as const;
    const gates = gatesOf(['2026-11-22', '2026-11-23'], NOW, cancelled);
    expect(gates.filter(({ status }) => status === 'cancelled')).toMatchObject([
      { session: 'MID1', day: '2026-11-23' },
    ]);
  });
});

test('days count by the clock of Madrid', () => {
  expect(daysFrom(Date.parse('2026-11-22T23:30Z'), 1)).toEqual(['2026-11-23', '2026-11-24']);
});
