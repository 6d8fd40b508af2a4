import { CALENDAR_DAYS, type CancelledSession, daysFrom, gatesOf } from '@solano/domain/market';

/** Returns the gates of today and seven more days as iCalendar (RFC 5545), with an event for each. */
export function gateCalendar(now: number, cancelled: readonly CancelledSession[] = []): string {
  const events = gatesOf(daysFrom(now, CALENDAR_DAYS), now, cancelled).flatMap((gate) => [
    'BEGIN:VEVENT',
    `UID:${gate.session}-${gate.day}@gates.solano`,
    `DTSTAMP:${icsTime(now)}`,
    `DTSTART:${icsTime(gate.closesAt.getTime())}`,
    `SUMMARY:${gate.session} closes for ${gate.day}`,
    `STATUS:${gate.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Solano//Market gates//EN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Iberian market gates',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** `20261123T110000Z` */
function icsTime(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}
