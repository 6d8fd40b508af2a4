import { describe, expect, it, test } from 'vitest';
import { labelInstants, stepOf } from './labels.ts';
import {
  addDays,
  clockOf,
  dayOf,
  HOUR_MS,
  inputTime,
  instantOf,
  instantsShowing,
  isRepeated,
  MADRID,
  MINUTE_MS,
  offsetName,
  startOfDay,
} from './zone.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const DAYS = [
  ['2026-03-29', 92],
  ['2026-06-01', 96],
  ['2026-10-25', 100],
] as const;
const ZONES = [MADRID, 'Europe/Lisbon', 'Atlantic/Azores', 'America/New_York', 'Asia/Kolkata'];

/** Returns the labels of a day's quarter hours as a clock shows their ends, by the formats of the platform. */
function labelsOf(day: string, zone: string): string[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const labels: string[] = [];
  const end = startOfDay(addDays(day, 1), zone);
  for (let at = startOfDay(day, zone) + QUARTER_MS; at <= end; at += QUARTER_MS)
    labels.push(format.format(at));
  return labels;
}

describe.each(DAYS)('The quarter hours of %s', (day, count) => {
  const labels = labelsOf(day, MADRID);

  it(`The day has ${count} quarter hours, the last one named by the next midnight`, () => {
    expect(labels).toHaveLength(count);
    expect(labels[0]).toBe(`${day} 00:15`);
    expect(labels.at(-1)).toBe(`${addDays(day, 1)} 00:00`);
  });

  it('The quarter hours follow each other without a gap', () => {
    const instants = labelInstants(labels);
    const first = startOfDay(day, MADRID) + QUARTER_MS;
    expect(instants).toEqual(instants.map((_at, index) => first + index * QUARTER_MS));
    expect(stepOf(instants)).toBe(QUARTER_MS);
  });

  it('The quarter hours are the same instants whatever day is read before them', () => {
    const before = labelsOf(addDays(day, -1), MADRID);
    expect(labelInstants([...before, ...labels]).slice(before.length)).toEqual(
      labelInstants(labels),
    );
  });

  it('The quarter hours begin on the day, by the clock of Madrid', () => {
    for (const end of labelInstants(labels)) expect(dayOf(end - 1, MADRID)).toBe(day);
  });
});

test.each(ZONES)('A year of hours in %s is on the clock that the platform shows', (zone) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const start = Date.parse('2026-01-01T00:00Z');
  for (let at = start; at < start + 365 * 24 * HOUR_MS; at += 7 * HOUR_MS) {
    const shown = format.format(at);
    expect(inputTime(at, zone)).toBe(shown.replace(' ', 'T'));
    expect(instantsShowing(clockOf(at, zone), zone)).toContain(at);
  }
});

describe('A change of the clock', () => {
  const clock = (text: string) => Date.parse(`${text}Z`);
  const iso = (at: number) => new Date(at).toISOString().slice(0, 16);

  it.each([
    ['2026-10-25T02:30', MADRID, ['2026-10-25T00:30', '2026-10-25T01:30']],
    ['2026-10-25T01:59', MADRID, ['2026-10-24T23:59']],
    ['2026-10-25T03:00', MADRID, ['2026-10-25T02:00']],
    ['2026-03-29T02:00', MADRID, []],
    ['2026-03-29T02:59', MADRID, []],
    ['2026-03-29T03:00', MADRID, ['2026-03-29T01:00']],
    ['2026-10-25T01:30', 'Europe/Lisbon', ['2026-10-25T00:30', '2026-10-25T01:30']],
    ['2026-10-25T00:30', 'Atlantic/Azores', ['2026-10-25T00:30', '2026-10-25T01:30']],
  ])('The time %s in %s is shown at %j', (text, zone, instants) => {
    expect(instantsShowing(clock(text), zone).map(iso)).toEqual(instants);
  });

  it('The first of two instants is meant by a time of which nobody says more', () => {
    expect(iso(instantOf(clock('2026-10-25T02:30'), MADRID))).toBe('2026-10-25T00:30');
    expect(iso(instantOf(clock('2026-03-29T02:00'), MADRID))).toBe('2026-03-29T01:00');
  });

  it.each([
    ['2026-10-25T00:30', MADRID, 'UTC+2', true],
    ['2026-10-25T01:30', MADRID, 'UTC+1', true],
    ['2026-10-25T02:00', MADRID, 'UTC+1', false],
    ['2026-10-24T23:59', MADRID, 'UTC+2', false],
    ['2026-10-25T00:30', 'Atlantic/Azores', 'UTC+0', true],
    ['2026-10-25T01:30', 'Atlantic/Azores', 'UTC−1', true],
    ['2026-04-04T15:15', 'Australia/Lord_Howe', 'UTC+10:30', true],
  ])('The instant %s in %s is of %s, and shown twice: %s', (at, zone, offset, isTwice) => {
    expect(offsetName(clock(at), zone)).toBe(offset);
    expect(isRepeated(clock(at), zone)).toBe(isTwice);
  });

  it('A zone without a change of the clock has no such day', () => {
    expect(startOfDay('2026-10-25', 'Asia/Kolkata')).toBe(Date.parse('2026-10-24T18:30Z'));
  });
});

describe('Days', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-29', -1, '2026-03-28'],
    ['2026-10-25', 365, '2027-10-25'],
  ])('The day %s and %i more is %s', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
  });
});

describe('The step of a series', () => {
  it('The step of a series is an hour if it is not known, or longer', () => {
    expect(stepOf([])).toBe(HOUR_MS);
    expect(stepOf([0, 24 * HOUR_MS])).toBe(HOUR_MS);
  });

  it('The step of a series does not depend on order or repetitions', () => {
    expect(stepOf([QUARTER_MS * 2, 0, 0, QUARTER_MS * 4])).toBe(QUARTER_MS * 2);
  });
});
