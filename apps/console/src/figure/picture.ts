import { escaped, fixed, text } from '@solano/svg';
import { formatShort } from '../i18n/format.ts';
import { endOf, type Figure, hasRightAxis, type Series } from './figure.ts';
import { areaPath, bandPath, linePath, type Place, placesOf } from './paths.ts';
import { BROAD_OPACITY, BROAD_PIXELS, LINE_WIDTH } from './style.ts';
import { tickLabel, timeTicks } from './time-axis.ts';
import { crossesZero, type Range, valueRange, valueTicks } from './value-axis.ts';

/** Returns the colour of a CSS variable. */
export type Color = (name: string) => string;

export interface PictureOptions {
  /** Pixels, the legend included. */
  readonly width: number;
  readonly height: number;
  readonly color: Color;
  /** Labels of series that are not drawn. */
  readonly hidden?: ReadonlySet<string>;
  /** The visible time in milliseconds; all if it is missing. */
  readonly visible?: { readonly from: number; readonly to: number };
  /** Whether the title is left out: the page has it. */
  readonly isUntitled?: boolean;
}

/** Position of the plot in the picture. */
interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const AXIS_PIXELS = 48;
const TIME_AXIS_PIXELS = 22;
const LINE_PIXELS = 18;
/** Half of the widest label of the time axis: the last one stays whole. */
const LAST_TICK_PIXELS = 44;
const TICK_PIXELS = 42;
const LETTER_PIXELS = 6.6;
/** Names of plants are often in these. */
const CAPITAL_PIXELS = 9;
const FONT = 'font-family="system-ui, sans-serif" font-size="12"';

