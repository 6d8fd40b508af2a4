import { expect, it } from 'vitest';
import { forecastFigure } from './figure.ts';

const options = { title: 'Forecast', zone: 'Europe/Madrid', isEnergy: false };
const rows = [
  { plant: 'A', datetime: '2026-10-25 00:15', pred: '1000' },
  { plant: 'A', datetime: '2026-10-25 00:30', pred: '500' },
  { plant: 'B', datetime: '2026-10-25 00:30', pred: '250' },
];

it('The kWh of a quarter hour are shown as its MW, over the period that ends at the label', () => {
  const { starts, step, series } = forecastFigure(rows, options);
  expect(starts.map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T00:15:00.000Z',
  ]);
  expect(step).toBe(15 * 60_000);
  expect(series.map(({ values }) => values)).toEqual([
    [4, 2],
    [null, 1],
  ]);
});

it('The sum of plants is energy', () => {
  const { series, unit } = forecastFigure(rows, { ...options, isEnergy: true, isSummed: true });
  expect(unit).toBe('MWh');
  expect(series.map(({ values }) => values)).toEqual([[1, 0.75]]);
});

it('The MW of an hourly forecast are shown beside those of quarter hours, and both are summed', () => {
  const mixed = [
    { plant: 'A', datetime: '2026-10-25 00:45', pred: '250' },
    { plant: 'A', datetime: '2026-10-25 01:00', pred: '500' },
    { plant: 'B', datetime: '2026-10-25 01:00', pred: '4000' },
    { plant: 'B', datetime: '2026-10-25 02:00', pred: '8000' },
  ];
  const { starts, step, series } = forecastFigure(mixed, options);
  expect(step).toBe(15 * 60_000);
  expect(starts.map((at) => new Date(at).toISOString().slice(11, 16)).join(' ')).toBe(
    '00:00 00:15 00:30 00:45 01:00 01:15 01:30 01:45',
  );
  expect(series.map(({ values }) => values)).toEqual([
    [null, null, 1, 2, null, null, null, null],
    [4, 4, 4, 4, 8, 8, 8, 8],
  ]);
  const energy = forecastFigure(mixed, { ...options, isEnergy: true, isSummed: true });
  expect(energy.series.map(({ values }) => values)).toEqual([[1, 1, 1.25, 1.5, 2, 2, 2, 2]]);
});
