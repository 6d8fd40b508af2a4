import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describe as descriptionOf, type Figure } from '../figure/figure.ts';
import { tickLabel, timeTicks } from '../figure/time-axis.ts';
import { setLanguage } from '../i18n/language.ts';
import { HOUR_MS, MADRID, startOfDay } from '../time/zone.ts';
import { figureRows } from './figure-rows.ts';
import { periodText } from './period-text.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

const START = Date.parse('2026-10-25T00:00Z');
const FIGURE: Figure = {
  title: 'Prices',
  unit: 'EUR/MWh',
  zone: MADRID,
  starts: [START, START + HOUR_MS, START + 4 * HOUR_MS],
  step: HOUR_MS,
  series: [
    { label: 'MD', values: [1234.5, null, -0.25], color: '--md', decimals: 2 },
    { label: 'MID1', values: [null, null, null], color: '--mid1' },
    { label: 'MD, p90', values: [9, 9, 9], color: '--band', edgeOf: 'MD' },
    { label: 'sold', values: [0, 2, 4], drawn: [10, 12, 14], color: '--mid2' },
  ],
};

describe('The file of a figure', () => {
  const [first, second, third] = [
    ['2026-10-25 00:00', '2026-10-25 01:00', '2026-10-25 02:00', '2026-10-25 02:00'],
    ['2026-10-25 01:00', '2026-10-25 02:00', '2026-10-25 02:00', '2026-10-25 03:00'],
    ['2026-10-25 04:00', '2026-10-25 05:00', '2026-10-25 05:00', '2026-10-25 06:00'],
  ] as const;

  it('The file has its periods in UTC and on the clock, units in its titles, and null for a missing value', () => {
    expect(figureRows(FIGURE)).toEqual([
      [
        'From (UTC)',
        'To (UTC)',
        'From (Madrid)',
        'To (Madrid)',
        ...['MD', 'MID1', 'MD, p90', 'sold'].map((label) => `${label} (EUR/MWh)`),
      ],
      [...first, 1234.5, null, 9, 0],
      [...second, null, null, 9, 2],
      [...third, -0.25, null, 9, 4],
    ]);
  });

  it('The file of a figure in UTC has its periods once, and no unit twice', () => {
    const series = [
      { label: 'MW', values: [1], color: '--md' },
      { label: 'Cost', values: [2], color: '--md', isRight: true },
    ];
    const figure = { ...FIGURE, unit: 'MW', rightUnit: 'EUR', zone: 'UTC', series };
    expect(figureRows(figure)[0]).toEqual(['From (UTC)', 'To (UTC)', 'MW', 'Cost (EUR)']);
  });

  it('The file of days put over each other has times of day', () => {
    expect(figureRows({ ...FIGURE, isTimeOfDay: true })[0]?.slice(0, 3)).toEqual([
      'From',
      'To',
      'MD (EUR/MWh)',
    ]);
  });
});

describe('The name of a period', () => {
  const named = (from: string, minutes: number, fields: Partial<Figure> = {}) => {
    const starts = [Date.parse(from)];
    const text = periodText({ ...FIGURE, starts, step: minutes * 60_000, ...fields }, 0);
    return text.replaceAll('\u00a0', ' ');
  };

  it.each([
    ['2026-11-24T01:00Z', 15, 'Tue 24 Nov, 02:00 – 02:15'],
    ['2026-11-24T22:45Z', 15, 'Tue 24 Nov, 23:45 – 00:00'],
    ['2026-10-25T00:00Z', 60, 'Sun 25 Oct, 02:00 UTC+2 – 02:00 UTC+1'],
    ['2026-10-25T01:45Z', 15, 'Sun 25 Oct, 02:45 UTC+1 – 03:00'],
    ['2026-10-24T22:00Z', 25 * 60, 'Sun 25 Oct'],
    ['2026-11-23T23:00Z', 24 * 60, 'Tue 24 Nov'],
    ['2026-11-23T22:00Z', 24 * 60, 'Mon 23 Nov, 23:00 – Tue 24 Nov, 23:00'],
  ])('The period from %s of %i minutes has its start and its end', (from, minutes, text) => {
    expect(named(from, minutes)).toBe(text);
  });

  it('The period of days put over each other has times of day', () => {
    expect(named('2026-11-24T22:45Z', 15, { isTimeOfDay: true })).toBe('23:45 – 00:00');
  });
});

describe('The description of a figure', () => {
  it('The description has the range of each series’ values, not of the drawn ones, and none of an edge', () => {
    expect(descriptionOf(FIGURE)).toBe('Prices. MD: -0.25 – 1,234.50; MID1: –; sold: 0.0 – 4.0');
  });

  it('The description has the numbers of the language', () => {
    setLanguage('es');
    expect(descriptionOf(FIGURE)).toContain('MD: -0,25 – 1.234,50;');
  });
});

describe('A time axis', () => {
  it('A time axis labels midnights of its zone with the day, other ticks with the time', () => {
    const midnight = startOfDay('2026-11-24', MADRID);
    expect(tickLabel(midnight, MADRID)).toBe('Tue 24 Nov');
    expect(tickLabel(midnight, 'UTC')).toBe('23:00');
    expect(tickLabel(midnight + 6.5 * HOUR_MS, MADRID)).toBe('06:30');
    setLanguage('es');
    expect(tickLabel(midnight, MADRID)).toBe('mar, 24 nov');
  });

  it.each([
    ['2026-03-29', 23],
    ['2026-06-01', 24],
    ['2026-10-25', 25],
  ])('A time axis has a tick for each hour of %s, which has %i', (day, hours) => {
    const from = startOfDay(day, MADRID);
    const ticks = timeTicks(from, from + hours * HOUR_MS, 56 * 25, MADRID);
    const labels = ticks.map((at) => tickLabel(at, MADRID));
    expect(labels[0]).not.toBe('00:00');
    expect(new Set(labels).has('12:00')).toBe(true);
    expect(ticks.every((at) => (at - from) % HOUR_MS === 0)).toBe(true);
  });

  it('A time axis of a year has ticks a few months apart, each at a midnight of the zone', () => {
    const from = startOfDay('2026-01-01', MADRID);
    const to = startOfDay('2027-01-01', MADRID);
    const ticks = timeTicks(from, to, 600, MADRID);
    expect(ticks.length).toBeGreaterThan(4);
    expect(ticks.length).toBeLessThan(9);
    for (const at of ticks) expect(tickLabel(at, MADRID)).not.toMatch(/:/);
  });

  it('A time axis begins weeks on Monday', () => {
    const from = startOfDay('2026-11-01', MADRID);
    const ticks = timeTicks(from, from + 40 * 24 * HOUR_MS, 640, MADRID);
    expect(ticks.map((at) => tickLabel(at, MADRID).slice(0, 3))).toEqual(ticks.map(() => 'Mon'));
  });
});
