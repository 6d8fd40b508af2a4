import type uPlot from 'uplot';
import { describe, expect, it, test } from 'vitest';
import { pan, restoreView, showAll, viewOf, zoom } from './navigate.ts';

interface Scale {
  min?: number;
  max?: number;
}

/** Returns the used parts of a plot: its times, every second from 0 to 100, and the visible part. */
function plotOf(visible: Scale = {}, times = Array.from({ length: 101 }, (_, at) => at)) {
  const x = { ...visible };
  const plot = {
    data: [times],
    scales: { x },
    setScale: (_name: string, next: Scale) => Object.assign(x, next),
  };
  return { plot: plot as unknown as uPlot, x };
}

describe('A pan', () => {
  it('A pan moves by a part of the visible time', () => {
    const { plot, x } = plotOf({ min: 20, max: 40 });
    pan(plot, 0.5);
    expect(x).toEqual({ min: 30, max: 50 });
    pan(plot, -1);
    expect(x).toEqual({ min: 10, max: 30 });
  });

  it('A pan stops at both ends, as wide as before', () => {
    const { plot, x } = plotOf({ min: 20, max: 40 });
    pan(plot, 10);
    expect(x).toEqual({ min: 80, max: 100 });
    pan(plot, -10);
    expect(x).toEqual({ min: 0, max: 20 });
  });

  it('A pan moves nothing if all is visible, also before the first drawing', () => {
    const { plot, x } = plotOf();
    pan(plot, 0.5);
    expect(x).toEqual({ min: 0, max: 100 });
  });
});

describe('A zoom', () => {
  it.each([
    [0.5, undefined, { min: 25, max: 75 }],
    [0.5, 0, { min: 0, max: 50 }],
    [0.5, 1, { min: 50, max: 100 }],
    [0.8, 0.25, { min: 5, max: 85 }],
    [2, undefined, { min: 0, max: 100 }],
  ])('A zoom of %d at %j shows %j', (factor, place, shown) => {
    const { plot, x } = plotOf({ min: 0, max: 100 });
    zoom(plot, factor, place);
    expect(x).toEqual(shown);
  });

  it('A zoom shows four periods at least', () => {
    const { plot, x } = plotOf({ min: 48, max: 52 });
    zoom(plot, 0.01);
    expect(x).toEqual({ min: 48, max: 52 });
  });

  it('A zoom shows the whole time at most', () => {
    const { plot, x } = plotOf({ min: 10, max: 90 });
    zoom(plot, 10);
    expect(x).toEqual({ min: 0, max: 100 });
    zoom(plot, 0.5);
    showAll(plot);
    expect(x).toEqual({ min: 0, max: 100 });
  });
});

test('Another plot of the same time takes over the visible part, one of another time does not', () => {
  const view = viewOf(plotOf({ min: 20, max: 40 }).plot);
  expect(view).toEqual({ whole: { min: 0, max: 100 }, visible: { min: 20, max: 40 } });
  const same = plotOf();
  restoreView(same.plot, view);
  expect(same.x).toEqual({ min: 20, max: 40 });
  const other = plotOf({}, [0, 1, 2]);
  restoreView(other.plot, view);
  expect(other.x).toEqual({});
  restoreView(other.plot, undefined);
  expect(other.x).toEqual({});
});

test('A plot without periods is moved without an error', () => {
  const { plot, x } = plotOf({}, []);
  zoom(plot, 0.5);
  pan(plot, 0.5);
  expect([x.min, x.max].every(Number.isFinite)).toBe(true);
});
