import { bottomAxis, type Frame, fixed, gridLines, opening, text } from '@solano/svg';

const HEIGHT = 176;
/** Of the page, and of half of it. */
const WIDTHS = { whole: 720, half: 352 };
/** About how many lines of a grid. */
const TICKS = 5;
/** The part of a group's width that its bars take. */
const FILLED = 0.76;

/** Dark, and white with a dark outline: they differ on paper without colour too. */
const FILLS: readonly string[] = ['fill="#1b4a72"', 'fill="#ffffff" stroke="#1b4a72"'];

/** Null: there is no bar. */
export type BarValue = number | null;

/** Groups of bars, one of each series in a group. */
export interface BarChart {
  readonly title: string;
  /** Of the groups. */
  readonly labels: readonly string[];
  /** At most two; with one, bars below zero are white. */
  readonly series: readonly { readonly name: string; readonly values: readonly BarValue[] }[];
  readonly format: (value: number) => string;
}

/** Returns an SVG picture of bars. */
export function barChart(
  { title, labels, series, format }: BarChart,
  width: keyof typeof WIDTHS = 'whole',
): string {
  const size = { width: WIDTHS[width], height: HEIGHT };
  const frame: Frame = { left: 76, right: size.width - 12, top: 48, bottom: 140 };
  const ticks = ticksOf(series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const y = scaleOf(ticks, frame);
  const group = (frame.right - frame.left) / labels.length;
  const barWidth = (group * FILLED) / series.length;
  const bars = series.flatMap(({ values }, k) => {
    return values.flatMap((value, i) => {
      if (value === null) return [];
      const left = frame.left + (i + (1 - FILLED) / 2) * group + k * barWidth;
      const fill = series.length > 1 ? k : Number(value < 0);
      return bar(left, y(Math.max(value, 0)), barWidth, Math.abs(y(value) - y(0)), fill);
    });
  });
  const middle = (i: number) => frame.left + (i + 0.5) * group;
  return [
    ...opening(size, title),
    ...gridLines(frame, y, ticks, format),
    ...bars,
    `<path d="M${frame.left},${fixed(y(0))}H${frame.right}" stroke="#222222"/>`,
    ...bottomAxis(frame, middle, [...labels.keys()], (i) => labels[i] as string),
    ...(series.length > 1 ? legend(frame, series) : []),
    '</svg>',
  ].join('\n');
}

function scaleOf(ticks: readonly number[], { top, bottom }: Frame): (value: number) => number {
  const [min, max] = [ticks[0] as number, ticks.at(-1) as number];
  return (value) => bottom - ((value - min) / (max - min)) * (bottom - top);
}

function bar(x: number, y: number, width: number, height: number, fill: number): string {
  return `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}" ${FILLS[fill]}/>`;
}

function legend({ right }: Frame, series: BarChart['series']): string[] {
  return series.flatMap(({ name }, k) => {
    const x = right - (series.length - k) * 110;
    return [bar(x, 18, 12, 12, k), text(x + 18, 28, name)];
  });
}

/** Round values from at or below the least and zero to at or above the greatest and zero. */
function ticksOf(values: readonly number[]): number[] {
  const min = values.reduce((a, b) => Math.min(a, b), 0);
  const max = values.reduce((a, b) => Math.max(a, b), 0);
  const rough = (max - min || 1) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough) as number;
  const step = factor * power;
  const first = Math.floor(min / step);
  const count = Math.max(Math.ceil(max / step) - first, 1);
  // A multiple of a power of ten below one is not exact.
  return Array.from({ length: count + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
