import { QUANTILES } from '@solano/domain/market';
import type { DayScores, PredictionEvaluation } from '@solano/domain/market/evaluation';
import type { Style } from '@solano/svg';
import { bottomAxis, dayText, fixed, opening } from '@solano/svg';
import { scaleLinear, scaleUtc } from 'd3-scale';
import { frame, legend, OTHER, OWN, type Point, path, TICKS, upTo } from '../line-plot.ts';

const SIZE = { width: 960, height: 720 };
const TIME = { left: 76, right: 930, top: 80, bottom: 330 };
const HOURS = { left: 76, right: 470, top: 420, bottom: 670 };
const CALIBRATION = { left: 560, right: 930, top: 420, bottom: 670 };
/** Days over which errors are averaged, so that a line over years can be read. */
const SMOOTHED_DAYS = 7;
const HOUR_COUNT = 24;

const IDEAL: Style = { colour: '#555555', dashes: '1 5' };

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
