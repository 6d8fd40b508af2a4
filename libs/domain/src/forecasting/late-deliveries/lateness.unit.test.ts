import { expect, test } from 'vitest';
import { firstMissed, lastMissed } from './lateness.ts';

const dates = (...times: string[]) => times.map((time) => new Date(`${time}:00Z`));
const missed = (find: typeof firstMissed, times: string[], now: string) => {
  const [at = new Date()] = dates(now);
  const found = find(dates(...times), at);
  return found && [found.day, found.expectedBy.toISOString().slice(0, 16)];
};

/** Deliveries at 06:00 and 07:30 on the Madrid clock of winter. */
const WINTER = ['2026-01-12T05:00', '2026-01-11T06:30', '2026-01-10T05:00'];

test.each([
  ['before the latest of the usual times', WINTER, '2026-01-13T06:30', undefined],
  ['less than an hour after it', WINTER, '2026-01-13T07:29', undefined],
  ['an hour after it', WINTER, '2026-01-13T07:30', ['2026-01-13', '2026-01-13T07:30']],
  ['a week after it', WINTER, '2026-01-20T09:00', ['2026-01-13', '2026-01-13T07:30']],
  ['where nothing ever came', [], '2026-01-20T09:00', undefined],
  [
    'after midnight, of the day before',
    ['2026-01-12T22:30'],
    '2026-01-14T00:00',
    ['2026-01-13', '2026-01-13T23:30'],
  ],
  [
    'an hour later by UTC once winter time begins',
    ['2026-10-24T05:00'],
    '2026-10-25T07:00',
    ['2026-10-25', '2026-10-25T07:00'],
  ],
  [
    'in the hour that spring leaves out',
    ['2026-03-28T00:30'],
    '2026-03-29T02:00',
    ['2026-03-29', '2026-03-29T01:30'],
  ],
])('the first missed delivery %s is found', (_, times, now, expected) => {
  expect(missed(firstMissed, times, now)).toEqual(expected);
});

test.each([
  ['less than an hour after the usual time', '2026-01-13T07:29', undefined],
  ['on the first day', '2026-01-13T08:00', ['2026-01-13', '2026-01-13T07:30']],
  ['in the night after it', '2026-01-14T03:00', ['2026-01-13', '2026-01-13T07:30']],
  ['on the next day', '2026-01-14T07:30', ['2026-01-14', '2026-01-14T07:30']],
  ['a week later', '2026-01-20T09:00', ['2026-01-20', '2026-01-20T07:30']],
])('the last missed delivery %s is found', (_, now, expected) => {
  expect(missed(lastMissed, WINTER, now)).toEqual(expected);
});

test.each([
  ['is not found before its time, after midnight', '2026-01-15T23:10', undefined],
  ['is found at its time', '2026-01-15T23:30', ['2026-01-15', '2026-01-15T23:30']],
  ['is found until the next time', '2026-01-16T22:00', ['2026-01-15', '2026-01-15T23:30']],
])('a missed delivery of the second day %s', (_, now, expected) => {
  expect(missed(lastMissed, ['2026-01-12T22:30'], now)).toEqual(expected);
});
