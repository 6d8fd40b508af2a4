import { DAY_MS, dayKind } from '@solano/domain/kernel';
import { MILLI } from '../prices/milli-euro.ts';
import type { ClockDay } from '../prices/realised-days.ts';
import { baselineDay } from './baseline.ts';
import { type DayInputs, exogenousOf, LOOK_BACK, regimeOf } from './features.ts';
import { fitLear, type LearFit, type LearSettings, predictLear, type TrainingDay } from './lear.ts';
import { dateOf, type ExogenousSeries, hoursOf, type PriceDays } from './price-days.ts';
import { fitTrees, predictTrees, type TreesFit } from './trees.ts';

/** The calibrations: three years by regime, three years, and the last months. */
const LEARS: readonly LearSettings[] = [
  { name: 'lear_regime', windowDays: 1096, byRegime: true, criterion: 'aic' },
  { name: 'lear_long', windowDays: 1096, byRegime: false, criterion: 'aic' },
  { name: 'lear_recent', windowDays: 364, halfLifeDays: 90, byRegime: false, criterion: 'bic' },
];
export const YESTERDAY = 'yesterday';
const BASELINE = 'baseline';
export const TREES = 'trees';

/** Models are fitted again on every day whose number since 1970 is a multiple of this. */
const REFIT_DAYS = 28;
const TREES_REFIT_DAYS = 56;
/** Days that a model must have learned from before it says anything. */
const MIN_TRAINING_DAYS = 200;
/** Known days after which the models may have something to say. */
export const MIN_DAYS = MIN_TRAINING_DAYS + LOOK_BACK;
/** Days that the baseline looks at. */
const BASELINE_DAYS = 60;

/**
 * Each member's expected prices of the days after the known ones: hours by lead, 0 the first day.
 */
export type MemberPaths = ReadonlyMap<string, readonly Float64Array[]>;

/** A fit with what it was made from. */
export interface TracedFit<Fit = LearFit | TreesFit> {
  readonly member: string;
  /** Last day that it learned from, `YYYY-MM-DD`. */
  readonly until: string;
  readonly fit: Fit;
}

/** Predicts hours from as many days as were known, by each member alone. */
export class Members {
  readonly #days: PriceDays;
  readonly #exogenous: ExogenousSeries;
  readonly #driven: (readonly ArrayLike<number>[][] | undefined)[];
  readonly #trainingDays = new Map<boolean, readonly (TrainingDay | undefined)[]>();
  /** Days that trees learn from: without exogenous values where these are not known. */
  readonly #treeDays: readonly (TrainingDay | undefined)[];
  readonly #fits = new Map<string, TracedFit<LearFit> | undefined>();
  readonly #treeFits = new Map<number, TracedFit<TreesFit> | undefined>();
  readonly #clockDays: readonly ClockDay[];

