import { QUANTILES } from '@solano/domain/market';
import type { DayScores, PredictionEvaluation } from '@solano/domain/market/evaluation';
import type { Frame, Style } from '@solano/svg';
import { bottomAxis, dayText, fixed, gridLines, opening, stroke, text } from '@solano/svg';
import { type ScaleLinear, type ScaleTime, scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';

const SIZE = { width: 960, height: 720 };
const TIME = { left: 76, right: 930, top: 80, bottom: 330 };
const HOURS = { left: 76, right: 470, top: 420, bottom: 670 };
const CALIBRATION = { left: 560, right: 930, top: 420, bottom: 670 };
const TICKS = 6;
/** Days over which errors are averaged, so that a line over years can be read. */
const SMOOTHED_DAYS = 7;
const HOUR_COUNT = 24;

const OWN: Style = { colour: '#0072b2', dashes: 'none' };
const OTHER: Style = { colour: '#c24a00', dashes: '6 4' };
const IDEAL: Style = { colour: '#555555', dashes: '1 5' };

type Point = readonly [x: number, y: number];
type Scale = ScaleLinear<number, number> | ScaleTime<number, number>;

/**
 * Returns an SVG picture of an evaluation: the error over time beside that of the last known day,
 * the error by hour, and the shares of prices at or below each quantile beside the expected shares.
 */
export function evaluationPlot(title: string, evaluation: PredictionEvaluation): string {
  return [
    ...opening(SIZE, title),
    ...overTime(evaluation.scores),
    ...byHour(evaluation.byHour),
    ...calibration(evaluation.calibration),
    '</svg>',
    '',
  ].join('\n');
}

function overTime(scores: readonly DayScores[]): string[] {
  const own = smoothed(scores, ({ own: sum }) => sum);
  const other = smoothed(scores, ({ references }) => references.persistence);
  const instants = scores.map(({ date }) => Date.parse(date));
  const x = scaleUtc<number>()
    .domain([Math.min(...instants), Math.max(...instants)])
    .range([TIME.left, TIME.right]);
  const y = upTo([...own, ...other], TIME);
  return [
    ...frame(TIME, y, `Mean absolute error, EUR/MWh, mean of ${SMOOTHED_DAYS} days`),
    ...(scores.length > 0 ? bottomAxis(TIME, x, x.ticks(TICKS), dayText) : []),
    path(own, x, y, OWN),
    path(other, x, y, OTHER),
    ...legend(TIME, ['prediction', 'the last day known']),
  ];
}

function byHour(errors: PredictionEvaluation['byHour']): string[] {
  const points = errors.flatMap((mae, hour): Point[] => (mae === null ? [] : [[hour, mae]]));
  const x = scaleLinear<number>()
    .domain([0, HOUR_COUNT - 1])
    .range([HOURS.left, HOURS.right]);
  const y = upTo(points, HOURS);
  return [
    ...frame(HOURS, y, 'Mean absolute error by hour, EUR/MWh'),
    ...bottomAxis(HOURS, x, [0, 6, 12, 18, 23], (hour) => `${Number(hour)} h`),
    path(points, x, y, OWN),
  ];
}

function calibration(shares: PredictionEvaluation['calibration']): string[] {
  const points = shares.flatMap((share, i): Point[] => {
    return share === null ? [] : [[QUANTILES[i] as number, 100 * share]];
  });
  const x = scaleLinear<number>().domain([0, 100]).range([CALIBRATION.left, CALIBRATION.right]);
  const y = scaleLinear<number>().domain([0, 100]).range([CALIBRATION.bottom, CALIBRATION.top]);
  const whole: Point[] = [
    [0, 0],
    [100, 100],
  ];
  const title =
    points.length > 0 ? 'Prices at or below each quantile, %' : 'No quantiles were predicted';
  return [
    ...frame(CALIBRATION, y, title),
    ...bottomAxis(CALIBRATION, x, [5, 25, 50, 75, 95], (quantile) => `${Number(quantile)} %`),
    path(whole, x, y, IDEAL),
    path(points, x, y, OWN),
    ...points.map(([quantile, share]) => {
      return `<circle cx="${fixed(x(quantile))}" cy="${fixed(y(share))}" r="3" fill="${OWN.colour}"/>`;
    }),
  ];
}

/** Returns means over the preceding days that have a sum. */
function smoothed(
  scores: readonly DayScores[],
  sumOf: (day: DayScores) => DayScores['own'] | undefined,
): Point[] {
  const known = scores.flatMap((day) => {
    const sum = sumOf(day);
    return sum ? [{ at: Date.parse(day.date), sum }] : [];
  });
  return known.map(({ at }, i): Point => {
    const recent = known.slice(Math.max(0, i + 1 - SMOOTHED_DAYS), i + 1);
    const total = recent.reduce((all, { sum }) => all + sum.sum, 0);
    return [at, total / recent.reduce((all, { sum }) => all + sum.count, 0)];
  });
}

function upTo(points: readonly Point[], { top, bottom }: Frame): ScaleLinear<number, number> {
  const max = Math.max(...points.map(([, y]) => y), 0);
  return scaleLinear<number>()
    .domain([0, max === 0 ? 1 : max])
    .nice(TICKS)
    .range([bottom, top]);
}

function path(points: readonly Point[], x: Scale, y: Scale, style: Style): string {
  const drawn = line<Point>()
    .x(([at]) => x(at))
    .y(([, value]) => y(value))
    .digits(2)([...points]);
  return `<path d="${drawn ?? ''}" fill="none" ${stroke(style)} stroke-linecap="butt"/>`;
}

function frame(bounds: Frame, y: ScaleLinear<number, number>, title: string): string[] {
  return [
    text(bounds.left, bounds.top - 14, title, 'font-weight="bold"'),
    ...gridLines(bounds, y, y.ticks(TICKS), String),
  ];
}

function legend(bounds: Frame, names: readonly string[]): string[] {
  return names.flatMap((name, i) => {
    const left = bounds.right - 330 + i * 150;
    const style = i === 0 ? OWN : OTHER;
    return [
      `<path d="M${left},${bounds.top - 18}h32" ${stroke(style)}/>`,
      text(left + 40, bounds.top - 14, name),
    ];
  });
}
