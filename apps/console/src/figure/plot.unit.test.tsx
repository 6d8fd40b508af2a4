import type uPlot from 'uplot';
import { expect, it, vi } from 'vitest';
import { MADRID } from '../time/zone.ts';
import { bandEdges } from './figure.ts';
import { showSeries } from './plot.ts';

it('A line is hidden together with its band, and the others stay as they are', () => {
  const values = [1];
  const figure = {
    title: 'Prices',
    unit: 'EUR/MWh',
    zone: MADRID,
    starts: [0],
    step: 1,
    series: [
      { label: 'MD', values, color: '--md' },
      { label: 'MID1', values, color: '--mid1' },
      ...bandEdges('MD', { p90: values, p10: values }, { color: '--band' }),
    ],
  };
  const setSeries = vi.fn<uPlot['setSeries']>();
  const series = [{}, ...figure.series.map(() => ({ show: true }))];
  showSeries({ series, setSeries } as unknown as uPlot, figure, new Set(['MD']));
  expect(setSeries.mock.calls).toEqual([1, 3, 4].map((index) => [index, { show: false }]));
});
