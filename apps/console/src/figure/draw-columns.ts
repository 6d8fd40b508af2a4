import type uPlot from 'uplot';
import type { Series } from './figure.ts';
import { BROAD_PIXELS, LINE_WIDTH } from './style.ts';

/** The lowest and the highest value in each column of pixels; NaN: there is none. */
interface Columns {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

interface ColumnOptions {
  /** Ascending; a value holds until the next time. */
  readonly times: ArrayLike<number>;
  /** By the times; null where there is none. */
  readonly values: ArrayLike<number | null | undefined>;
  /** The visible time. */
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** Returns the extremes of a series of steps in each of as many columns of equal width. */
export function columnsOf({ times, values, min, max, count }: ColumnOptions): Columns {
  const low = new Float64Array(count).fill(Number.NaN);
  const high = new Float64Array(count).fill(Number.NaN);
  const scale = count / (max - min);
  for (let index = firstVisible(times, min); index < times.length - 1; index += 1) {
    const start = times[index] ?? 0;
    if (start >= max) break;
    const value = values[index] ?? null;
    if (value === null) continue;
    const from = Math.max(0, Math.floor((start - min) * scale));
    const end = Math.min(count, Math.ceil(((times[index + 1] ?? 0) - min) * scale));
    for (let column = from; column < end; column += 1) {
      // A comparison with NaN is false.
      if (!((low[column] ?? 0) <= value)) low[column] = value;
      if (!((high[column] ?? 0) >= value)) high[column] = value;
    }
  }
  return { low, high };
}

/** The index of the last time at or before an instant, or 0. */
function firstVisible(times: ArrayLike<number>, at: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** With fewer pixels to a step than these, a chart draws columns of pixels: rectangles need no outlines. */
const MIN_PIXELS_OF_A_STEP = 2;

export function isDense(plot: uPlot, steps: number): boolean {
  return steps * MIN_PIXELS_OF_A_STEP > plot.bbox.width;
}

/** The columns of a series in the visible time, one for each pixel of the canvas. */
function visibleColumns(plot: uPlot, index: number): Columns {
  const { min = 0, max = 1 } = plot.scales.x ?? {};
  const times = plot.data[0];
  const values = plot.data[index] ?? [];
  const count = Math.max(1, Math.round(plot.bbox.width));
  return columnsOf({ times, values, min: min ?? 0, max: max ?? 1, count });
}

/** Returns the position of a value on the canvas, inside the plot. */
function heightOf(plot: uPlot, scale: string): (value: number) => number {
  const { top, height } = plot.bbox;
  const { min, max } = plot.scales[scale] ?? {};
  const [low, size] = [min ?? 0, (max ?? 1) - (min ?? 0)];
  return (value) =>
    Math.min(Math.max(top + (1 - (value - low) / size) * height, top), top + height);
}

interface DenseStyle {
  readonly stroke: string;
  readonly fill: string | undefined;
}

/** Draws a line whose steps are narrower than pixels: in each column from its lowest to its highest value. */
export function drawColumns(
  plot: uPlot,
  index: number,
  { isRight = false, isBroad = false, dash }: Series,
  { stroke, fill }: DenseStyle,
): void {
  const { low, high } = visibleColumns(plot, index);
  const y = heightOf(plot, isRight ? 'right' : 'y');
  const { ctx, bbox } = plot;
  const thickness = (isBroad ? BROAD_PIXELS : LINE_WIDTH) * devicePixelRatio;
  const isDrawn = dashOf(dash);
  const zero = y(0);
  for (let column = 0; column < low.length; column += 1) {
    if (Number.isNaN(low[column])) continue;
    const left = bbox.left + column;
    // What is between two columns belongs to the later one; a comparison with NaN is false.
    const before = column - 1;
    const [bottom, top] = [
      y(Math.min(low[column] ?? 0, orIfMissing(high[before], low[column]))),
      y(Math.max(high[column] ?? 0, orIfMissing(low[before], high[column]))),
    ];
    if (fill !== undefined) {
      ctx.fillStyle = fill;
      ctx.fillRect(left, Math.min(top, zero), 1, Math.max(bottom, zero) - Math.min(top, zero));
    }
    if (!isDrawn(column)) continue;
    ctx.fillStyle = stroke;
    ctx.fillRect(left, top - thickness / 2, 1, Math.max(bottom - top, 0) + thickness);
  }
}

function orIfMissing(value: number | undefined, other: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? (other ?? 0) : value;
}

/** Whether a column is part of a dash: lengths of dashes and of gaps, by turns. */
function dashOf(dash: Series['dash']): (column: number) => boolean {
  if (!dash) return () => true;
  const lengths = dash.map((each) => each * devicePixelRatio);
  const whole = lengths.reduce((sum, each) => sum + each, 0);
  return (column) => {
    let left = column % whole;
    const part = lengths.findIndex((each) => {
      left -= each;
      return left < 0;
    });
    return part % 2 === 0;
  };
}

/** Fills the area between two edges of a band, at any width of its steps. */
export function drawBand(plot: uPlot, upper: number, fill: string): void {
  const [{ high }, { low }] = [visibleColumns(plot, upper), visibleColumns(plot, upper + 1)];
  const y = heightOf(plot, plot.series[upper]?.scale ?? 'y');
  const { ctx, bbox } = plot;
  ctx.fillStyle = fill;
  for (let column = 0; column < high.length; column += 1) {
    const [top, bottom] = [high[column] ?? Number.NaN, low[column] ?? Number.NaN];
    if (!Number.isNaN(top - bottom))
      ctx.fillRect(bbox.left + column, y(top), 1, y(bottom) - y(top));
  }
}
