import { dayKind } from '@solano/domain/kernel';
import { combine, type HourWeights, meanOf, memberWeights } from '@solano/domain/kernel/statistics';
import { ADAPTATION_DAYS, adaptationOf, LEVELS, MEDIAN, quantilesAt, ranksOf } from './bands.ts';
import type { Distribution, PastErrors, Predicted } from './error-distribution.ts';
import {
  averaged,
  BAND_DAYS,
  distributionOf,
  RECENT_DAYS,
  withPeaks,
} from './error-distribution.ts';
import { type MemberPaths, Members, TREES, type TracedFit, YESTERDAY } from './members.ts';
import type { ExogenousSeries, KnownDay, PriceDays } from './price-days.ts';
import { align, dateOf } from './price-days.ts';
import { quarterErrors, shapedQuarters } from './quarter-shape.ts';

/** The members whose own distributions are averaged with the combination's. */
const BAND_MEMBERS = ['lear_regime', 'lear_long', 'lear_recent', TREES];

/** Near-equals share, laggards hardly count. */
const WEIGHTS = { days: 56, halfLifeDays: 28, power: 6 };

/** Days whose errors say how rough a time is; below this many EUR/MWh all are alike. */
const RECENT_ERROR_DAYS = 5;
const MIN_RECENT_ERROR = 2;

/** Expected prices of one day, EUR/MWh, 96 quarters of the Madrid clock. */
export interface PredictedDay {
  readonly date: string;
  /** Names of the inputs: `prices`, and exogenous series. */
  readonly inputs: readonly string[];
  readonly quarters: Float64Array;
  /**
   * By how much each of the 24 hours lies above the members' weighted mean: at the median of what past
   * errors leave to expect. Zeros while {@link Combination.bands} has nothing to say.
   */
  readonly correction: Float64Array;
  readonly members: ReadonlyMap<string, MemberShare>;
}

/** Each member's expected prices of a day, 24 hours, its weight in each, and the mean of these. */
interface MemberShare {
  readonly weight: number;
  readonly weights: Float64Array;
  readonly hours: Float64Array;
}

/**
 * Predictions of a day at one lead, by the combination and the members that have bands of their
 * own.
 */
interface LeadPrediction {
  readonly weights: HourWeights;
  readonly hours: ReadonlyMap<string, Float64Array>;
}

const COMBINATION = 'combination';

/**
 * Predicts day-ahead prices as the median of what past errors leave to expect around the weighted mean
 * of its members: LEAR in three calibrations, boosted trees, the baseline and yesterday's price. It can look back as well: whatever it says of a day uses days
 * before it only, so that a past day is predicted as it would have been then.
 *
 * The first `count` days are known; lead 0 is the day after the last of them.
 */
export class Combination {
  readonly #days: PriceDays;
  readonly #members: Members;
  readonly #exogenous: ExogenousSeries;
  /**
   * Predicts days whose exogenous values are not known, or from too few days that have them; its
   * past days lack them as well.
   */
  readonly #priceOnly: Combination | undefined;
  /** How many days ahead it says something of. */
  readonly maxLeads: number;
  readonly #paths = new Map<number, MemberPaths>();
  readonly #leadPredictions = new Map<string, LeadPrediction>();
  readonly #errors = new Map<string, PastErrors>();
  readonly #dayErrors = new Map<number, number>();
  readonly #ranks = new Map<number, Float64Array | undefined>();
  readonly #hourQuantiles = new Map<string, readonly Float64Array[] | undefined>();

  /**
   * @param known oldest first, at least one.
   * @param maxLeads how many days ahead will be requested at most.
   * @param exogenous day-ahead forecasts of each day as they were known when it was predicted from
   *   the day before. They are used at lead 0 alone: of the days after it they were not known yet.
   */
  constructor(known: readonly KnownDay[], maxLeads = 1, exogenous: ExogenousSeries = new Map()) {
    this.#days = align(known);
    this.#members = new Members(this.#days, exogenous);
    this.#exogenous = exogenous;
    this.#priceOnly = exogenous.size > 0 ? new Combination(known, maxLeads) : undefined;
    this.maxLeads = maxLeads;
  }

