import './valid-language.ts';
import uPlot from 'uplot';
import { formatShort } from '../i18n/format.ts';
import { SECOND_MS } from '../time/zone.ts';
import { drawBand, drawColumns, isDense } from './draw-columns.ts';
import { endOf, type Figure, hasRightAxis, periodAt, type Series } from './figure.ts';
import type { Color } from './picture.ts';
import { BROAD_OPACITY, BROAD_PIXELS, LINE_WIDTH } from './style.ts';
import { tickLabel, timeTicks } from './time-axis.ts';
import { crossesZero, valueRange } from './value-axis.ts';

const AXIS_PIXELS = 54;
/** Half of the widest label of the time axis: the last one stays whole. */
const LAST_TICK_PIXELS = 44;
const FONT = '12px system-ui, sans-serif';

interface PlotOptions {
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  /** Called with the index of the period under the pointer. */
  readonly onPeriod: (index: number | null) => void;
  /** Called when the visible time is set. */
  readonly onMove?: ((plot: uPlot) => void) | undefined;
}

/** Draws a figure in the current colours of the element. */
export function drawPlot(element: HTMLElement, figure: Figure, options: PlotOptions): uPlot {
  const color = colorsOf(element);
  let isPointed = false;
  const reportPeriod = (plot: uPlot) => {
    const index = periodUnder(plot, figure);
    // A drawing without a pointer over it also reports its cursor: the period of the keys stays.
    if (index !== null || isPointed) options.onPeriod(index);
    isPointed = index !== null;
  };
  return new uPlot(
    {
      width: options.width,
      height: options.height,
      legend: { show: false },
      padding: [8, hasRightAxis(figure) ? 0 : LAST_TICK_PIXELS, 0, 0],
      cursor: {
        drag: { x: true, y: false },
        points: { show: false },
      },
      scales: {
        x: { time: true },
        y: { range: (_plot, min, max) => valueRange(min, max, figure.fromZero ?? false) },
        right: { range: (_plot, min, max) => valueRange(min, max, false) },
      },
      axes: axesOf(figure, color),
      series: [{}, ...figure.series.map((each) => lineOf(each, options.hidden, color))],
      hooks: {
        drawClear: [(plot) => drawMarks(plot, figure, color('--mark'))],
        drawAxes: [(plot) => drawBands(plot, figure, color)],
        draw: [(plot) => drawZero(plot, color('--text'))],
        setCursor: [reportPeriod],
        setScale: [(plot) => options.onMove?.(plot)],
      },
    },
    dataOf(figure),
    element,
  );
}

/** Returns the axes of time, of the values, and of the values at the right. */
function axesOf(figure: Figure, color: Color): uPlot.Axis[] {
  const { zone } = figure;
  const hasRight = hasRightAxis(figure);
  const axesPixels = hasRight ? 2 * AXIS_PIXELS : AXIS_PIXELS;
  const axis = { stroke: color('--muted'), font: FONT, ticks: { show: false } };
  const grid = { stroke: color('--grid'), width: 1 };
  const ticksOf = (plot: uPlot, min: number, max: number) =>
    timeTicks(min * SECOND_MS, max * SECOND_MS, plot.width - axesPixels, zone);
  // Each frame asks for the same ones, and dates are slow to format.
  const labels = new Map<number, string>();
  const labelOf = (at: number) => {
    const label = labels.get(at) ?? tickLabel(at * SECOND_MS, zone, figure.isTimeOfDay);
    labels.set(at, label);
    return label;
  };
  const values: uPlot.Axis = {
    ...axis,
    grid,
    size: AXIS_PIXELS,
    values: (_plot, splits) => splits.map((value) => formatShort(value)),
  };
  return [
    {
      ...axis,
      grid,
      size: 30,
      splits: (plot, _axis, min, max) => ticksOf(plot, min, max).map((at) => at / SECOND_MS),
      values: (_plot, splits) => splits.map(labelOf),
    },
    values,
    { ...values, grid: { show: false }, side: 1, scale: 'right', show: hasRight },
  ];
}

