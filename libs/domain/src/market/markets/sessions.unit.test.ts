import { LabelReader, madridInstant } from '@solano/domain/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliveryDay, Gates, MARKETS, SESSIONS } from './sessions.ts';

const utc = (text: string) => Date.parse(text);
const ending = (label: string, minutes = 15) => ({
  end: new LabelReader().read(label) as number,
  minutes,
});
const LONG_BEFORE = utc('2026-01-01T00:00Z');

describe('the delivery day', () => {
  test.each([
    ['2026-11-22 00:15', 15, '2026-11-22'],
    ['2026-11-22 12:00', 60, '2026-11-22'],
    ['2026-11-23 00:00', 15, '2026-11-22'],
    ['2027-01-01 00:00', 60, '2026-12-31'],
    ['2024-03-01 00:00', 15, '2024-02-29'],
    ['2026-10-26 00:00', 15, '2026-10-25'],
    ['2026-03-29 00:15', 15, '2026-03-29'],
  ])(
    'the delivery day of the period that ends at %s (%d min) is %s',
    (label, minutes, expected) => {
      const { year, month, day } = deliveryDay(ending(label, minutes));
      expect(new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)).toBe(expected);
    },
  );
});

describe('an hour of Madrid', () => {
  test.each([
    ['2026-01-15', 12, 0, '2026-01-15T11:00:00.000Z'],
    ['2026-07-15', 12, 1, '2026-07-14T10:00:00.000Z'],
    ['2026-03-29', 0, 0, '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', 1, 0, '2026-03-29T00:00:00.000Z'],
    ['2026-03-29', 3, 0, '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', 10, 0, '2026-03-29T08:00:00.000Z'],
    ['2026-03-30', 0, 0, '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 0, 0, '2026-10-24T22:00:00.000Z'],
    ['2026-10-25', 1, 0, '2026-10-24T23:00:00.000Z'],
    ['2026-10-25', 3, 0, '2026-10-25T02:00:00.000Z'],
    ['2026-10-25', 10, 0, '2026-10-25T09:00:00.000Z'],
    ['2026-10-26', 22, 1, '2026-10-25T21:00:00.000Z'],
    ['2027-01-01', 12, 1, '2026-12-31T11:00:00.000Z'],
  ])('the hour %s at %d:00, %d days before, is %s', (date, hour, before, expected) => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const instant = madridInstant({ year, month, day }, hour, before);
    expect(new Date(instant).toISOString()).toBe(expected);
  });
});

describe('gate closures', () => {
  // Delivery days: winter, summer, the days of the change and the days after them.
  test.each([
    [
      '2026-11-22',
      ['2026-11-21T11:00Z', '2026-11-21T14:00Z', '2026-11-21T21:00Z', '2026-11-22T09:00Z'],
    ],
    [
      '2026-07-15',
      ['2026-07-14T10:00Z', '2026-07-14T13:00Z', '2026-07-14T20:00Z', '2026-07-15T08:00Z'],
    ],
    [
      '2026-03-29',
      ['2026-03-28T11:00Z', '2026-03-28T14:00Z', '2026-03-28T21:00Z', '2026-03-29T08:00Z'],
    ],
    [
      '2026-03-30',
      ['2026-03-29T10:00Z', '2026-03-29T13:00Z', '2026-03-29T20:00Z', '2026-03-30T08:00Z'],
    ],
    [
      '2026-10-25',
      ['2026-10-24T10:00Z', '2026-10-24T13:00Z', '2026-10-24T20:00Z', '2026-10-25T09:00Z'],
    ],
    [
      '2026-10-26',
      ['2026-10-25T11:00Z', '2026-10-25T14:00Z', '2026-10-25T21:00Z', '2026-10-26T09:00Z'],
    ],
  ])('the gate closures of delivery on %s are those of the calendar', (date, closures) => {
    const period = ending(`${date} 18:00`);
    const all = ['MD', 'MID1', 'MID2', 'MID3'];
    closures.forEach((closure, i) => {
      expect(new Gates(utc(closure) - 1).open(period)).toEqual(all.slice(i));
      // At the instant itself the gate is closed; after the last one it is a look back.
      expect(new Gates(utc(closure)).open(period)).toEqual(i < 3 ? all.slice(i + 1) : all);
    });
  });
});

