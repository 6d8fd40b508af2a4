import type { Backtest, BacktestDay } from '@solano/domain/desk';
import { DAY_MS } from '@solano/domain/kernel';
import {
  bottomAxis,
  dayText,
  fixed,
  gridLines,
  opening,
  type Style,
  stroke,
  text,
} from '@solano/svg';
import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';

const SIZE = { width: 960, height: 540 };
const PLOT = { left: 76, right: 650, top: 72, bottom: 492 };
const LABEL_HEIGHT = 20;
const TICKS = 6;

/** Colours by idmodel, from 1 on. Every colour is dark enough for white paper. */
const STYLES: readonly Style[] = [
  { colour: '#555555', dashes: '1 5' },
  { colour: '#0072b2', dashes: '4 4' },
  { colour: '#c24a00', dashes: 'none' },
  { colour: '#00775a', dashes: '12 4 2 4' },
  { colour: '#8b3f9e', dashes: '20 4' },
  { colour: '#8a5d00', dashes: '8 3 2 3 2 3' },
];
const FORESIGHT: Style = { colour: '#000000', dashes: '9 6' };

/** A cumulative saving (EUR) at an instant (ms). */
interface Point {
  readonly at: number;
  readonly saved: number;
}

/** The savings of a model or rule, as a line; undefined on days on which it did not run. */
interface Line {
  readonly name: string;
  readonly style: Style;
  readonly points: readonly (Point | undefined)[];
  /** The total saving. */
  readonly saved: number;
}

/**
 * Returns an SVG picture of the cumulative savings of each model, and of perfect foresight, against
 * model 1 by the end of each day of a backtest. A line is broken on days on which its model was
 * left out.
 */
export function plotOf(title: string, result: Backtest): string {
  const lines = linesOf(result);
  const { x, y } = scalesOf(result.days, lines);
  const path = line<Point | undefined>()
    .defined((point) => point !== undefined)
    .x((point) => x(point?.at ?? 0))
    .y((point) => y(point?.saved ?? 0))
    .digits(2);
  const whole = `Backtest for ${title}: ${result.from} to ${result.to}`;
  return [
    ...opening(SIZE, whole),
    text(16, 50, 'Total saving against model 1 (day-ahead), in EUR, with 1 MW throughout each day'),
    ...horizontalAxis(x),
    ...gridLines(PLOT, y, y.ticks(TICKS), y.tickFormat(TICKS, 'f')),
    ...lines.map(({ style, points }) => {
      return `<path d="${path(points) ?? ''}" fill="none" ${stroke(style)} stroke-linecap="butt"/>`;
    }),
    ...labels(lines, y),
    '</svg>',
    '',
  ].join('\n');
}

function linesOf({ models, days, foresight }: Backtest): Line[] {
  const lines = models.map(({ idmodel, name, totals }) => ({
    name: `${idmodel} ${name}`,
    style: STYLES[(idmodel - 1) % STYLES.length] as Style,
    points: pointsOf(days, (day) => day.models.find((each) => each.idmodel === idmodel)?.saving),
    saved: totals?.saving ?? 0,
  }));
  const points = pointsOf(days, (day) => day.foresight.saving);
  const foresightLine = {
    name: 'Perfect foresight',
    style: FORESIGHT,
    points,
    saved: foresight.saving,
  };
  return [...lines.filter((each) => each.points.some(Boolean)), foresightLine];
}

/** Returns the cumulative savings before and after each day; a day has one day's width. */
function pointsOf(
  days: readonly BacktestDay[],
  savingOf: (day: BacktestDay) => number | undefined,
): (Point | undefined)[] {
  const points: (Point | undefined)[] = [];
  let saved = 0;
  for (const day of days) {
    const at = Date.parse(day.date);
    const saving = savingOf(day);
    if (saving === undefined) {
      points.push(undefined);
      continue;
    }
    if (points.at(-1)?.at !== at) points.push({ at, saved });
    saved += saving;
    points.push({ at: at + DAY_MS, saved });
  }
  return points;
}

type HorizontalScale = ReturnType<typeof scaleUtc<number>>;
type VerticalScale = ReturnType<typeof scaleLinear<number>>;

function scalesOf(
  days: readonly BacktestDay[],
  lines: readonly Line[],
): { x: HorizontalScale; y: VerticalScale } {
  const instants = days.map(({ date }) => Date.parse(date));
  const ends = [Math.min(...instants), Math.max(...instants) + DAY_MS];
  const saved = lines.flatMap(({ points }) => points.map((point) => point?.saved ?? 0));
  const min = Math.min(0, ...saved);
  const max = Math.max(0, ...saved);
  return {
    x: scaleUtc<number>().domain(ends).range([PLOT.left, PLOT.right]),
    y: scaleLinear<number>()
      .domain([min, max === min ? min + 1 : max])
      .nice(TICKS)
      .range([PLOT.bottom, PLOT.top]),
  };
}

function horizontalAxis(x: HorizontalScale): string[] {
  const [first, last] = x.domain() as [Date, Date];
  const days = (last.getTime() - first.getTime()) / DAY_MS;
  const midnights = x.ticks(Math.min(TICKS, days)).filter((tick) => tick.getTime() % DAY_MS === 0);
  return bottomAxis(PLOT, x, midnights, dayText);
}

/** Labels each line at its end, with a piece of it; labels are moved apart if the ends are close together. */
function labels(lines: readonly Line[], y: VerticalScale): string[] {
  const ordered = [...lines].sort((a, b) => b.saved - a.saved);
  const positions = withoutOverlap(ordered.map(({ saved }) => y(saved)));
  return ordered.flatMap(({ name, style, saved }, i) => {
    const position = fixed(positions[i] as number);
    return [
      `<path d="M${PLOT.right + 2},${fixed(y(saved))}L${PLOT.right + 20},${position}" stroke="#bbbbbb" fill="none"/>`,
      `<path d="M${PLOT.right + 24},${position}h40" ${stroke(style)}/>`,
      text(PLOT.right + 70, fixed(position + 4), `${name} ${signed(saved)}`),
    ];
  });
}

/** Moves ascending positions as little down, or up at the foot, as their labels need. */
function withoutOverlap(positions: readonly number[]): number[] {
  const moved: number[] = [];
  for (const position of positions) {
    moved.push(Math.max(position, (moved.at(-1) ?? -Infinity) + LABEL_HEIGHT));
  }
  let below = PLOT.bottom + LABEL_HEIGHT;
  return moved
    .reverse()
    .map((position) => {
      below = Math.min(position, below - LABEL_HEIGHT);
      return below;
    })
    .reverse();
}

/** Formats cents, with the minus sign of the axis. */
function signed(euros: number): string {
  return euros.toFixed(2).replace('-', '\u2212');
}
