import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatShort } from '../i18n/format.ts';
import type { Figure } from './figure.ts';
import { endOf } from './figure.ts';
import { tickLabel, timeTicks } from './time-axis.ts';

const SECOND_MS = 1000;
const AXIS_PIXELS = 54;
const FONT = '12px system-ui, sans-serif';

interface PlotOptions {
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  /** Told the index of the period under the pointer. */
  readonly onPeriod: (index: number | null) => void;
}

/** Draws a figure in the colours that the element has at the moment. */
export function drawPlot(element: HTMLElement, figure: Figure, options: PlotOptions): uPlot {
  const color = colorsOf(element);
  const { series, bands = [], zone } = figure;
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const axis = { stroke: color('--muted'), font: FONT, ticks: { show: false } };
  const grid = { stroke: color('--grid'), width: 1 };
  return new uPlot(
    {
      width: options.width,
      height: options.height,
      legend: { show: false },
      padding: [8, series.some(({ isRight }) => isRight) ? 0 : 8, 0, 0],
      cursor: {
        drag: { x: true, y: false },
        points: { show: false },
        dataIdx: (_plot, _series, _near, at) => periodAt(figure, at * SECOND_MS),
      },
      scales: {
        x: { time: true },
        y: { range: (_plot, min, max) => rangeOf(min, max, figure.fromZero ?? false) },
        right: { range: (_plot, min, max) => rangeOf(min, max, false) },
      },
      axes: [
        {
          ...axis,
          grid,
          size: 30,
          splits: (plot, _axis, min, max) =>
            timeTicks(min * SECOND_MS, max * SECOND_MS, plot.width - AXIS_PIXELS, zone).map(
              (at) => at / SECOND_MS,
            ),
          values: (_plot, splits) => splits.map((at) => tickLabel(at * SECOND_MS, zone)),
        },
        {
          ...axis,
          grid,
          size: AXIS_PIXELS,
          values: (_plot, splits) => splits.map((value) => formatShort(value)),
        },
        {
          ...axis,
          grid: { show: false },
          side: 1,
          scale: 'right',
          size: AXIS_PIXELS,
          show: series.some(({ isRight }) => isRight),
          values: (_plot, splits) => splits.map((value) => formatShort(value)),
        },
      ],
      series: [
        {},
        ...series.map((each) => ({
          label: each.label,
          show: !options.hidden.has(each.label),
          scale: each.isRight ? 'right' : 'y',
          stroke: each.isEdge ? 'transparent' : color(each.color),
          width: each.isEdge ? 0 : 1.5,
          points: { show: false },
          ...(each.isFilled && { fill: color(each.color) }),
          ...(each.dash && { dash: [...each.dash] }),
          ...(stepped && { paths: stepped }),
        })),
      ],
      bands: bands.map((band) => ({
        series: [band.upper + 1, band.lower + 1],
        fill: color(band.color),
      })),
      hooks: {
        drawClear: [(plot) => drawMarks(plot, figure, color('--mark'))],
        setCursor: [(plot) => options.onPeriod(plot.cursor.idx ?? null)],
      },
    },
    dataOf(figure),
    element,
  );
}

/** The last period is drawn up to its end. */
function dataOf(figure: Figure): uPlot.AlignedData {
  const { starts, series } = figure;
  const times = starts.map((at) => at / SECOND_MS);
  if (starts.length === 0) return [[], ...series.map(() => [])];
  times.push(endOf(figure, starts.length - 1) / SECOND_MS);
  return [
    times,
    ...series.map(({ values, drawn = values }) => [...drawn, drawn.at(-1) ?? null]),
  ] as uPlot.AlignedData;
}

/** The index of the period that holds an instant. */
function periodAt({ starts }: Figure, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function rangeOf(min: number | null, max: number | null, fromZero: boolean): uPlot.Range.MinMax {
  if (min === null || max === null) return [0, 1];
  const low = fromZero ? Math.min(0, min) : min;
  const space = Math.max(max - low, 1e-3) * 0.06;
  return [fromZero && low === 0 ? 0 : low - space, max + space];
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

function colorsOf(element: HTMLElement): (name: string) => string {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(name).trim();
}
