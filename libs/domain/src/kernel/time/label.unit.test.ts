import { times } from '@solano/domain/contracts/thoroughness';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS, QUARTER_MS } from './durations.ts';
import { inferStep, LabelReader, labelOf, MADRID, parseWallTime, wallTime } from './label.ts';
import { Zone } from './zone.ts';

const utc = (text: string) => Date.parse(text);
const isos = (read: readonly (number | string)[]) =>
  read.map((each) => (typeof each === 'number' ? new Date(each).toISOString() : each));
const readAll = (...labels: string[]) => {
  const reader = new LabelReader();
  return isos(labels.map((label) => reader.read(label)));
};

describe('a wall time', () => {
  test.each([
    ['2026-11-22 00:15', '2026-11-22T00:15:00.000Z'],
    ['2026-11-22 23:59', '2026-11-22T23:59:00.000Z'],
    ['2024-02-29 12:00', '2024-02-29T12:00:00.000Z'],
    ['2000-02-29 12:00', '2000-02-29T12:00:00.000Z'],
    ['0001-01-01 00:00', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31 23:45', '0099-12-31T23:45:00.000Z'],
    ['0004-02-29 00:00', '0004-02-29T00:00:00.000Z'],
    ['9999-12-31 23:59', '9999-12-31T23:59:00.000Z'],
  ])('the wall time %s is read', (label, expected) => {
    expect(isos([parseWallTime(label) ?? 'undefined'])).toEqual([expected]);
  });

  test.each([
    ['2026-02-29 12:00', 'no leap year'],
    ['1900-02-29 12:00', 'no leap year although 1900 is a multiple of four'],
    ['2026-02-30 12:00', 'February'],
    ['2026-04-31 12:00', 'a month of thirty days'],
    ['2026-01-32 12:00', 'day 32'],
    ['2026-01-00 12:00', 'day 0'],
    ['2026-00-10 12:00', 'month 0'],
    ['2026-13-10 12:00', 'month 13'],
    ['0000-01-01 00:00', 'the year 0'],
    ['2026-01-01 24:00', 'hour 24'],
    ['2026-01-01 12:60', 'minute 60'],
    ['2026-01-01T12:00', 'a T'],
    ['2026-01-01 12:00:00', 'seconds'],
    ['2026-01-01 12:00Z', 'an offset'],
    ['2026-1-1 12:00', 'one digit'],
    ['26-01-01 12:00', 'two digits of a year'],
    [' 2026-01-01 12:00', 'a space before'],
    ['2026-01-01 12:00\n', 'a line feed behind'],
    ['2026-01-01  12:00', 'two spaces'],
    ['01/01/2026 12:00', 'another order'],
    ['٢٠٢٦-٠١-٠١ ١٢:٠٠', 'other digits'],
    ['', 'nothing'],
  ])('a wall time of %j is rejected: %s', (label) => {
    expect(parseWallTime(label)).toBeUndefined();
  });

  test('a wall time may overflow its month', () => {
    expect(wallTime(2026, 10, 32)).toBe(utc('2026-11-01T00:00Z'));
    expect(wallTime(2026, 3, 0, 12)).toBe(utc('2026-02-28T12:00Z'));
    expect(wallTime(50, 1, 1)).toBe(utc('0050-01-01T00:00:00Z'));
  });
});

describe('a label of Madrid', () => {
  test.each([
    ['winter', '2026-11-22 00:15', '2026-11-21T23:15:00.000Z'],
    ['summer', '2026-07-01 00:00', '2026-06-30T22:00:00.000Z'],
    ['any minute', '2026-07-01 10:07', '2026-07-01T08:07:00.000Z'],
  ])('a label of Madrid is read in %s: %s', (_, label, expected) => {
    expect(readAll(label)).toEqual([expected]);
  });

  test.each(['02:00', '02:01', '02:15', '02:30', '02:45', '02:59'])(
    'a label of Madrid is never %s in March',
    (time) => {
      expect(readAll(`2026-03-29 ${time}`)).toEqual(['invalid']);
      expect(readAll(`2026-03-28 ${time}`)).not.toEqual(['invalid']);
    },
  );

  test('the label 03:00 is a minute after 01:59 in March', () => {
    expect(readAll('2026-03-29 01:59', '2026-03-29 03:00')).toEqual([
      '2026-03-29T00:59:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ]);
  });

  test.each(['02:00', '02:15', '02:30', '02:45'])(
    'the label %s in October is first summer time, then winter time, then repeated',
    (time) => {
      const label = `2026-10-25 ${time}`;
      const minutes = time.slice(3);
      expect(readAll(label, label, label, label)).toEqual([
        `2026-10-25T00:${minutes}:00.000Z`,
        `2026-10-25T01:${minutes}:00.000Z`,
        'repeated',
        'repeated',
      ]);
    },
  );

  test('a label of Madrid is counted by its occurrences, whatever stands between', () => {
    expect(
      readAll('2026-10-25 02:15', '2026-10-25 02:00', '2026-10-25 02:15', '2026-10-25 02:00'),
    ).toEqual([
      '2026-10-25T00:15:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:15:00.000Z',
      '2026-10-25T01:00:00.000Z',
    ]);
  });

  test.each(['2026-10-25 01:45', '2026-10-25 03:00', '2026-11-22 02:00'])(
    'a label of Madrid occurs once at %s',
    (label) => {
      expect(readAll(label, label)[1]).toBe('repeated');
    },
  );

  test('a label is read by the clock of another zone in a reader of that zone', () => {
    expect(new LabelReader(new Zone('Europe/Lisbon')).read('2026-07-01 10:00')).toBe(
      utc('2026-07-01T09:00Z'),
    );
  });

  test.each(['0001-01-01 00:00', '0099-05-05 05:05', '1900-12-31 23:45', '9999-12-31 23:59'])(
    'a label of Madrid of %s can be read back',
    (label) => {
      const instant = new LabelReader().read(label);
      expect(labelOf(instant as number)).toBe(label);
    },
  );
});

describe('the quarter hours of a day', () => {
  test.each([
    ['2026-03-29', 92],
    ['2026-11-22', 96],
    ['2026-07-01', 96],
    ['2026-10-25', 100],
    ['2024-02-29', 96],
  ])('the quarter hours of %s are %d, and each label can be read back', (day, count) => {
    const next = DateTime.fromISO(day, { zone: 'Europe/Madrid' }).plus({ days: 1 });
    const labels: string[] = [];
    const start = DateTime.fromISO(day, { zone: 'Europe/Madrid' }).toMillis();
    for (let t = start + QUARTER_MS; t <= next.toMillis(); t += QUARTER_MS) labels.push(labelOf(t));
    expect(labels).toHaveLength(count);
    expect(labels[0]).toBe(`${day} 00:15`);
    expect(labels.at(-1)).toBe(next.toFormat('yyyy-MM-dd HH:mm'));
    const reader = new LabelReader();
    expect(labels.map((label) => reader.read(label))).toEqual(
      labels.map((_, i) => start + (i + 1) * QUARTER_MS),
    );
  });
});

describe('at any instant', () => {
  const zones = { 'Europe/Madrid': MADRID, 'Atlantic/Canary': new Zone('Atlantic/Canary') };
  const zone = fc.constantFrom('Europe/Madrid' as const, 'Atlantic/Canary' as const);
  const between = (from: string, to: string) =>
    fc
      .integer({ min: utc(from) / MINUTE_MS, max: utc(to) / MINUTE_MS })
      .map((minute) => minute * MINUTE_MS);
  const instant = fc.oneof(
    between('1975-01-01T00:00Z', '2060-01-01T00:00Z'),
    between('2026-03-28T22:00Z', '2026-03-29T04:00Z'),
    between('2026-10-24T22:00Z', '2026-10-25T04:00Z'),
  );

  test('the label is that of luxon', () => {
    fc.assert(
      fc.property(zone, instant, (name, at) => {
        const expected = DateTime.fromMillis(at, { zone: name }).toFormat('yyyy-MM-dd HH:mm');
        expect(labelOf(at, zones[name])).toBe(expected);
      }),
      { numRuns: times(500) },
    );
  });

  test('one of the readings of the label is the instant, and all show that label', () => {
    fc.assert(
      fc.property(zone, instant, (name, at) => {
        const label = labelOf(at, zones[name]);
        const reader = new LabelReader(zones[name]);
        const readings = [reader.read(label), reader.read(label)].filter((r) => r !== 'repeated');
        expect(readings).toContain(at);
        for (const reading of readings) expect(labelOf(reading as number, zones[name])).toBe(label);
      }),
      { numRuns: times(500) },
    );
  });
});

describe('the step', () => {
  const series = (...minutes: number[]) =>
    minutes.map((m) => utc('2026-11-22T00:00Z') + m * MINUTE_MS);

  test.each([
    ['a lone item', [0], 60],
    ['no item', [], 60],
    ['hours', [60, 120, 180], 60],
    ['half hours', [30, 60, 90], 30],
    ['quarters', [15, 30, 45], 15],
    ['unsorted quarters', [45, 15, 30], 15],
    ['one missing quarter', [15, 30, 60, 75], 15],
    ['hours with a gap', [60, 120, 240], 60],
    ['hours, then quarters', [60, 120, 135], 15],
    ['quarters, then hours', [15, 30, 90, 150], 15],
    ['an odd step', [7, 14, 28], 7],
    ['days apart', [0, 1440], 60],
    ['quarters of which one is repeated', [15, 30, 30, 45], 15],
  ])('the step is read from the labels of %s', (_, minutes, expected) => {
    expect(inferStep(series(...minutes))).toBe(expected);
  });

  test('the step is that of instants in order of number, not of text', () => {
    expect(inferStep([30, 0, 60, -30, 120, 90].map((m) => m * MINUTE_MS))).toBe(30);
    expect(inferStep([30, 15].map((m) => m * MINUTE_MS))).toBe(15);
  });

  test('the step across the change of clocks is that of real time', () => {
    const reader = new LabelReader();
    const march = ['2026-03-29 01:00', '2026-03-29 03:00'].map((l) => reader.read(l) as number);
    expect(inferStep(march)).toBe(60);
    const october = ['2026-10-25 02:00', '2026-10-25 02:00'].map((l) => reader.read(l) as number);
    expect(inferStep(october)).toBe(60);
  });
});
