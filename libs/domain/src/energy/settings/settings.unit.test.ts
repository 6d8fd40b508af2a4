import { DAY_MS } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { atBusbar, groupCountsAt, knownAfterMs, lossesAt } from './settings.ts';

describe('losses', () => {
  const losses = [
    { from: '2026-01-01', percent: '5.25' },
    { from: '2026-03-29', percent: '0.0001' },
    { from: '2026-07-01', percent: '99.9999' },
  ];

  test.each([
    ['2025-12-31', '0', 1_000_000],
    ['2026-01-01', '5.25', 1_052_500],
    ['2026-03-28', '5.25', 1_052_500],
    ['2026-03-29', '0.0001', 1_000_001],
    ['2027-01-01', '99.9999', 1_999_999],
  ])('losses count from their day on: %s', (day, percent, factorMillionths) => {
    expect(lossesAt({ losses }, day)).toEqual({ percent, factorMillionths });
  });

  test.each([
    [2_000_000, '5.25', 2_105_000],
    [1, '49.9999', 1],
    [1, '50', 2],
    [-1, '50', -2],
    [-1, '49.9999', -1],
    [0, '50', 0],
    // MW × 10⁶ × factor × 10⁶ has more digits than a number.
    [999_999_999_999_999, '0.0001', 1_000_000_999_999_999],
  ])('losses raise %d millionths of a MW by %s percent exactly', (microMw, percent, raised) => {
    const dated = lossesAt({ losses: [{ from: '2026-01-01', percent }] }, '2026-01-01');
    expect(atBusbar(microMw, dated)).toBe(raised);
  });
});

describe('groups', () => {
  const groups = [
    { group: 'sur', ends: '2026-03-29' },
    { group: 'norte', ends: null },
  ];
  const firstStart = new Date('2026-03-01T00:00:00Z');

  test.each([
    ['2026-02-28T23:59:59.999Z', false],
    ['2026-03-01T00:00:00Z', true],
    // The day on which the clock goes forward ends at 22:00.
    ['2026-03-29T21:59:59.999Z', true],
    ['2026-03-29T22:00:00Z', false],
  ])('a group counts from its first value to the end of its last Madrid day: %s', (at, counts) => {
    expect(groupCountsAt({ groups }, { group: 'sur', firstStart }, Date.parse(at))).toBe(counts);
  });

  test.each(['norte', 'centro'])('a group without an end counts for good: %s', (group) => {
    const at = firstStart.getTime() + 9_999 * DAY_MS;
    expect(groupCountsAt({ groups }, { group, firstStart }, at)).toBe(true);
  });
});

test('the time after which a value is known is in milliseconds', () => {
  expect(knownAfterMs({ knownAfterMinutes: 90 })).toBe(5_400_000);
});
