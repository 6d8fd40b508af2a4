import { describe, expect, it } from 'vitest';
import { labelInstants, stepOf } from './labels.ts';
import { addDays, DAY_MS, dayOf, instantOf, MADRID, startOfDay } from './zone.ts';

const iso = (instants: number[]) => instants.map((at) => new Date(at).toISOString().slice(0, 16));

describe('labelInstants', () => {
  it('The repeated hour of October is read first in summer time, then in winter time', () => {
    const labels = ['2026-10-25 01:45', '2026-10-25 02:00', '2026-10-25 02:00', '2026-10-25 03:00'];
    expect(iso(labelInstants(labels))).toEqual([
      '2026-10-24T23:45',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ]);
  });

  it('A label that the clock of March never shows has no instant', () => {
    const [before, skipped, after] = labelInstants([
      '2026-03-29 01:45',
      '2026-03-29 02:15',
      '2026-03-29 03:00',
    ]);
    expect(skipped).toBeNaN();
    expect((after ?? 0) - (before ?? 0)).toBe(15 * 60_000);
  });
});

describe('A day in a zone', () => {
  it.each([
    ['2026-03-29', 23],
    ['2026-06-01', 24],
    ['2026-10-25', 25],
  ])('%s has %i hours in Madrid', (day, hours) => {
    const length = startOfDay(addDays(day, 1), MADRID) - startOfDay(day, MADRID);
    expect(length / (DAY_MS / 24)).toBe(hours);
  });

  it('A day belongs to the zone, not to the browser', () => {
    const at = Date.parse('2026-11-22T23:30Z');
    expect([dayOf(at, MADRID), dayOf(at, 'Atlantic/Canary')]).toEqual(['2026-11-23', '2026-11-22']);
  });

  it('A skipped time is read as if the clock had not been changed', () => {
    expect(iso([instantOf(Date.parse('2026-03-29T02:30Z'), MADRID)])).toEqual(['2026-03-29T01:30']);
  });
});

it('The step of a series with a gap is its shortest distance', () => {
  const quarter = 15 * 60_000;
  expect(stepOf([0, quarter, 3 * quarter])).toBe(quarter);
  expect(stepOf([0])).toBe(60 * 60_000);
});