describe('MID3 covers the periods after 12:00 only', () => {
  test.each([
    ['2026-11-22 12:00', 15, false],
    ['2026-11-22 12:15', 15, true],
    ['2026-11-22 12:00', 60, false],
    ['2026-11-22 12:30', 60, false],
    ['2026-11-22 13:00', 60, true],
    ['2026-11-23 00:00', 15, true],
    ['2026-11-22 00:15', 15, false],
    ['2026-03-29 12:00', 15, false],
    ['2026-03-29 12:15', 15, true],
    ['2026-10-25 12:00', 15, false],
    ['2026-10-25 12:15', 15, true],
    ['2026-10-26 00:00', 60, true],
  ])('MID3 covers only the periods after 12:00: %s (%d min): %s', (label, minutes, covered) => {
    const sessions = new Gates(LONG_BEFORE).open(ending(label, minutes));
    expect(sessions).toEqual(['MD', 'MID1', 'MID2', ...(covered ? ['MID3'] : [])]);
  });

  test('a morning period looks back without it when the gates of the day before are closed', () => {
    const at = utc('2026-11-21T21:00Z');
    expect(new Gates(at).open(ending('2026-11-22 10:00'))).toEqual(['MD', 'MID1', 'MID2']);
    expect(new Gates(at).open(ending('2026-11-22 12:15'))).toEqual(['MID3']);
  });

  test('every session is open for a look back a year later', () => {
    const at = utc('2027-11-22T00:00Z');
    expect(new Gates(at).open(ending('2026-11-22 12:00'))).toEqual(['MD', 'MID1', 'MID2']);
    expect(new Gates(at).open(ending('2026-11-22 12:15'))).toEqual(['MD', 'MID1', 'MID2', 'MID3']);
  });
});

test('a label 00:00 has the gates of the day before', () => {
  const at = utc('2026-11-21T11:00Z');
  expect(new Gates(at).open(ending('2026-11-23 00:00'))).toEqual(['MID1', 'MID2', 'MID3']);
  expect(new Gates(at).open(ending('2026-11-23 00:15'))).toEqual(['MD', 'MID1', 'MID2']);
});

test('one Gates returns for many days what one of each day returns', () => {
  const start = utc('2026-03-27T00:00Z');
  const quarter = fc.integer({ min: 0, max: 400 }).map((i) => start + i * 900_000);
  fc.assert(
    fc.property(fc.array(quarter, { maxLength: 20 }), quarter, (ends, at) => {
      const gates = new Gates(at);
      for (const end of ends) {
        const period = { end, minutes: 15 };
        expect(gates.open(period)).toEqual(new Gates(at).open(period));
      }
    }),
  );
});

test('every session has its market', () => {
  expect(SESSIONS.map(({ session, market }) => [session, market])).toEqual([
    ['MD', 'md_pdbc_spain'],
    ['MID1', 'mid_pibc01_spain'],
    ['MID2', 'mid_pibc02_spain'],
    ['MID3', 'mid_pibc03_spain'],
  ]);
  expect(MARKETS).toEqual(SESSIONS.map(({ market }) => market));
});

test('a session that is cancelled for a day cannot be chosen for that day alone', () => {
  const period = { end: Date.parse('2026-02-10T12:00:00Z'), minutes: 15 };
  const gates = new Gates(period.end, [{ session: 'MID1', date: '2026-02-10' }]);
  expect(gates.open(period)).toEqual(['MD', 'MID2', 'MID3']);
  const dayAfter = { ...period, end: Date.parse('2026-02-11T12:00:00Z') };
  expect(gates.open(dayAfter)).not.toContain('MD');
  expect(new Gates(dayAfter.end, [{ session: 'MID1', date: '2026-02-10' }]).open(dayAfter)).toEqual(
    ['MD', 'MID1', 'MID2', 'MID3'],
  );
});
