import { HOURS } from '@solano/domain/kernel';
import type { Sum } from '@solano/domain/kernel/statistics';
import { LEVELS } from '../predictor/bands.ts';
import type { Reference, ScoredDay } from './scored-day.ts';
import { absoluteErrors, pinball, REFERENCES } from './scored-day.ts';

const LEVEL_COUNT = LEVELS.length;

/** Central intervals by their nominal coverage in percent. */
export type Interval = '50' | '80' | '90';
/** Their lower and upper level, as places among `LEVELS`. */
export const INTERVALS: readonly (readonly [Interval, number, number])[] = [
  ['50', LEVELS.indexOf(0.25), LEVELS.indexOf(0.75)],
  ['80', LEVELS.indexOf(0.1), LEVELS.indexOf(0.9)],
  ['90', LEVELS.indexOf(0.05), LEVELS.indexOf(0.95)],
];

/** Sums over the periods of one day, from which averages are made. */
export interface DayScores {
  /** Madrid day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly leadDays: number;
  /** Absolute errors of the prediction, and of the rules that it is compared with. */
  readonly own: Sum;
  readonly references: Partial<Readonly<Record<Reference, Sum>>>;
  readonly squares: Sum;
  /** Predicted minus realised. */
  readonly bias: Sum;
  /** Absolute errors by hour of the Madrid clock. */
  readonly hours: readonly Sum[];
  /** Losses of the quantiles that there are. */
  readonly pinball: Sum;
  readonly coverage: Readonly<Record<Interval, Sum>>;
  readonly width: Readonly<Record<Interval, Sum>>;
  /** For each of `LEVELS` how many prices lie at or below. */
  readonly below: readonly Sum[];
}

/** Scores one day. */
export function scoreDay(day: ScoredDay): DayScores {
  const { date, leadDays } = day;
  const own = absoluteErrors(day, day.predicted);
  const [squares, bias] = [new Total(day.weight), new Total(day.weight)];
  const hours = Array.from({ length: HOURS }, () => new Total(day.weight));
  day.hours.forEach((hour, i) => {
    const error = (day.predicted[i] as number) - (day.realised[i] as number);
    squares.add(error * error);
    bias.add(error);
    hours[hour]?.add(Math.abs(error));
  });
  return {
    date,
    leadDays,
    own,
    references: scoreReferences(day),
    squares,
    bias,
    hours,
    ...scoreBands(day),
  };
}

function scoreReferences(day: ScoredDay): Partial<Record<Reference, Sum>> {
  const scores: Partial<Record<Reference, Sum>> = {};
  for (const name of REFERENCES) {
    const prices = day.references[name];
    if (prices) scores[name] = absoluteErrors(day, prices);
  }
  return scores;
}

function scoreBands({ realised, bands, hours, weight }: ScoredDay) {
  const losses = new Total(weight);
  const [coverage, width] = [intervalTotals(weight), intervalTotals(weight)];
  const below = LEVELS.map(() => new Total(weight));
  const at = (level: number, period: number) => bands?.[level]?.[period] ?? Number.NaN;
  hours.forEach((_, i) => {
    const price = realised[i] as number;
    for (let level = 0; level < LEVEL_COUNT; level += 1) {
      const quantile = at(level, i);
      if (Number.isNaN(quantile)) continue;
      losses.add(pinball(LEVELS[level] as number, quantile, price));
      below[level]?.add(price <= quantile ? 1 : 0);
    }
    for (const [name, lower, upper] of INTERVALS) {
      const [low, high] = [at(lower, i), at(upper, i)];
      if (Number.isNaN(high - low)) continue;
      coverage[name].add(price >= low && price <= high ? 1 : 0);
      width[name].add(high - low);
    }
  });
  return { pinball: losses, coverage, width, below };
}

function intervalTotals(weight: number): Record<Interval, Total> {
  return { '50': new Total(weight), '80': new Total(weight), '90': new Total(weight) };
}

/** A sum that values are added to, each of the same weight. */
class Total implements Sum {
  sum = 0;
  count = 0;
  readonly #weight: number;

  constructor(weight: number) {
    this.#weight = weight;
  }

  add(value: number): void {
    this.sum += value * this.#weight;
    this.count += this.#weight;
  }
}