/** Draws a figure as SVG text, in any size and in any colours: on paper, as a file, on the first page. */
export function pictureOf(figure: Figure, options: PictureOptions): string {
  const { width, height, color, hidden = new Set() } = options;
  const shown = figure.series.filter(({ label, edgeOf }) => !hidden.has(edgeOf ?? label));
  const head = headOf(figure, shown, options);
  const frame = {
    left: AXIS_PIXELS,
    right: width - (hasRightAxis(figure) ? AXIS_PIXELS : LAST_TICK_PIXELS),
    top: head.bottom + 8,
    bottom: height - TIME_AXIS_PIXELS,
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${FONT} fill="${color('--text')}">`,
    `<title>${escaped(titleOf(figure))}</title>`,
    `<rect width="${width}" height="${height}" fill="${color('--card')}"/>`,
    ...head.lines,
    ...plotOf(figure, shown, frame, options),
    '</svg>',
  ].join('\n');
}

function titleOf(figure: Figure): string {
  return `${figure.title} (${unitsOf(figure)})`;
}

function unitsOf({ unit, rightUnit }: Figure): string {
  return [unit, rightUnit].filter(Boolean).join(', ');
}

/** The title with the units and the zone, and the legend in as many lines as it needs. */
function headOf(
  figure: Figure,
  shown: readonly Series[],
  { width, color, isUntitled = false }: PictureOptions,
) {
  const muted = `fill="${color('--muted')}"`;
  const top = isUntitled ? 0 : LINE_PIXELS;
  const what = isUntitled ? `${unitsOf(figure)} · ${figure.zone}` : figure.zone;
  const title = text(8, LINE_PIXELS, titleOf(figure), 'font-size="14" font-weight="600"');
  const lines = [...(isUntitled ? [] : [title]), text(8, top + LINE_PIXELS, what, muted)];
  let left = 8;
  let bottom = top + 2 * LINE_PIXELS;
  for (const each of shown.filter(({ edgeOf }) => edgeOf === undefined)) {
    const length = 30 + widthOf(each.label) + 14;
    if (left > 8 && left + length > width) {
      left = 8;
      bottom += LINE_PIXELS;
    }
    lines.push(swatch(each, left, bottom - 4, color), text(left + 30, bottom, each.label));
    left += length;
  }
  return { lines, bottom };
}

/** The pixels of a label, rather too many than too few. */
function widthOf(label: string): number {
  const capitals = label.match(/[\p{Lu}_%]/gu)?.length ?? 0;
  return (label.length - capitals) * LETTER_PIXELS + capitals * CAPITAL_PIXELS;
}

function swatch(series: Series, left: number, middle: number, color: Color): string {
  const line = `<path d="M${left},${middle}h24" ${strokeOf(series, color)}/>`;
  if (!series.isFilled) return line;
  return `<rect x="${left}" y="${middle - 5}" width="24" height="10" fill="${color(series.color)}"/>${line}`;
}

function strokeOf(series: Series, color: Color): string {
  const { dash, isBroad = false, outline = series.color } = series;
  const width = isBroad ? `${BROAD_PIXELS}" stroke-opacity="${BROAD_OPACITY}` : LINE_WIDTH;
  const dashes = dash ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  return `fill="none" stroke="${color(outline)}" stroke-width="${width}"${dashes}`;
}

function plotOf(
  figure: Figure,
  shown: readonly Series[],
  frame: Frame,
  { color, visible }: PictureOptions,
): string[] {
  const { starts, zone } = figure;
  const from = visible?.from ?? starts[0] ?? 0;
  const to = visible?.to ?? (starts.length > 0 ? endOf(figure, starts.length - 1) : 1);
  const x = (at: number) =>
    frame.left + ((at - from) / Math.max(to - from, 1)) * (frame.right - frame.left);
  const places = placesOf(figure, { from, to, x, columns: frame.right - frame.left });
  const scales = [false, true].map((isRight) => scaleOf(figure, shown, { isRight, places, frame }));
  const yOf = ({ isRight = false }: Series) => (scales[Number(isRight)] ?? scaleless).y;
  const ticks = timeTicks(from, to, frame.right - frame.left, zone);
  return [
    ...marksOf(figure, frame, { from, to, x }, color),
    ...axisOf(scales[0] ?? scaleless, frame, color),
    ...(hasRightAxis(figure) ? rightAxisOf(scales[1] ?? scaleless, frame, color) : []),
    ...ticks.flatMap((at) => [
      `<path d="M${fixed(x(at))},${frame.top}V${frame.bottom}" stroke="${color('--grid')}"/>`,
      text(
        fixed(x(at)),
        frame.bottom + 16,
        tickLabel(at, zone, figure.isTimeOfDay),
        `text-anchor="middle" fill="${color('--muted')}"`,
      ),
    ]),
    ...bandsOf(shown).map(([upper, lower]) => {
      const d = bandPath(places, upper, lower, yOf(upper));
      return `<path d="${d}" fill="${color(upper.color)}"/>`;
    }),
    ...shown
      .filter(({ edgeOf }) => edgeOf === undefined)
      .flatMap((each) => [
        ...(each.isFilled
          ? [`<path d="${areaPath(places, each, yOf(each))}" fill="${color(each.color)}"/>`]
          : []),
        `<path d="${linePath(places, each, yOf(each))}" ${strokeOf(each, color)}/>`,
      ]),
    ...zeroLine(scales[0] ?? scaleless, frame, color),
  ];
}

interface Scale {
  readonly range: Range;
  readonly y: (value: number) => number;
}

const scaleless: Scale = { range: [0, 1], y: () => 0 };

interface ScaleOptions {
  readonly isRight: boolean;
  readonly places: readonly Place[];
  readonly frame: Frame;
}

function scaleOf(
  { fromZero = false }: Figure,
  shown: readonly Series[],
  { isRight, places, frame }: ScaleOptions,
): Scale {
  let min: number | null = null;
  let max: number | null = null;
  for (const { values, drawn = values, isRight: own = false } of shown) {
    if (own !== isRight) continue;
    for (const { first, last } of places)
      for (let index = first; index <= last; index += 1) {
        const value = drawn[index] ?? null;
        if (value === null) continue;
        min = Math.min(min ?? value, value);
        max = Math.max(max ?? value, value);
      }
  }
  const range = valueRange(min, max, fromZero && !isRight);
  const [low, high] = range;
  const { top, bottom } = frame;
  // The foot of an area may be below the range.
  const y = (value: number) =>
    Math.min(bottom - ((value - low) / (high - low)) * (bottom - top), bottom);
  return { range, y };
}

function axisOf(scale: Scale, frame: Frame, color: Color): string[] {
  return ticksOf(scale, frame).flatMap((tick) => {
    const at = fixed(scale.y(tick));
    return [
      `<path d="M${frame.left},${at}H${frame.right}" stroke="${color('--grid')}"/>`,
      text(frame.left - 6, fixed(at + 4), formatShort(tick), labelled('end', color)),
    ];
  });
}

function rightAxisOf(scale: Scale, frame: Frame, color: Color): string[] {
  return ticksOf(scale, frame).map((tick) =>
    text(frame.right + 6, fixed(scale.y(tick) + 4), formatShort(tick), labelled('start', color)),
  );
}

function labelled(anchor: 'start' | 'end', color: Color): string {
  return `text-anchor="${anchor}" fill="${color('--muted')}"`;
}

function ticksOf({ range }: Scale, { top, bottom }: Frame): number[] {
  return valueTicks(range, (bottom - top) / TICK_PIXELS);
}

/** Prices below zero are seen at once. */
function zeroLine({ range, y }: Scale, { left, right }: Frame, color: Color): string[] {
  if (!crossesZero(range)) return [];
  return [`<path d="M${left},${fixed(y(0))}H${right}" stroke="${color('--text')}"/>`];
}

interface Time {
  readonly from: number;
  readonly to: number;
  readonly x: (at: number) => number;
}

const MIN_MARK_PIXELS = 2;
/** Names of instants stand in as many rows by turns: neighbours do not overlap. */
const MARK_ROWS = 3;

function marksOf({ marks = [] }: Figure, frame: Frame, time: Time, color: Color): string[] {
  return marks
    .filter(({ from, to }) => to >= time.from && from <= time.to)
    .flatMap((mark, index) => {
      const { from, to, label } = mark;
      const left = time.x(Math.max(from, time.from));
      if (from === to) return instantOf(label, { left, row: index % MARK_ROWS }, frame, color);
      const width = Math.max(time.x(Math.min(to, time.to)) - left, MIN_MARK_PIXELS);
      return `<rect x="${fixed(left)}" y="${frame.top}" width="${fixed(width)}" height="${fixed(frame.bottom - frame.top)}" fill="${color('--mark')}"><title>${escaped(label)}</title></rect>`;
    });
}

function instantOf(
  label: string,
  { left, row }: { readonly left: number; readonly row: number },
  { top, bottom }: Frame,
  color: Color,
): string[] {
  const ink = color('--muted');
  const size = 'font-size="10"';
  return [
    `<path d="M${fixed(left)},${top}V${bottom}" stroke="${ink}" stroke-dasharray="1 3"/>`,
    text(fixed(left + 3), top + 9 + row * 11, label, `${size} fill="${ink}"`),
  ];
}

/** The upper edge of each band with the lower one, which follows it. */
function bandsOf(shown: readonly Series[]): [Series, Series][] {
  return shown.flatMap((upper, index): [Series, Series][] => {
    const lower = shown[index + 1];
    return lower && upper.edgeOf !== undefined && lower.edgeOf === upper.edgeOf
      ? [[upper, lower]]
      : [];
  });
}
