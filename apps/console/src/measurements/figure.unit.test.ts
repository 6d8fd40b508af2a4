import { describe, expect, it } from 'vitest';
import { minutesOf, perGroup, powerFigure, sumOfGroups } from './figure.ts';

const row = (group: string, hour: number, mw: number) => ({
  group,
  start_utc: `2026-11-24T0${hour}:00:00Z`,
  end_utc: `2026-11-24T0${hour + 1}:00:00Z`,
  mw,
});
const HOUR = 3_600_000;
const START = Date.parse('2026-11-24T00:00:00Z');

describe('A chart of power', () => {
  it('A chart of power has the periods of all its lines, and no value where a line has none', () => {
    const figure = powerFigure(
      [
        {
          label: 'a',
          color: '--md',
          mw: new Map([
            [HOUR, 0],
            [2 * HOUR, 3],
          ]),
        },
        {
          label: 'b',
          color: '--mid1',
          mw: new Map([
            [0, 1],
            [2 * HOUR, 2],
          ]),
        },
      ],
      { title: 'Power', zone: 'UTC', minutes: 60 },
    );
    expect(figure.starts).toEqual([0, HOUR, 2 * HOUR]);
    expect(figure.step).toBe(HOUR);
    expect(figure.series.map(({ values }) => values)).toEqual([
      [null, 0, 3],
      [1, null, 2],
    ]);
  });

  it.each([
    ['2026-11-01', '2026-12-01', 15],
    ['2026-11-01', '2026-12-02', 60],
  ])('The days from %s to %s are shown in periods of %s minutes', (from, to, minutes) => {
    expect(minutesOf({ from, to })).toBe(minutes);
  });
});

describe('The sum of groups', () => {
  it('The sum of groups has no value where one of them has none', () => {
    const groups = perGroup([row('a', 0, 1), row('b', 0, 2.5), row('a', 1, 1), row('b', 2, 1)]);
    expect([...groups.keys()]).toEqual(['a', 'b']);
    expect([...sumOfGroups([...groups.values()])]).toEqual([[START, 3.5]]);
  });

  it('The sum of no groups has no values', () => {
    expect(sumOfGroups([]).size).toBe(0);
  });
});
