import { LEVELS } from '../combination/bands.ts';
import type { Reference, ScoredDay, Sum } from './scored-day.ts';
import { absoluteErrors, meanOf, pinball, REFERENCES, sumOver } from './scored-day.ts';
import type { DieboldMariano } from './significance.ts';
import { blockBootstrap, dieboldMariano } from './significance.ts';

const HOURS = 24;
const WEEKDAYS = 7;
/** Central intervals by what they should cover, in percent: their lower and upper level. */
const INTERVALS: readonly (readonly [string, number, number])[] = [
  ['50', 0.25, 0.75],
  ['80', 0.1, 0.9],
  ['90', 0.05, 0.95],
];

/** How far predictions were off, in EUR/MWh; null where there is nothing to say it from. */
export interface Evaluation {
  /** Days that were scored, oldest first, each once for every lead. */
  readonly days: readonly string[];
  readonly mae: number | null;
  /** 95 % interval of the mean absolute error. */
  readonly maeInterval: readonly [number, number] | null;
  readonly rmse: number | null;
  /** Mean of predicted minus realised. */
  readonly bias: number | null;
  readonly references: Readonly<Record<Reference, Comparison>>;
  /** Mean pinball loss over the quantiles. */
  readonly pinball: number | null;
  /** Share of prices within the central intervals that should hold 50, 80 and 90 %. */
  readonly coverage: Readonly<Record<string, number | null>>;
  /** Mean width of these. */
  readonly width: Readonly<Record<string, number | null>>;
  /** For each of `LEVELS` the share of prices at or below. */
  readonly calibration: readonly (number | null)[];
  /** Mean absolute error by hour of the Madrid clock, 0 to 23. */
  readonly byHour: readonly (number | null)[];
  /** By day of the week, Monday first. */
  readonly byWeekday: readonly (number | null)[];
  readonly byLeadDays: readonly { leadDays: number; mae: number | null }[];
}

/** A prediction against a simple rule, over the days on which both said something. */
interface Comparison {
  /** Mean absolute error as a multiple of the rule's. */
  readonly rmae: number | null;
  /** Its 95 % interval. */
  readonly interval: readonly [number, number] | null;
  readonly test: DieboldMariano | null;
}

/** Scores days that were predicted; a day counts for itself, whatever its number of periods. */
export function evaluate(days: readonly ScoredDay[]): Evaluation {
  const sorted = days.toSorted((a, b) => a.date.localeCompare(b.date) || a.leadDays - b.leadDays);
  const errors = sorted.map((day) => absoluteErrors(day, day.predicted));
  const squares = sorted.map((day) => sumOver(day, (i) => errorAt(day, i) ** 2));
  const meanSquare = meanOf(squares);
  const ones = errors.map(({ count }) => ({ sum: count, count }));
  return {
    days: [...new Set(sorted.map(({ date }) => date))],
    mae: meanOf(errors),
    maeInterval: blockBootstrap(errors, ones) ?? null,
    rmse: meanSquare === null ? null : Math.sqrt(meanSquare),
    bias: meanOf(sorted.map((day) => sumOver(day, (i) => errorAt(day, i)))),
    references: compareAll(sorted),
    ...scoreBands(sorted),
    byHour: Array.from({ length: HOURS }, (_, hour) => maeOfHour(sorted, hour)),
    byWeekday: Array.from({ length: WEEKDAYS }, (_, weekday) => {
      return meanOf(errors.filter((__, i) => weekdayOf(sorted[i] as ScoredDay) === weekday));
    }),
    byLeadDays: [...new Set(sorted.map(({ leadDays }) => leadDays))]
      .toSorted((a, b) => a - b)
      .map((leadDays) => ({
        leadDays,
        mae: meanOf(errors.filter((_, i) => sorted[i]?.leadDays === leadDays)),
      })),
  };
}

function compareAll(days: readonly ScoredDay[]): Record<Reference, Comparison> {
  const pairs = REFERENCES.map((name) => [name, compare(days, name)] as const);
  return Object.fromEntries(pairs) as Record<Reference, Comparison>;
}

function compare(days: readonly ScoredDay[], name: Reference): Comparison {
  const both = days.flatMap((day) => {
    const reference = day.references[name];
    return reference
      ? { own: absoluteErrors(day, day.predicted), other: absoluteErrors(day, reference) }
      : [];
  });
  const own = both.map((each) => each.own);
  const other = both.map((each) => each.other);
  const [mine, theirs] = [meanOf(own), meanOf(other)];
  const daily = (sums: readonly Sum[]) => sums.map(({ sum, count }) => sum / count);
  return {
    rmae: mine === null || !theirs ? null : mine / theirs,
    interval: theirs ? (blockBootstrap(own, other) ?? null) : null,
    test: dieboldMariano(daily(own), daily(other)) ?? null,
  };
}

function scoreBands(days: readonly ScoredDay[]) {
  const banded = days.flatMap((day) => (day.bands ? { day, bands: day.bands } : []));
  const mean = (value: (price: number, quantiles: readonly number[]) => number) =>
    meanOf(
      banded.map(({ day, bands }) =>
        sumOver(day, (i) =>
          value(
            day.realised[i] as number,
            bands.map((band) => band[i] as number),
          ),
        ),
      ),
    );
  const between = (value: (price: number, low: number, high: number) => number) =>
    Object.fromEntries(
      INTERVALS.map(([name, low, high]) => {
        const [from, to] = [LEVELS.indexOf(low), LEVELS.indexOf(high)];
        return [name, mean((price, q) => value(price, q[from] as number, q[to] as number))];
      }),
    );
  return {
    pinball: mean((price, quantiles) => {
      const losses = LEVELS.map((level, i) => pinball(level, quantiles[i] as number, price));
      return losses.reduce((sum, loss) => sum + loss, 0) / LEVELS.length;
    }),
    coverage: between((price, low, high) => (price >= low && price <= high ? 1 : 0)),
    width: between((_, low, high) => high - low),
    calibration: LEVELS.map((_, i) => mean((price, q) => (price <= (q[i] as number) ? 1 : 0))),
  };
}

function maeOfHour(days: readonly ScoredDay[], hour: number): number | null {
  const sums = days.map((day) => {
    const periods = day.hours.flatMap((each, i) => (each === hour ? i : []));
    const sum = periods.reduce((total, i) => total + Math.abs(errorAt(day, i)), 0);
    return { sum, count: periods.length };
  });
  return meanOf(sums);
}

function errorAt(day: ScoredDay, period: number): number {
  return (day.predicted[period] as number) - (day.realised[period] as number);
}

/** 0 for Monday. */
function weekdayOf({ date }: ScoredDay): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + WEEKDAYS - 1) % WEEKDAYS;
}