  constructor(days: PriceDays, exogenous: ExogenousSeries) {
    this.#days = days;
    this.#exogenous = exogenous;
    this.#driven = days.dates.map((date) => this.#exogenousOn(date));
    this.#trainingDays
      .set(false, this.#trainingDaysWith(false))
      .set(true, this.#trainingDaysWith(true));
    this.#treeDays = days.dates.map((_, i) => {
      return this.#trainingDays.get(true)?.[i] ?? this.#trainingDays.get(false)?.[i];
    });
    this.#clockDays = days.dates.map((date, i) => ({
      date,
      kind: dayKind(date),
      prices: Array.from(days.quarters[i] as Float64Array, (price) => Math.round(price * MILLI)),
    }));
  }

  /**
   * The hours of the `leads` days that follow the first `count`. Farther days build on nearer ones,
   * each member on its own.
   */
  paths(count: number, leads: number): MemberPaths {
    const dates = Array.from({ length: leads }, (_, i) => dateOf(this.#days, count + i));
    const paths = new Map<string, readonly Float64Array[]>();
    for (const settings of LEARS) {
      const path = this.#learPath(settings, count, dates);
      if (path) paths.set(settings.name, path);
    }
    const trees = this.#treesPath(count, dates);
    if (trees) paths.set(TREES, trees);
    const known = this.#knownBefore(count);
    const baseline = (date: string) => hoursOf(baselineDay(known, date)).map((p) => p / MILLI);
    paths.set(BASELINE, dates.map(baseline));
    const last = this.#days.hours[count - 1] as Float64Array;
    paths.set(
      YESTERDAY,
      dates.map(() => last),
    );
    return paths;
  }

  /** Whether the first day after `count` days is predicted from exogenous values. */
  isDriven(count: number): boolean {
    const isKnown = this.#exogenousOn(dateOf(this.#days, count)) !== undefined;
    return isKnown && LEARS.every((settings) => this.#fitFor(settings, count, true) !== undefined);
  }

  /** The fits that the first day after `count` days is predicted with. */
  fits(count: number): TracedFit[] {
    const driven = this.isDriven(count);
    const linear = LEARS.flatMap((settings) => this.#fitFor(settings, count, driven) ?? []);
    return [...linear, ...[this.#treesFor(count) ?? []].flat()];
  }

  #learPath(
    settings: LearSettings,
    count: number,
    dates: readonly string[],
  ): Float64Array[] | undefined {
    const past = this.#days.hours.slice(Math.max(0, count - LOOK_BACK), count);
    const path: Float64Array[] = [];
    for (const [lead, date] of dates.entries()) {
      const exogenous = this.#driven[count + lead] ?? this.#exogenousOn(date);
      const traced =
        (exogenous && this.#fitFor(settings, count, true)) ?? this.#fitFor(settings, count, false);
      if (!traced) return undefined;
      const used = traced.fit.series > 0 ? (exogenous ?? []) : [];
      const hours = predictLear(traced.fit, { date, past, exogenous: used });
      path.push(hours);
      past.push(hours);
    }
    return path;
  }

  #treesPath(count: number, dates: readonly string[]): Float64Array[] | undefined {
    const traced = this.#treesFor(count);
    if (!traced) return undefined;
    const past = this.#days.hours.slice(count - LOOK_BACK, count);
    return dates.map((date, lead) => {
      const exogenous = this.#driven[count + lead] ?? this.#exogenousOn(date) ?? [];
      const hours = predictTrees(traced.fit, { date, past: past.slice(-LOOK_BACK), exogenous });
      past.push(hours);
      return hours;
    });
  }

  #treesFor(count: number): TracedFit<TreesFit> | undefined {
    const fitted = this.#fittedAt(count, TREES_REFIT_DAYS);
    if (!this.#treeFits.has(fitted)) {
      const known = this.#treeDays.slice(0, Math.max(0, fitted)).filter((day) => day !== undefined);
      const until = this.#days.dates[fitted - 1] as string;
      const isReady = known.length >= MIN_TRAINING_DAYS;
      const fit = isReady ? fitTrees(known, this.#exogenous.size) : undefined;
      this.#treeFits.set(fitted, fit && { member: TREES, until, fit });
    }
    return this.#treeFits.get(fitted);
  }

  /** How many days were known when the models were last fitted. */
  #fittedAt(count: number, refitDays: number): number {
    return count - ((Date.parse(dateOf(this.#days, count)) / DAY_MS) % refitDays);
  }

  #fitFor(settings: LearSettings, count: number, driven: boolean): TracedFit<LearFit> | undefined {
    if (driven && this.#exogenous.size === 0) return undefined;
    const fitted = this.#fittedAt(count, REFIT_DAYS);
    const key = `${settings.name} ${fitted} ${driven}`;
    if (!this.#fits.has(key)) this.#fits.set(key, this.#fit(settings, fitted, driven));
    return this.#fits.get(key);
  }

  #fit(settings: LearSettings, count: number, driven: boolean): TracedFit<LearFit> | undefined {
    const trainingDays = (this.#trainingDays.get(driven) ?? []).slice(0, Math.max(0, count));
    const known = trainingDays.filter((day) => day !== undefined);
    if (known.length < MIN_TRAINING_DAYS) return undefined;
    const now = regimeOf(this.#days.hours.slice(count - LOOK_BACK, count));
    const until = this.#days.dates[count - 1] as string;
    return { member: settings.name, until, fit: fitLear(settings, known, now) };
  }

  /** Each known day as a training day; undefined if nothing can be learned from it. */
  #trainingDaysWith(driven: boolean): (TrainingDay | undefined)[] {
    const { dates, hours, isKnown } = this.#days;
    return dates.map((date, i) => {
      const exogenous = driven ? this.#driven[i] : [];
      if (i < LOOK_BACK || !isKnown[i] || !exogenous) return undefined;
      const inputs: DayInputs = { date, past: hours.slice(i - LOOK_BACK, i), exogenous };
      return { ...inputs, hours: hours[i] as Float64Array };
    });
  }

  #knownBefore(count: number): ClockDay[] {
    const first = Math.max(0, count - BASELINE_DAYS);
    const known = this.#clockDays
      .slice(first, count)
      .filter((_, i) => this.#days.isKnown[first + i]);
    return known.toReversed();
  }

  #exogenousOn(date: string): ArrayLike<number>[][] | undefined {
    return this.#exogenous.size > 0 ? exogenousOf(this.#exogenous, date) : undefined;
  }
}
