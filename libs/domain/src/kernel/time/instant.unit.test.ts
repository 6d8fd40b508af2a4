import { times } from '@solano/domain/contracts/thoroughness';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBefore, parseInstant } from './instant.ts';

describe('an instant', () => {
  test.each([
    ['with Z', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z'],
    ['without an offset: UTC', '2026-11-21T10:00:00', '2026-11-21T10:00:00Z'],
    ['without seconds', '2026-11-21T10:00', '2026-11-21T10:00:00Z'],
    ['without seconds, with an offset', '2026-11-21T10:00+01:00', '2026-11-21T09:00:00Z'],
    ['with an offset', '2026-11-21T10:00:00+02:00', '2026-11-21T08:00:00Z'],
    ['with a negative offset', '2026-11-21T23:30:00-05:30', '2026-11-22T05:00:00Z'],
    ['with an offset of no colon', '2026-11-21T10:00:00+0200', '2026-11-21T08:00:00Z'],
    ['with an offset of hours', '2026-11-21T10:00:00+02', '2026-11-21T08:00:00Z'],
    ['with an offset of nothing', '2026-11-21T10:00:00-00:00', '2026-11-21T10:00:00Z'],
    ['with the greatest offset', '2026-11-21T23:59:00+23:59', '2026-11-21T00:00:00Z'],
    ['across a year', '2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00Z'],
    ['with a space', '2026-11-21 10:00:00', '2026-11-21T10:00:00Z'],
    ['in lower case', '2026-11-21t10:00:00z', '2026-11-21T10:00:00Z'],
    ['with spaces around', ' 2026-11-21T10:00:00Z\n', '2026-11-21T10:00:00Z'],
    ['with a tenth', '2026-11-21T10:00:00.5Z', '2026-11-21T10:00:00.500000Z'],
    ['with milliseconds', '2026-11-21T10:00:00.123Z', '2026-11-21T10:00:00.123000Z'],
    ['with microseconds', '2026-11-21T10:00:00.123456Z', '2026-11-21T10:00:00.123456Z'],
    ['with one microsecond', '2026-11-21T10:00:00.000001+01:00', '2026-11-21T09:00:00.000001Z'],
    ['with zeros', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00Z'],
    ['with zeros beyond', '2026-11-21T10:00:00.1234560000Z', '2026-11-21T10:00:00.123456Z'],
    ['with a comma', '2026-11-21T10:00:00,25Z', '2026-11-21T10:00:00.250000Z'],
    ['on a leap day', '2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['on the leap day of 2000', '2000-02-29T23:59:59Z', '2000-02-29T23:59:59Z'],
    ['before a leap day by its offset', '2028-03-01T00:30:00+01:00', '2028-02-29T23:30:00Z'],
    ['in an hour that a clock skips', '2026-03-29T02:30:00', '2026-03-29T02:30:00Z'],
    ['in the year 1', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['in the year 1 by its offset', '0001-01-01T00:00:00-00:01', '0001-01-01T00:01:00Z'],
    ['in the year 99', '0099-06-01T00:00:00Z', '0099-06-01T00:00:00Z'],
    ['at the end of time', '9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['at the end of time, in Madrid', '9999-12-31T23:59:59+01:00', '9999-12-31T22:59:59Z'],
  ])('an instant is read %s', (_, text, expected) => {
    expect(parseInstant(text)).toBe(expected);
  });

  test.each([
    ['nothing', ''],
    ['a day', '2026-11-21'],
    ['an hour', '2026-11-21T10'],
    ['a time', '10:00:00'],
    ['a number', '1763719200'],
    ['a year of two digits', '26-11-21T10:00:00Z'],
    ['a year of six digits', '+002026-11-21T10:00:00Z'],
    ['a year before Christ', '-0001-11-21T10:00:00Z'],
    ['the year 0', '0000-12-31T23:59:59Z'],
    ['a month of one digit', '2026-1-21T10:00:00Z'],
    ['no dashes', '20261121T100000Z'],
    ['slashes', '2026/11/21T10:00:00Z'],
    ['Spanish order', '21-11-2026T10:00:00Z'],
    ['month 0', '2026-00-21T10:00:00Z'],
    ['month 13', '2026-13-21T10:00:00Z'],
    ['day 0', '2026-11-00T10:00:00Z'],
    ['day 31 of November', '2026-11-31T10:00:00Z'],
    ['day 32', '2026-12-32T10:00:00Z'],
    ['30 February', '2028-02-30T10:00:00Z'],
    ['29 February of a usual year', '2026-02-29T10:00:00Z'],
    ['29 February of 1900', '1900-02-29T10:00:00Z'],
    ['29 February of 2100', '2100-02-29T10:00:00Z'],
    ['24:00', '2026-11-21T24:00:00Z'],
    ['hour 25', '2026-11-21T25:00:00Z'],
    ['minute 60', '2026-11-21T10:60:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['second 61', '2026-11-21T10:00:61Z'],
    ['parts of a microsecond', '2026-11-21T10:00:00.1234567Z'],
    ['nanoseconds', '2026-11-21T10:00:00.000000001Z'],
    ['a point without a fraction', '2026-11-21T10:00:00.Z'],
    ['a fraction of a minute', '2026-11-21T10:00.5Z'],
    ['an offset of 24 hours', '2026-11-21T10:00:00+24:00'],
    ['an offset of 60 minutes', '2026-11-21T10:00:00+01:60'],
    ['an offset of one digit', '2026-11-21T10:00:00+1'],
    ['an offset of three digits', '2026-11-21T10:00:00+010'],
    ['an offset that ends in its colon', '2026-11-21T10:00:00+01:'],
    ['an offset with seconds', '2026-11-21T10:00:00+01:00:00'],
    ['two offsets', '2026-11-21T10:00:00Z+01:00'],
    ['a space before the offset', '2026-11-21T10:00:00 +01:00'],
    ['two spaces', '2026-11-21  10:00:00'],
    ['the name of a zone', '2026-11-21T10:00:00 CET'],
    ['a zone in brackets', '2026-11-21T10:00:00+01:00[Europe/Madrid]'],
    ['a minus sign of print', '2026-11-21T10:00:00\u221201:00'],
    ['other digits', '２０２６-11-21T10:00:00Z'],
    ['two lines', '2026-11-21T10:00:00Z\n2026'],
    ['before the year 1 by its offset', '0001-01-01T00:00:00+00:01'],
    ['after the year 9999 by its offset', '9999-12-31T23:59:59.999999-00:01'],
  ])('an instant cannot be read from %s', (_, text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

/** Far enough from both ends for any offset. */
const seconds = fc.integer({
  min: Date.parse('0001-01-02T00:00:00Z') / 1000,
  max: Date.parse('9999-12-30T23:59:59Z') / 1000,
});
const micros = fc.integer({ min: 0, max: 999_999 });

/** An instant as the service writes it. */
function written(seconds: number, micro: number): string {
  const fraction = micro === 0 ? '' : `.${String(micro).padStart(6, '0')}`;
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${fraction}Z`;
}

test('an instant with any offset is converted, and the result is read unchanged', () => {
  const minutes = fc.integer({ min: -1_439, max: 1_439 });
  fc.assert(
    fc.property(seconds, micros, minutes, (second, micro, offset) => {
      const instant = written(second, micro);
      expect(parseInstant(instant)).toBe(instant);
      const wall = written(second + offset * 60, micro).slice(0, -1);
      const size = Math.abs(offset);
      const [hh, mm] = [Math.floor(size / 60), size % 60].map((n) => String(n).padStart(2, '0'));
      expect(parseInstant(`${wall}${offset < 0 ? '-' : '+'}${hh}:${mm}`)).toBe(instant);
    }),
  );
});

test('an instant is only of a day of the calendar', () => {
  const days = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  );
  fc.assert(
    fc.property(days, ([year, month, day]) => {
      const date = new Date(0);
      date.setUTCFullYear(year, month - 1, day);
      const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
      const [mm, dd] = [month, day].map((n) => String(n).padStart(2, '0'));
      const text = `${String(year).padStart(4, '0')}-${mm}-${dd}T12:00:00Z`;
      expect(parseInstant(text)).toBe(exists ? text : undefined);
    }),
    { numRuns: times(1_000) },
  );
});

describe('the order of instants', () => {
  test.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:01Z', true],
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z', false],
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000001Z', true],
    ['2026-11-21T10:00:00.000001Z', '2026-11-21T10:00:00Z', false],
    ['2026-11-21T10:00:00.999999Z', '2026-11-21T10:00:01Z', true],
    ['2026-11-21T10:00:00.100000Z', '2026-11-21T10:00:00.099999Z', false],
    ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', true],
  ])('the order of instants puts %s before %s: %s', (a, b, expected) => {
    expect(isBefore(a, b)).toBe(expected);
  });

  test('the order of instants is the order of time', () => {
    const near = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 3 }));
    const any = fc.oneof(near, fc.tuple(seconds, micros));
    fc.assert(
      fc.property(any, any, (a, b) => {
        const difference = a[0] - b[0] || a[1] - b[1];
        expect(isBefore(written(...a), written(...b))).toBe(difference < 0);
      }),
      { numRuns: times(1_000) },
    );
  });
});
