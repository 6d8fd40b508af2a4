import { DAY_MS, HOURS } from '@solano/domain/kernel';
import { type FallingMean, learnFalling, predictFalling } from '@solano/domain/kernel/learning';
import type { SpreadCurve } from './spread-curve.ts';
import type { Hours, SpreadDays } from './spread-days.ts';
import { RULE_DAYS, SpreadFeatures } from './spread-features.ts';

/** Days of delivery that a model learns from at most, and at least. */
const LEARNED_DAYS = 540;
const MIN_LEARNED_DAYS = 120;
/** Models are learned again for every day whose number since 1970 is a multiple of this. */
const REFIT_DAYS = 14;
/** Days before a day that its curves can come from. */
export const MAX_USED_DAYS = REFIT_DAYS + LEARNED_DAYS + RULE_DAYS;
/** The last days, which a model that left them out must foretell no worse than the rule does. */
const PROVING_DAYS = RULE_DAYS;
/** Chosen on the days 2024-07 to 2025-11 (docs/limit-bids.md). */
const SETTINGS = {
  trees: 120,
  rate: 0.05,
  maxLeaves: 6,
  minLeafRows: 60,
  rowShare: 0.7,
  featureShare: 0.6,
  falling: 0,
  members: 2,
};
/** Share of the boosted mean in a curve; the rule has the rest. */
const LEARNED_SHARE = 0.7;
/** EUR/MWh: surprises at which curves are computed. */
const SURPRISES = [
  -60, -40, -30, -24, -20, -16, -13, -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 13, 16, 20, 24, 30, 40,
  60,
];
const DIGITS = 1000;

interface SpreadModel {
  readonly mean: FallingMean;
  readonly learnedUntil: number;
  /** Whether it foretold the last days no worse than the rule; others are not used. */
  readonly isTrusted: boolean;
}

/** An hour with the spread that it had and the surprise that came with it. */
interface Example {
  readonly day: number;
  readonly hour: number;
  readonly surprise: number;
  readonly spread: number;
}

/** Curves of a day and the index of the last day that they were learned from. */
export interface LearnedCurves {
  readonly learnedUntil: number;
  /** One for each of the 24 hours of the clock. */
  readonly hours: readonly SpreadCurve[];
}

/**
 * Learns what a later session costs more than an earlier one, walking forward: the curves of a day
 * come from the days before it as they were known at 09:00 the day before. With m the rule (the hour's
 * mean spread over 56 days) and f the boosted mean of the spread given surprise u and what is known:
 *
 *  curve(u) = 0.7 f(u) + 0.3 m, or m while fewer than 120 days are known, and where such a curve
 *             would have foretold the last 56 days worse.
 */
export class SpreadCurveLearner {
  readonly #days: SpreadDays;
  readonly #features: SpreadFeatures;
  readonly #models = new Map<number, SpreadModel | undefined>();

  constructor(days: SpreadDays) {
    this.#days = days;
    this.#features = new SpreadFeatures(days);
  }

