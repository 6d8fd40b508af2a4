import { expect, it } from 'vitest';
import { endOf } from '../figure/figure.ts';
import { deviationRow } from '../test/examples.ts';
import { deviationFigure } from './figure.ts';

it('The chart of days begins at the midnights of Madrid, also about a change of the clock', () => {
  const rows = ['2026-10-24', '2026-10-25', '2026-10-26'].map((day) => deviationRow({ day }));
  const { starts } = deviationFigure(rows);
  expect(starts.map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});

it('The chart of periods has the values of the compared periods', () => {
  const rows = [
    deviationRow({
      start_utc: '2026-11-23T10:00:00.000Z',
      end_utc: '2026-11-23T11:00:00.000Z',
      short_mwh: '0.125',
      long_mwh: '0.000',
      cost_over_day_ahead: '-1.25',
    }),
  ];
  const { starts, ends, series } = deviationFigure(rows);
  expect([starts, ends]).toEqual([
    [Date.parse('2026-11-23T10:00Z')],
    [Date.parse('2026-11-23T11:00Z')],
  ]);
  expect(series.map(({ values }) => values)).toEqual([[0.125], [0], [-1.25]]);
});

it('The chart ends each period by its own length: a day of 25 hours, a quarter before an hour, and before a gap', () => {
  const hours = (figure: ReturnType<typeof deviationFigure>) =>
    figure.starts.map((start, index) => (endOf(figure, index) - start) / 3_600_000);
  const days = ['2026-03-29', '2026-10-24', '2026-10-25'].map((day) => deviationRow({ day }));
  expect(hours(deviationFigure(days))).toEqual([23, 24, 25]);
  const periods = [
    ['10:00', '10:15'],
    ['11:00', '12:00'],
    ['13:00', '13:15'],
  ].map(([from, to]) =>
    deviationRow({
      start_utc: `2026-11-23T${from}:00.000Z`,
      end_utc: `2026-11-23T${to}:00.000Z`,
    }),
  );
  expect(hours(deviationFigure(periods))).toEqual([0.25, 1, 0.25]);
});