function lineOf(line: Series, hidden: ReadonlySet<string>, color: Color): uPlot.Series {
  const stroke = color(line.outline ?? line.color);
  const fill = line.isFilled ? color(line.color) : undefined;
  return {
    label: line.label,
    show: isShown(line, hidden),
    scale: line.isRight ? 'right' : 'y',
    stroke,
    width: line.isBroad ? BROAD_PIXELS : LINE_WIDTH,
    points: { show: false },
    ...(line.isBroad && { alpha: BROAD_OPACITY }),
    ...(fill !== undefined && { fill }),
    ...(line.dash && { dash: [...line.dash] }),
    paths: (plot, index, first, last) => {
      // Its band has an area, but no lines of its own.
      if (line.edgeOf !== undefined) return null;
      if (!isDense(plot, last - first)) return steps?.(plot, index, first, last) ?? null;
      drawColumns(plot, index, line, { stroke, fill });
      return null;
    },
    // Without it, the edge of the line is drawn up to the first period after a gap.
    gaps: trimmedGaps,
  };
}

function isShown({ label, edgeOf = label }: Series, hidden: ReadonlySet<string>): boolean {
  return !hidden.has(edgeOf);
}

/** Shows and hides the series of a plot; those that stay as they are cost nothing. */
export function showSeries(plot: uPlot, { series }: Figure, hidden: ReadonlySet<string>): void {
  series.forEach((each, index) => {
    const show = isShown(each, hidden);
    const drawn = plot.series[index + 1];
    if (drawn && drawn.show !== show) plot.setSeries(index + 1, { show });
  });
}

/** Draws the area of each band below all lines: between an upper edge and the lower one after it. */
function drawBands(plot: uPlot, { series }: Figure, color: Color): void {
  series.forEach((upper, index) => {
    const isShown = plot.series[index + 1]?.show;
    if (upper.edgeOf !== undefined && series[index + 1]?.edgeOf === upper.edgeOf && isShown)
      drawBand(plot, index + 1, color(upper.color));
  });
}

const steps = uPlot.paths.stepped?.({ align: 1 });

const trimmedGaps: uPlot.Series.GapsRefiner = (_plot, _series, _first, _last, gaps) =>
  gaps.map(([from, to]) => [from, to + 1]);

/** The last period, and each before a gap, is drawn up to its end. */
function dataOf(figure: Figure): uPlot.AlignedData {
  const { starts, series } = figure;
  const times: number[] = [];
  const periods: (number | undefined)[] = [];
  starts.forEach((start, index) => {
    times.push(start / SECOND_MS);
    periods.push(index);
    const end = endOf(figure, index);
    if (end === starts[index + 1]) return;
    times.push(end / SECOND_MS);
    periods.push(index === starts.length - 1 ? index : undefined);
  });
  const lines = series.map(({ values, drawn = values }) =>
    periods.map((period) => (period === undefined ? null : (drawn[period] ?? null))),
  );
  return [times, ...lines] as uPlot.AlignedData;
}

function periodUnder(plot: uPlot, figure: Figure): number | null {
  const { left = -1 } = plot.cursor;
  return left < 0 ? null : periodAt(figure, plot.posToVal(left, 'x') * SECOND_MS);
}

function drawMarks(plot: uPlot, { marks = [] }: Figure, color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = color;
  for (const { from, to } of marks) {
    const left = Math.max(plot.valToPos(from / SECOND_MS, 'x', true), bbox.left);
    const right = Math.min(plot.valToPos(to / SECOND_MS, 'x', true), bbox.left + bbox.width);
    if (right > left) ctx.fillRect(left, bbox.top, Math.max(right - left, 2), bbox.height);
  }
  ctx.restore();
}

/** Prices below zero are seen at once. */
function drawZero(plot: uPlot, color: string): void {
  const { min, max } = plot.scales.y ?? {};
  if (min == null || max == null || !crossesZero([min, max])) return;
  const { ctx, bbox } = plot;
  const at = Math.round(plot.valToPos(0, 'y', true));
  ctx.save();
  ctx.fillStyle = color;
  ctx.fillRect(bbox.left, at, bbox.width, Math.max(1, devicePixelRatio));
  ctx.restore();
}

export function colorsOf(element: HTMLElement): Color {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(name).trim();
}
