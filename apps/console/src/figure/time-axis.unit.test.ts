import { expect, it } from 'vitest';
import { HOUR_MS, MADRID, startOfDay } from '../time/zone.ts';
import { tickLabel, timeTicks } from './time-axis.ts';

it('The axis has ticks at whole hours of the local clock on a day of 25 hours', () => {
  const from = startOfDay('2026-10-25', MADRID);
  const ticks = timeTicks(from, from + 25 * HOUR_MS, 700, MADRID);
  const hours = ticks.map((at) => (at - from) / HOUR_MS);
  // The clock shows 00:00, 03:00 (after four hours), 06:00, … and 00:00 again.
  expect(hours).toEqual([0, 4, 7, 10, 13, 16, 19, 22, 25]);
});

it('The axis leaves room for the name of a day beside a time', () => {
  const from = startOfDay('2026-11-27', MADRID);
  const pixels = 1_140;
  const ticks = timeTicks(from, from + 10 * 24 * HOUR_MS, pixels, MADRID);
  const [first = 0, second = 0] = ticks;
  expect(((second - first) / (10 * 24 * HOUR_MS)) * pixels).toBeGreaterThan(70);
});

it('A long axis has ticks at midnights of the zone', () => {
  const from = startOfDay('2026-03-27', MADRID);
  const ticks = timeTicks(from, from + 5 * 24 * HOUR_MS, 400, MADRID);
  expect(ticks.map((at) => new Date(at).toISOString().slice(5, 16))).toEqual([
    '03-26T23:00',
    '03-27T23:00',
    '03-28T23:00',
    '03-29T22:00',
    '03-30T22:00',
    '03-31T22:00',
  ]);
});

it.each([
  [60, ['01:00', '02:00 UTC+2', '02:00 UTC+1', '03:00']],
  [30, ['01:00', '01:30', '02:00 UTC+2', '02:30 UTC+2', '02:00 UTC+1', '02:30 UTC+1', '03:00']],
])(
  'The axis has a tick every %i minutes in both passes of an hour that is repeated, with their offsets',
  (minutes, labels) => {
    const from = Date.parse('2026-10-24T23:00Z');
    const ticks = timeTicks(from, from + 3 * HOUR_MS, (180 / minutes) * 75, MADRID);
    expect(ticks.map((at) => tickLabel(at, MADRID).replace('\u00a0', ' '))).toEqual(labels);
  },
);