  /**
   * The curves of a day (its index); undefined where some hour of it is not predicted, and where no
   * spread is known of the 56 days before it.
   */
  curvesOf(day: number): LearnedCurves | undefined {
    const rule = this.#features.ruleSpreads(day);
    const known = this.#lastKnown(day);
    if (known === undefined || (this.#days.predicted[day] as Hours).some(Number.isNaN)) {
      return undefined;
    }
    const means = rule.map((spread) => (Number.isNaN(spread) ? 0 : spread));
    const model = this.#modelFor(day);
    if (!model?.isTrusted) {
      const hours = means.map((mean) => ({ surprises: [0], spreads: [rounded(mean)] }));
      return { learnedUntil: known, hours };
    }
    const features = this.#features.of(day);
    const hours = means.map((mean, hour) => {
      const rows = SURPRISES.map((surprise) => [surprise, ...(features[hour] as number[])]);
      const spreads = Array.from(predictFalling(model.mean, columnsOf(rows)), (spread) => {
        return rounded(mixed(spread, mean));
      });
      return { surprises: SURPRISES, spreads };
    });
    return { learnedUntil: model.learnedUntil, hours };
  }

  /** The last day before one whose prices are known when it is predicted. */
  #lastKnown(day: number): number | undefined {
    const { lag } = this.#days;
    for (let i = day - lag; i >= Math.max(0, day - RULE_DAYS); i -= 1) {
      if (this.#examplesOf(i, false).length > 0) return i;
    }
    return undefined;
  }

  #modelFor(day: number): SpreadModel | undefined {
    const number = Date.parse(this.#days.dates[day] as string) / DAY_MS;
    const fitted = Math.max(0, day - (number % REFIT_DAYS));
    if (!this.#models.has(fitted)) this.#models.set(fitted, this.#learn(fitted));
    return this.#models.get(fitted);
  }

  /** Learns from what is known when a day is predicted. */
  #learn(day: number): SpreadModel | undefined {
    const end = day - this.#days.lag + 1;
    const examples = this.#examples(day - LEARNED_DAYS, end);
    const days = new Set(examples.map((each) => each.day));
    if (days.size < MIN_LEARNED_DAYS) return undefined;
    const mean = this.#fit(examples);
    const isTrusted = this.#provesItself(examples, end - PROVING_DAYS);
    return { mean, learnedUntil: (examples.at(-1) as Example).day, isTrusted };
  }

  /** Whether examples from a day on are foretold no worse by a model of those before it than by the rule. */
  #provesItself(examples: readonly Example[], from: number): boolean {
    const before = examples.filter(({ day }) => day < from);
    const proving = examples.filter(({ day }) => day >= from);
    if (before.length === 0 || proving.length === 0) return false;
    const means = predictFalling(this.#fit(before), this.#columns(proving));
    let [own, rule] = [0, 0];
    for (const [i, { day, hour, spread }] of proving.entries()) {
      const mean = this.#features.ruleSpreads(day)[hour] as number;
      if (Number.isNaN(mean)) continue;
      own += (spread - mixed(means[i] as number, mean)) ** 2;
      rule += (spread - mean) ** 2;
    }
    return own <= rule;
  }

  #fit(examples: readonly Example[]): FallingMean {
    const spreads = Float64Array.from(examples, ({ spread }) => spread);
    return learnFalling(this.#columns(examples), spreads, SETTINGS);
  }

  #columns(examples: readonly Example[]): Float64Array[] {
    const rows = examples.map(({ day, hour, surprise }) => {
      return [surprise, ...(this.#features.of(day)[hour] as number[])];
    });
    return columnsOf(rows);
  }

  #examples(first: number, end: number): Example[] {
    const examples: Example[] = [];
    for (let day = Math.max(0, first); day < end; day += 1) {
      examples.push(...this.#examplesOf(day, true));
    }
    return examples;
  }

  #examplesOf(day: number, needsPrediction: boolean): Example[] {
    const [predicted, earlier, later] = [
      this.#days.predicted[day] as Hours,
      this.#days.earlier[day] as Hours,
      this.#days.later[day] as Hours,
    ];
    return Array.from({ length: HOURS }, (_, hour) => {
      const price = earlier[hour] as number;
      const surprise = price - (predicted[hour] as number);
      return { day, hour, surprise, spread: (later[hour] as number) - price };
    }).filter(({ surprise, spread }) => {
      return !Number.isNaN(spread) && !(needsPrediction && Number.isNaN(surprise));
    });
  }
}

function columnsOf(rows: readonly (readonly number[])[]): Float64Array[] {
  return (rows[0] ?? []).map((_, i) => Float64Array.from(rows, (row) => row[i] as number));
}

function mixed(learned: number, rule: number): number {
  return LEARNED_SHARE * learned + (1 - LEARNED_SHARE) * rule;
}

/** Thousandths, which keep the order of what they are rounded from; never -0. */
function rounded(spread: number): number {
  return Math.round(spread * DIGITS) / DIGITS + 0;
}
