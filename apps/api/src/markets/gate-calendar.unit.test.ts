import { describe, expect, test } from 'vitest';
import { gateCalendar } from './gate-calendar.ts';

const NOW = Date.parse('2026-11-22T12:30Z');

describe('the calendar', () => {
  const cancelled = [{ session: 'MID2', date: '2026-11-24' }] as const;
  const events = (text: string) => text.split('BEGIN:VEVENT\r\n').slice(1);

  test('the calendar has an event for each gate of today and seven days, at its closure', () => {
    const text = gateCalendar(NOW, cancelled);
    expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
    expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true);
    expect(events(text)).toHaveLength(32);
    expect(events(text)[5]).toBe(
      [
        'UID:MID1-2026-11-23@gates.solano',
        'DTSTAMP:20261122T123000Z',
        'DTSTART:20261122T140000Z',
        'SUMMARY:MID1 closes for 2026-11-23',
        'STATUS:CONFIRMED',
        'TRANSP:TRANSPARENT',
        'END:VEVENT\r\n',
      ].join('\r\n'),
    );
    expect(events(text)[10]).toContain('MID2-2026-11-24');
    expect(events(text)[10]).toContain('STATUS:CANCELLED');
  });

  test('the calendar gives an event the same id each time', () => {
    const uids = (now: number): string[] => [...(gateCalendar(now).match(/UID:.*/g) ?? [])];
    const later = uids(NOW + 86_400_000);
    expect(uids(NOW).filter((uid) => later.includes(uid))).toHaveLength(28);
    expect(new Set(later).size).toBe(32);
  });
});
