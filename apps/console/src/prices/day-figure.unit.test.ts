import { beforeEach, describe, expect, it } from 'vitest';
import { figureRows } from '../chart/figure-rows.ts';
import { endOf } from '../figure/figure.ts';
import { setLanguage } from '../i18n/language.ts';
import { HOUR_MS, MINUTE_MS } from '../time/zone.ts';
import { dayFigure } from './day-figure.ts';
import { rowsOfDay } from './series.ts';

beforeEach(() => setLanguage('en'));

/** A price for each end of an hour; the price is the position. */
function hoursOf(day: string, next: string, labels: readonly string[]) {
  const rows = [...labels.map((label) => `${day} ${label}:00`), `${next} 00:00`].map(
    (datetime, index) => ({ datetime, price: String(index) }),
  );
  return { day, rows, isRealised: true };
}

const HOURS = Array.from({ length: 23 }, (_, hour) => String(hour + 1).padStart(2, '0'));
const SUMMER = hoursOf('2026-06-01', '2026-06-02', HOURS);
// The hour that ends at 03:00 in March is the one that began at 01:00; in October two end at "02" and "03".
const SPRING = hoursOf(
  '2026-03-29',
  '2026-03-30',
  HOURS.filter((hour) => hour !== '02'),
);
const AUTUMN = hoursOf(
  '2026-10-25',
  '2026-10-26',
  HOURS.flatMap((hour) => (hour === '02' ? ['02', '02'] : [hour])),
);

describe('Two days of prices in one chart', () => {
  it('Two days of prices in one chart have a gap where one of them has no such time', () => {
    const [summer, spring] = dayFigure('MD', SPRING, SUMMER).series;
    expect(summer?.values.slice(0, 4)).toEqual([0, 1, 2, 3]);
    expect(spring?.values.slice(0, 4)).toEqual([0, 1, null, 2]);
    const [autumn, ordinary] = dayFigure('MD', SUMMER, AUTUMN).series;
    expect(autumn?.values.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(ordinary?.values.slice(0, 5)).toEqual([0, 1, 2, null, 3]);
  });

  it('Two days of prices in one chart have a price of an hour in each of its quarters', () => {
    const quarters = {
      day: '2026-06-02',
      isRealised: false,
      rows: ['00:15', '00:30', '00:45', '01:00'].map((time, index) => ({
        datetime: `2026-06-02 ${time}`,
        price: String(100 + index),
      })),
    };
    const { step, starts, series } = dayFigure('MID1', SUMMER, quarters);
    expect(step).toBe(15 * MINUTE_MS);
    expect(starts).toHaveLength(96);
    expect(series.map(({ values }) => values.slice(0, 5))).toEqual([
      [100, 101, 102, 103, null],
      [0, 0, 0, 0, 1],
    ]);
  });

  it('Two days of prices in one chart are named with what their prices are, and told apart by width', () => {
    const other = { ...AUTUMN, isRealised: false };
    const figure = dayFigure('MID1', SUMMER, other);
    expect(figure.series.map(({ label, isBroad }) => [label, isBroad])).toEqual([
      ['25 Oct 2026, predicted before the gate', true],
      ['1 Jun 2026, realised', undefined],
    ]);
  });

  it('Two days of prices in one chart are read and saved by the time of day', () => {
    const figure = dayFigure('MD', SUMMER, AUTUMN);
    const rows = figureRows(figure);
    expect(rows[0]?.slice(0, 2)).toEqual(['From', 'To']);
    expect(rows.slice(2, 5)).toEqual([
      ['01:00', '02:00\u00a0UTC+2', 1, 1],
      ['02:00\u00a0UTC+2', '02:00\u00a0UTC+1', 2, 2],
      ['02:00\u00a0UTC+1', '03:00', 3, null],
    ]);
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['23:00', '00:00']);
    expect(endOf(figure, 24) - (figure.starts[0] ?? 0)).toBe(25 * HOUR_MS);
  });
});

it('The rows of a day are those whose periods end in it, midnight included', () => {
  const labels = ['2026-06-01 00:00', '2026-06-01 00:15', '2026-06-02 00:00', '2026-06-02 00:15'];
  const rows = labels.map((datetime) => ({ datetime, price: '1' }));
  expect(rowsOfDay(rows, '2026-06-01').map(({ datetime }) => datetime)).toEqual(labels.slice(1, 3));
});
