import { expect, it } from 'vitest';
import { comparisonFigure, predictionFigure, spreadFigure } from './figures.ts';
import type { Prediction } from './series.ts';

function prediction(rows: readonly (readonly [label: string, price: string])[]): Prediction {
  return {
    generated_at: '2026-10-24T08:00:00.000Z',
    origin: 'live',
    inputs_until: null,
    rows: rows.map(([datetime, price]) => ({ datetime, price, p10: null, p90: '9.000' })),
  };
}

const MD = prediction([
  ['2026-10-25 02:00', '5.000'],
  ['2026-10-25 02:00', '6.000'],
  ['2026-10-25 03:00', '-1.500'],
]);
const MID1 = prediction([['2026-10-25 03:00', '2.000']]);

it('The chart draws both hours of October that have one label, and the band of one session', () => {
  const { starts, series } = predictionFigure({ MD, MID1 }, 'MD');
  expect(starts.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual([
    '23:00',
    '00:00',
    '01:00',
  ]);
  expect(series.map(({ values }) => values)).toEqual([
    [5, 6, -1.5],
    [null, null, 2],
    [9, 9, 9],
    [null, null, null],
  ]);
  expect(series.map(({ edgeOf }) => edgeOf)).toEqual([undefined, undefined, 'MD', 'MD']);
});

it('The spread of a session is its price less the day-ahead price', () => {
  expect(spreadFigure({ MD, MID1 }).series.map(({ values }) => values)).toEqual([
    [null, null, 3.5],
  ]);
});

it('The prices of a day are compared only with the prediction for that day', () => {
  const realised = { rows: [{ datetime: '2026-10-25 03:00', price: '1.000' }], days: [] };
  const figure = comparisonFigure(
    { realised, predictions: [{ day: '2026-10-24', prediction: MD }] },
    'MD',
  );
  expect(figure.series[1]?.values).toEqual([null]);
});
