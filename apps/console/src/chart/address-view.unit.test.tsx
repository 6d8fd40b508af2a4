import { waitFor } from '@testing-library/dom';
import { act } from 'preact/test-utils';
import type uPlot from 'uplot';
import { expect, it } from 'vitest';
import type { Figure } from '../figure/figure.ts';
import { visit } from '../test/visit.tsx';
import { MADRID, SECOND_MS } from '../time/zone.ts';
import { useVisiblePart, type VisiblePart } from './address-view.ts';

const NOON = Date.parse('2026-11-24T12:00Z');
const HOUR = 3_600;

const FIGURE: Figure = {
  title: 'Prices',
  unit: 'EUR/MWh',
  zone: MADRID,
  starts: [NOON],
  step: 10 * HOUR * SECOND_MS,
  series: ['MD', 'MID1', 'MID2'].map((label) => ({ label, values: [1], color: '--md' })),
};

/** The used parts of a plot of ten hours from noon of a day on. */
function plotOf(noon = NOON) {
  const times = [noon / SECOND_MS, noon / SECOND_MS + 10 * HOUR];
  const x: { min?: number; max?: number } = {};
  const root = document.body.appendChild(document.createElement('div'));
  const setScale = (_name: string, next: typeof x) => Object.assign(x, next);
  return { plot: { data: [times], scales: { x }, setScale, root } as unknown as uPlot, x };
}

function hoursOf({ min = 0, max = 0 }: { readonly min?: number; readonly max?: number }) {
  return [min, max].map((at) => (at - NOON / SECOND_MS) / HOUR);
}

function open(address: string, isInAddress = true): { part: VisiblePart } {
  location.hash = address;
  const opened = {} as { part: VisiblePart };
  function Chart() {
    opened.part = useVisiblePart(FIGURE, isInAddress);
    return null;
  }
  visit(<Chart />);
  return opened;
}

const inAddress = (name: string) => new URLSearchParams(location.hash.split('?')[1]).get(name);

it('The hidden series of a chart stand in the address by their places, which are those of every language', async () => {
  const opened = open('#/prices?hide=1.7');
  expect([...opened.part.hidden]).toEqual(['MID1']);
  void act(() => opened.part.onHide(new Set(['MD', 'MID2'])));
  expect(inAddress('hide')).toBe('0.2');
  await waitFor(() => expect([...opened.part.hidden]).toEqual(['MD', 'MID2']));
  void act(() => opened.part.onHide(new Set()));
  expect(inAddress('hide')).toBeNull();
});

it('The visible time of a chart stands in the address once it rests, and no more when all is visible', async () => {
  const { part } = open('#/prices');
  const { plot } = plotOf();
  part.apply(plot);
  part.onMove(plot);
  plot.setScale('x', { min: NOON / SECOND_MS + HOUR, max: NOON / SECOND_MS + 3 * HOUR });
  part.onMove(plot);
  await waitFor(() => expect(inAddress('zoom')).toBe('2026-11-24T13:00Z/2026-11-24T15:00Z'));
  plot.setScale('x', { min: NOON / SECOND_MS, max: NOON / SECOND_MS + 10 * HOUR });
  part.onMove(plot);
  await waitFor(() => expect(inAddress('zoom')).toBeNull());
});

it('The visible time of the address is shown, moved into the time of the chart; going back shows the one before', async () => {
  const opened = open('#/prices?zoom=2026-11-24T13:00Z/2026-11-24T15:00Z');
  const { plot, x } = plotOf();
  opened.part.apply(plot);
  expect(hoursOf(x)).toEqual([1, 3]);
  void act(() => {
    location.hash = '#/prices?zoom=2026-11-24T10:00Z/2026-11-24T14:00Z';
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  opened.part.apply(plot);
  expect(hoursOf(x)).toEqual([0, 4]);
  void act(() => {
    location.hash = '#/prices';
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  opened.part.apply(plot);
  expect(hoursOf(x)).toEqual([0, 10]);
});

it.each(['nonsense', '2026-11-24T15:00Z/2026-11-24T13:00Z', '2026-11-28T13:00Z/2026-11-28T15:00Z'])(
  'A visible time that the chart has not, %s, shows all and stays in the address',
  async (zoom) => {
    const { part } = open(`#/prices?zoom=${zoom}`);
    const { plot, x } = plotOf();
    part.apply(plot);
    expect(x).toEqual({});
    part.onMove(plot);
    expect(inAddress('zoom')).toBe(zoom);
  },
);

it('A chart that has no place in the address keeps its hidden series for itself', async () => {
  const opened = open('#/prices?hide=0&zoom=2026-11-24T13:00Z/2026-11-24T15:00Z', false);
  const { plot, x } = plotOf();
  opened.part.apply(plot);
  expect([[...opened.part.hidden], x]).toEqual([[], {}]);
  void act(() => opened.part.onHide(new Set(['MID1'])));
  await waitFor(() => expect([...opened.part.hidden]).toEqual(['MID1']));
  expect(inAddress('hide')).toBe('0');
});
