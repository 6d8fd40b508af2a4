import { expect, it } from 'vitest';
import { deviationRow } from '../test/examples.ts';
import { deviationFigure } from './figure.ts';

it('The chart of days begins at the midnights of Madrid, also about a change of the clock', () => {
  const rows = ['2026-10-24', '2026-10-25', '2026-10-26'].map((day) => deviationRow({ day }));
  const { starts } = deviationFigure(rows, 'day');
  expect(starts.map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});

it('The chart of periods has the length of the compared periods as its step', () => {
  const rows = [
    deviationRow({
      start_utc: '2026-11-23T10:00:00.000Z',
      end_utc: '2026-11-23T11:00:00.000Z',
      short_mwh: '0.125',
      long_mwh: '0.000',
      cost_over_day_ahead: '-1.25',
    }),
  ];
  const { starts, step, series } = deviationFigure(rows, 'period');
  expect([starts, step]).toEqual([[Date.parse('2026-11-23T10:00Z')], 3_600_000]);
  expect(series.map(({ values }) => values)).toEqual([[0.125], [0], [-1.25]]);
});
