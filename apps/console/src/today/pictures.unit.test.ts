import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { addDays, HOUR_MS, MADRID, startOfDay } from '../time/zone.ts';
import { amountFigure, pricesFigure, savingFigure } from './pictures.ts';

beforeEach(() => setLanguage('en'));

describe('The picture of prices', () => {
  const row = (datetime: string, price: string) => ({
    datetime,
    price,
    p10: '1.000',
    p90: '9.000',
  });
  const gate = (session: string, closes_at: string) => ({ session, closes_at, day: '' }) as never;
  const figure = pricesFigure({
    today: '2026-10-25',
    predicted: [
      row('2026-10-25 00:00', '99.000'),
      row('2026-10-25 02:00', '5.000'),
      row('2026-10-25 02:00', '-6.000'),
      row('2026-10-27 00:00', '7.000'),
      row('2026-10-27 01:00', '99.000'),
    ],
    realised: [{ datetime: '2026-10-25 02:00', price: '4.500' }],
    gates: [
      gate('MID2', '2026-10-26T21:00Z'),
      gate('MD', '2026-10-25T11:00Z'),
      gate('MD', '2026-10-24T10:00Z'),
      gate('MID3', '2026-10-27T09:00Z'),
    ],
  });

  it('The picture of prices has today and tomorrow alone, and both hours of October with one label', () => {
    const hours = figure.starts.map((at) => new Date(at).toISOString().slice(5, 16));
    expect(hours).toEqual(['10-24T23:00', '10-25T00:00', '10-26T22:00']);
    expect(figure.series.map(({ values }) => values)).toEqual([
      [5, -6, 7],
      [9, 9, 9],
      [1, 1, 1],
      [4.5, null, null],
    ]);
  });

  it('The picture of prices has the gates that close in these days, as instants', () => {
    expect(figure.marks?.map(({ label, from, to }) => [label, from === to, from])).toEqual([
      ['MD', true, Date.parse('2026-10-25T11:00Z')],
      ['MID2', true, Date.parse('2026-10-26T21:00Z')],
    ]);
  });
});

describe('The picture of the amount', () => {
  it.each([
    ['2026-03-29', 23],
    ['2026-06-01', 24],
    ['2026-10-25', 25],
  ])('The picture of the amount has each hour of %s: %i', (day, hours) => {
    const start = startOfDay(day, MADRID);
    const quarters = Array.from({ length: hours * 4 }, (_, index) => ({
      start: start + (index * HOUR_MS) / 4,
      // 2 MW, and 4 MW in the last hour.
      mwh: index >= (hours - 1) * 4 ? 1 : 0.5,
    }));
    const { starts, series } = amountFigure(day, [], quarters);
    expect(starts).toHaveLength(hours);
    expect((starts.at(-1) ?? 0) + HOUR_MS).toBe(startOfDay(addDays(day, 1), MADRID));
    expect(series.map(({ values }) => values)).toEqual([[...Array(hours - 1).fill(2), 4]]);
  });

  it('The picture of the amount adds up purchases, sales below zero, and has the forecast with its band', () => {
    const start = startOfDay('2026-06-01', MADRID);
    const hour = {
      start_utc: new Date(start + HOUR_MS).toISOString(),
      end_utc: '',
      mw: 0,
      busbar_mw: 3,
      busbar_p10: 2,
      busbar_p90: 5,
    };
    const { series } = amountFigure(
      '2026-06-01',
      [hour],
      [
        { start, mwh: 4 },
        { start, mwh: -1.5 },
      ],
    );
    expect(series.map(({ values }) => values.slice(0, 3))).toEqual([
      [2.5, 0, 0],
      [null, 3, null],
      [null, 5, null],
      [null, 2, null],
    ]);
  });
});

it('The picture of the saving adds up days, and is unknown from the first unknown one', () => {
  const day = (name: string, dayAhead: string, rule: string | null) =>
    ({ day: name, saved_against_day_ahead: dayAhead, saved_against_rule: rule }) as never;
  const { starts, series } = savingFigure([
    day('2026-11-01', '10.50', '-2.00'),
    day('2026-11-02', '-20.25', null),
    day('2026-11-03', '0.75', '3.00'),
  ]);
  expect(starts[0]).toBe(Date.parse('2026-10-31T23:00Z'));
  expect(series.map(({ values }) => values)).toEqual([
    [10.5, -9.75, -9],
    [-2, null, null],
  ]);
});

it('The picture of the saving has the whole of a last day of 25 hours', () => {
  const saved = { saved_against_day_ahead: '1.00', saved_against_rule: null };
  const { step } = savingFigure([{ day: '2026-10-25', ...saved } as never]);
  expect(step).toBe(25 * 3_600_000);
});
