import { times } from '@solano/domain/contracts/thoroughness';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from './durations.ts';
import { isZoneName, Zone } from './zone.ts';

const utc = (text: string) => Date.parse(text);

describe('the offset', () => {
  test.each([
    ['Europe/Madrid', '2026-01-15T12:00:00Z', 1],
    ['Europe/Madrid', '2026-07-15T12:00:00Z', 2],
    ['Europe/Madrid', '2026-03-29T00:59:59.999Z', 1],
    ['Europe/Madrid', '2026-03-29T01:00:00Z', 2],
    ['Europe/Madrid', '2026-10-25T00:59:59.999Z', 2],
    ['Europe/Madrid', '2026-10-25T01:00:00Z', 1],
    ['Europe/Madrid', '2025-12-31T23:59:59.999Z', 1],
    ['Europe/Lisbon', '2026-07-15T12:00:00Z', 1],
    ['UTC', '2026-07-15T12:00:00Z', 0],
    ['America/St_Johns', '2026-01-15T12:00:00Z', -3.5],
    ['Australia/Lord_Howe', '2026-01-15T12:00:00Z', 11],
    ['Australia/Lord_Howe', '2026-07-15T12:00:00Z', 10.5],
  ])('the offset of %s at %s is %d h', (zone, instant, hours) => {
    expect(new Zone(zone).offsetAt(utc(instant))).toBe(hours * HOUR_MS);
  });

  test('the offset is that of luxon at any instant, whatever was asked before', () => {
    const names = ['Europe/Madrid', 'Europe/Lisbon', 'Africa/Casablanca', 'Australia/Lord_Howe'];
    const zones = new Map(names.map((name) => [name, new Zone(name)]));
    const seconds = fc.integer({ min: utc('1975-01-01') / 1000, max: utc('2050-01-01') / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...names), seconds, (name, second) => {
        const instant = second * 1000;
        const expected = DateTime.fromMillis(instant, { zone: name }).offset * 60_000;
        expect(zones.get(name)?.offsetAt(instant)).toBe(expected);
      }),
      { numRuns: times(500) },
    );
  });
});

describe('the instants of a wall time', () => {
  test.each([
    ['a plain winter time', '2026-01-15T12:00Z', ['2026-01-15T11:00:00.000Z']],
    ['a plain summer time', '2026-07-15T12:00Z', ['2026-07-15T10:00:00.000Z']],
    ['the last one before the gap', '2026-03-29T01:59Z', ['2026-03-29T00:59:00.000Z']],
    ['the first one in the gap', '2026-03-29T02:00Z', []],
    ['the last one in the gap', '2026-03-29T02:59Z', []],
    ['the first one after the gap', '2026-03-29T03:00Z', ['2026-03-29T01:00:00.000Z']],
    ['the last one before the repeated hour', '2026-10-25T01:59Z', ['2026-10-24T23:59:00.000Z']],
    [
      'the first one of the repeated hour',
      '2026-10-25T02:00Z',
      ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'],
    ],
    [
      'the last one of the repeated hour',
      '2026-10-25T02:59Z',
      ['2026-10-25T00:59:00.000Z', '2026-10-25T01:59:00.000Z'],
    ],
    ['the first one after the repeated hour', '2026-10-25T03:00Z', ['2026-10-25T02:00:00.000Z']],
  ])('the instants of a wall time are found for %s', (_, wall, expected) => {
    const instants = new Zone('Europe/Madrid').instantsOf(utc(wall));
    expect(instants.map((instant) => new Date(instant).toISOString())).toEqual(expected);
  });
});

test.each(['Europe/Atlantis', '', 'EUR-MAD'])('the name %j is not a zone', (name) => {
  expect(() => new Zone(name)).toThrow(RangeError);
});

test('the name of a zone is known without regard to case, and only in letters of ASCII', () => {
  const texts = [
    'Asia/Kabul',
    'ASIA/KABUL',
    'Asia/\u212aabul',
    'Asia/Kabul ',
    'Etc/GMT+5',
    '+05:00',
  ];
  const expected = [true, true, false, false, true, false];
  expect(texts.map(isZoneName)).toEqual(expected);
  expect(texts.map(isZoneName)).toEqual(expected);
});
