import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { readDate, readInstants, readTimestamp } from '../src/database/values.ts';

const byDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

describe('readTimestamp', () => {
  test.each([
    ['2026-11-21 00:15:00+00', '2026-11-21T00:15:00.000Z'],
    ['2026-11-21 23:59:59.5+00', '2026-11-21T23:59:59.500Z'],
    ['2026-11-21 00:15:00.05+00', '2026-11-21T00:15:00.050Z'],
    ['2024-02-29 00:15:00.001999+00', '2024-02-29T00:15:00.001Z'],
    ['1000-01-01 00:00:00+00', '1000-01-01T00:00:00.000Z'],
    ['0999-12-31 23:59:59.999999+00', '0999-12-31T23:59:59.999Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
    ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
    ['0001-12-31 23:59:59+00 BC', '0000-12-31T23:59:59.000Z'],
    ['2026-11-21 00:15:00+05:30', '2026-11-20T18:45:00.000Z'],
  ])('the timestamp %s is %s', (text, expected) => {
    expect(readTimestamp(text).toISOString()).toBe(expected);
  });

  test.each(['infinity', '-infinity'])('the timestamp %s is what the driver reads', (text) => {
    expect(readTimestamp(text)).toBe(byDriver(text));
  });

  test('readTimestamp reads every instant as the driver does', () => {
    const [min, max] = [new Date('0001-01-01'), new Date('9999-12-31')];
    const dates = fc.date({ min, max, noInvalidDate: true });
    const fractions = fc.stringMatching(/^(\.\d{1,6})?$/);
    fc.assert(
      fc.property(dates, fractions, (date, fraction) => {
        const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`;
        expect(readTimestamp(text)).toEqual(byDriver(text));
      }),
    );
  });
});

test.each([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['0999-01-02', '0999-01-02T00:00:00.000Z'],
])('a date is its midnight in UTC: %s', (text, instant) => {
  expect(readDate(text).toISOString()).toBe(instant);
});

test.each([
  ['{}', []],
  ['{"2026-11-21 00:15:00+00"}', ['2026-11-21T00:15:00.000Z']],
  [
    '{"2026-11-21 23:45:00+00","2026-11-22 00:00:00+00","2026-11-22 00:00:00.5+00"}',
    ['2026-11-21T23:45:00.000Z', '2026-11-22T00:00:00.000Z', '2026-11-22T00:00:00.500Z'],
  ],
  [
    '{"0001-12-31 23:59:59+00 BC","2026-11-21 00:15:00+00"}',
    ['0000-12-31T23:59:59.000Z', '2026-11-21T00:15:00.000Z'],
  ],
])('readInstants reads the array %s', (array, expected) => {
  expect(readInstants(array)).toEqual(expected.map((text) => Date.parse(text)));
});