  /** The days from the first known to the last, without gaps. */
  get dates(): readonly string[] {
    return this.#days.dates;
  }

  /** How many days are known once this one is. */
  countAt(date: string): number {
    return this.#days.dates.indexOf(date) + 1;
  }

  /**
   * Expected prices of the day `lead` days after the first unknown one, with the first `count`
   * known.
   */
  predict(count: number = this.dates.length, lead = 0): PredictedDay {
    const date = dateOf(this.#days, count + lead);
    if (!this.#hasInputs(count, lead)) return (this.#priceOnly as Combination).predict(count, lead);
    const { weights, hours } = this.#predictAtLead(count, lead);
    const point = hours.get(COMBINATION) as Float64Array;
    const quantiles = this.#quantiles(count, lead);
    const correction = point.map((price, hour) => medianOf(quantiles, hour, price) - price);
    const corrected = point.map((price, hour) => price + (correction[hour] as number));
    return {
      date,
      inputs: ['prices', ...this.#exogenous.keys()],
      quarters: shapedQuarters(corrected, this.#days, count),
      correction,
      members: new Map(
        [...weights].map(([name, shares]) => {
          const own = hours.get(name) as Float64Array;
          return [name, { weight: meanOf(shares), weights: shares, hours: own }];
        }),
      ),
    };
  }

  /**
   * The quantiles of what {@link predict} gives: for each of `LEVELS` 96 quarters. Undefined while
   * too few days have been predicted.
   */
  bands(count: number = this.dates.length, lead = 0): Float64Array[] | undefined {
    if (!this.#hasInputs(count, lead)) return this.#priceOnly?.bands(count, lead);
    const quantiles = this.#quantiles(count, lead);
    if (!quantiles) return undefined;
    const { quarters } = this.predict(count, lead);
    return LEVELS.map((_, i) =>
      quarters.map((price, quarter) => {
        const hour = quantiles[Math.floor(quarter / 4)] as Float64Array;
        return price + ((hour[i] as number) - (hour[MEDIAN] as number));
      }),
    );
  }

  /** The coefficients that {@link predict} uses. */
  fits(count: number = this.dates.length, lead = 0): readonly TracedFit[] {
    if (!this.#hasInputs(count, lead)) return this.#priceOnly?.fits(count, lead) ?? [];
    return this.#members.fits(count);
  }

  /** Whether there is what this one predicts from, beside the prices. */
  #hasInputs(count: number, lead: number): boolean {
    return this.#priceOnly === undefined || (lead === 0 && this.#members.isDriven(count));
  }

  /** For each hour the price at each of `LEVELS`; undefined while too few days have been predicted. */
  #quantiles(count: number, lead: number): readonly Float64Array[] | undefined {
    const key = `${count} ${lead}`;
    if (!this.#hourQuantiles.has(key)) {
      const distribution = this.#distribution(count, lead);
      const first = Math.max(1, count - ADAPTATION_DAYS);
      const ranks = this.#origins(first, distribution ? count : 0);
      const adaptation = adaptationOf(ranks.flatMap((origin) => this.#rank(origin) ?? []));
      this.#hourQuantiles.set(key, distribution && quantilesAt(distribution, adaptation));
    }
    return this.#hourQuantiles.get(key);
  }

  #distribution(count: number, lead: number): Distribution | undefined {
    const { hours } = this.#predictAtLead(count, lead);
    const names = [COMBINATION, ...BAND_MEMBERS].filter((name) => hours.has(name));
    const origins = this.#origins(Math.max(1, count - BAND_DAYS - lead), count - lead);
    const all = names.map((name) => {
      const past = origins.flatMap((origin) => this.#errorsOf(name, origin, lead) ?? []);
      return distributionOf(past, this.#predicted(name, count, lead) as Predicted);
    });
    const made = all.filter((each) => each !== undefined);
    const recent = this.#days.hours.slice(Math.max(0, count - RECENT_DAYS), count);
    return made.length > 0 ? withPeaks(averaged(made), recent) : undefined;
  }

  /** How the first day after `count`, which is known by now, came out within what was expected. */
  #rank(count: number): Float64Array | undefined {
    if (!this.#ranks.has(count)) {
      const distribution = this.#distribution(count, 0);
      const point = this.#predictAtLead(count, 0).hours.get(COMBINATION) as Float64Array;
      const errors = this.#errorsOf(COMBINATION, count, 0)?.errors;
      const prices = errors && point.map((price, hour) => price + (errors[hour] as number));
      this.#ranks.set(count, distribution && prices && ranksOf(distribution, prices));
    }
    return this.#ranks.get(count);
  }

  /** Numbers of days known, from `first` up to but not `end`, whose next day is one that is known. */
  #origins(first: number, end: number): number[] {
    const numbers = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
    return numbers.filter((count) => this.#days.isKnown[count]);
  }

  #predictAtLead(count: number, lead: number): LeadPrediction {
    const key = `${count} ${lead}`;
    const cached = this.#leadPredictions.get(key);
    if (cached) return cached;
    const members = this.#at(count, lead);
    const first = Math.max(1, count - lead - WEIGHTS.days);
    const judged = this.#origins(first, count - lead).flatMap((origin) => {
      const target = origin + lead;
      if (!this.#days.isKnown[target]) return [];
      const realised = this.#days.hours[target] as Float64Array;
      return { predicted: this.#at(origin, lead), realised };
    });
    const weights = memberWeights([...members.keys()], YESTERDAY, judged, WEIGHTS);
    const hours = new Map(members).set(COMBINATION, combine(weights, members));
    const predicted = { weights, hours };
    this.#leadPredictions.set(key, predicted);
    return predicted;
  }

  /** A member's prediction and its errors; undefined where the day is not known. */
  #errorsOf(name: string, origin: number, lead: number): PastErrors | undefined {
    const key = `${name} ${origin} ${lead}`;
    const cached = this.#errors.get(key);
    if (cached) return cached;
    const predicted = this.#predicted(name, origin, lead);
    const errors = this.#missed(name, origin, lead);
    if (!predicted || !errors) return undefined;
    const past = { ...predicted, errors };
    this.#errors.set(key, past);
    return past;
  }

  #missed(name: string, origin: number, lead: number): Float64Array | undefined {
    const target = origin + lead;
    const predicted = this.#predictAtLead(origin, lead).hours.get(name);
    if (!predicted || !this.#days.isKnown[target]) return undefined;
    return quarterErrors(predicted, this.#days, origin, target);
  }

  /** Mean absolute error of the combination over the last days known, EUR/MWh; NaN where there is none. */
  #recentError(count: number): number {
    const origins = this.#origins(Math.max(1, count - RECENT_ERROR_DAYS), count);
    const errors = Float64Array.from(origins, (origin) => {
      if (!this.#dayErrors.has(origin)) {
        const missed = this.#missed(COMBINATION, origin, 0) as Float64Array;
        this.#dayErrors.set(origin, meanOf(missed.map(Math.abs)));
      }
      return this.#dayErrors.get(origin) as number;
    });
    return Math.max(MIN_RECENT_ERROR, meanOf(errors));
  }

  #predicted(name: string, count: number, lead: number): Predicted | undefined {
    const hours = this.#predictAtLead(count, lead).hours.get(name);
    const last = this.#days.hours[count - 1] as Float64Array;
    const date = dateOf(this.#days, count + lead);
    return (
      hours && {
        hours,
        changes: hours.map((price, hour) => price - (last[hour] as number)),
        isWorkday: dayKind(date) === 'workday',
        recentError: this.#recentError(count),
      }
    );
  }

  #at(count: number, lead: number): ReadonlyMap<string, Float64Array> {
    let paths = this.#paths.get(count);
    if (!paths) {
      paths = this.#members.paths(count, this.#priceOnly ? 1 : this.maxLeads);
      this.#paths.set(count, paths);
    }
    return new Map([...paths].map(([name, path]) => [name, path[lead] as Float64Array]));
  }
}

function medianOf(
  quantiles: readonly Float64Array[] | undefined,
  hour: number,
  otherwise: number,
): number {
  return quantiles?.[hour]?.[MEDIAN] ?? otherwise;
}
