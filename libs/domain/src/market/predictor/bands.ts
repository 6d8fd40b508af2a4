import { HOURS } from '@solano/domain/kernel';
import { weightedQuantiles } from '@solano/domain/kernel/statistics';

/** The quantiles of a prediction. */
export const LEVELS: readonly number[] = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95];
const LOW = LEVELS.indexOf(0.1);
export const MEDIAN = LEVELS.indexOf(0.5);
const HIGH = LEVELS.indexOf(0.9);
/** Past days whose errors are used. */
export const BAND_DAYS = 150;
/** Fewer days of errors make no bands. */
const MIN_DAYS = 28;

const HALF_LIFE_DAYS = 60;
/** Errors of hours count less the farther they are, by a normal kernel of this width in hours ... */
const HOUR_WIDTH = 2;
const MAX_HOURS_AWAY = 4;
/** ... and less the more the predicted price differs: by EUR/MWh, and by a share of the price; */
const LEVEL_WIDTH = 6;
const LEVEL_SHARE = 0.15;
/** ... and the more the predicted change from the last known day differs; */
const CHANGE_WIDTH = 15;
const CHANGE_SHARE = 0.3;
/** ... and their weight falls to this share if only one of the two days is a workday. */
const OTHER_KIND = 0.3;
/** Levels at which the distribution is stored, besides its ends. */
const GRID: readonly number[] = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);
const MIDDLE = GRID.indexOf(0.5);

/** A predicted price in the top fifth of those of the last days ... */
export const RECENT_DAYS = 28;
const TOP_SHARE = 0.2;
/** ... has upper quantiles farther from the median by up to this: errors of peaks are rarer than their days. */
const TOP_WIDENING = 0.6;

/** How much a miss moves a level (Gibbs & Candès 2021, adaptive conformal inference), and how far. */
const ADAPTATION = 0.01;
const MAX_SHIFT = 0.15;
const BLOCK_HOURS = 4;
/** Past days from which the levels are adapted. */
export const ADAPTATION_DAYS = 60;

/** If less than this share of the last days' prices lay within p10 to p90 (0.8 should), ... */
const MIN_COVERAGE = 0.7;
const COVERAGE_DAYS = 7;
/** ... bands are widened by this multiple of the lacking share: errors are larger than any before. */
const WIDENING = 3;

/** Prediction of a day. */
export interface Predicted {
  /** 24 hours, EUR/MWh. */
  readonly hours: Float64Array;
  /** By how much they lie above those of the last day known. */
  readonly changes: Float64Array;
  readonly isWorkday: boolean;
}

/** A day that was predicted and has come. */
export interface PastErrors extends Predicted {
  /** Realised minus predicted of one quarter of each hour, EUR/MWh. */
  readonly errors: Float64Array;
}

/** For each hour the quantiles at {@link GRID}, EUR/MWh. */
export type Distribution = readonly Float64Array[];

/**
 * The distribution of each hour's price around a prediction, by conformal prediction on past errors:
 * the weighted quantiles of the errors of like hours that were predicted alike, newest counting
 * most. Undefined for fewer than 28 past days.
 *
 * @param past oldest first.
 */
export function distributionOf(
  past: readonly PastErrors[],
  predicted: Predicted,
): Distribution | undefined {
  const recent = past.slice(-BAND_DAYS);
  if (recent.length < MIN_DAYS) return undefined;
  const samples = samplesOf(recent, predicted.isWorkday);
  const errors = new Float64Array(samples.errors.length);
  const weights = new Float64Array(samples.errors.length);
  return Array.from(predicted.hours, (price, hour) => {
    const near = weigh(samples, predicted, hour, { errors, weights });
    const quantiles = weightedQuantiles(errors.subarray(0, near), weights.subarray(0, near), GRID);
    return quantiles.map((error) => price + error);
  });
}

/** Past errors of hours in columns, by ascending error. */
interface Samples {
  readonly errors: Float64Array;
  readonly hours: Float64Array;
  readonly levels: Float64Array;
  readonly changes: Float64Array;
  readonly weights: Float64Array;
}

function samplesOf(recent: readonly PastErrors[], isWorkday: boolean): Samples {
  const errors = new Float64Array(recent.length * HOURS);
  for (const [i, day] of recent.entries()) errors.set(day.errors, i * HOURS);
  const order = Uint32Array.from(errors.keys());
  order.sort((a, b) => (errors[a] as number) - (errors[b] as number));
  const ordered = (of: (day: PastErrors, hour: number, i: number) => number) => {
    return Float64Array.from(order, (place) => {
      const i = Math.floor(place / HOURS);
      return of(recent[i] as PastErrors, place % HOURS, i);
    });
  };
  const dayWeights = recent.map((day, i) => {
    const recency = 0.5 ** ((recent.length - 1 - i) / HALF_LIFE_DAYS);
    return day.isWorkday === isWorkday ? recency : recency * OTHER_KIND;
  });
  return {
    errors: ordered((day, hour) => day.errors[hour] as number),
    hours: ordered((_, hour) => hour),
    levels: ordered((day, hour) => day.hours[hour] as number),
    changes: ordered((day, hour) => day.changes[hour] as number),
    weights: ordered((_day, _hour, i) => dayWeights[i] as number),
  };
}

/** Writes the errors of near hours and their weights for an hour; returns how many there are. */
function weigh(
  samples: Samples,
  predicted: Predicted,
  hour: number,
  to: { readonly errors: Float64Array; readonly weights: Float64Array },
): number {
  const price = predicted.hours[hour] as number;
  const change = predicted.changes[hour] as number;
  const levelWidth = LEVEL_WIDTH + LEVEL_SHARE * Math.abs(price);
  const changeWidth = CHANGE_WIDTH + CHANGE_SHARE * Math.abs(change);
  let near = 0;
  for (let i = 0; i < samples.errors.length; i += 1) {
    const hoursAway = (samples.hours[i] as number) - hour;
    if (Math.abs(hoursAway) > MAX_HOURS_AWAY) continue;
    const away = hoursAway / HOUR_WIDTH;
    const higher = ((samples.levels[i] as number) - price) / levelWidth;
    const steeper = ((samples.changes[i] as number) - change) / changeWidth;
    const square = away * away + higher * higher + steeper * steeper;
    to.errors[near] = samples.errors[i] as number;
    // Where nothing was alike the nearest have to do: the weight is never nothing.
    to.weights[near] = (samples.weights[i] as number) * (Math.exp(-0.5 * square) + 1e-6);
    near += 1;
  }
  return near;
}

/** The mean of several distributions of the same hours, quantile by quantile. */
export function averaged(distributions: readonly Distribution[]): Distribution {
  return Array.from({ length: HOURS }, (_, hour) => {
    const mean = new Float64Array(GRID.length);
    for (const each of distributions) {
      each[hour]?.forEach((value, i) => {
        mean[i] = (mean[i] as number) + value / distributions.length;
      });
    }
    return mean;
  });
}

/**
 * A distribution whose upper half is wider the higher its median is among recent prices: the highest
 * prices follow a scarcity that few past errors of like hours had.
 *
 * @param recent hours of the last {@link RECENT_DAYS} days.
 */
export function widenedAtPeaks(
  distribution: Distribution,
  recent: readonly Float64Array[],
): Distribution {
  const sorted = new Float64Array(recent.length * HOURS);
  for (const [i, hours] of recent.entries()) sorted.set(hours, i * HOURS);
  sorted.sort();
  return distribution.map((values) => {
    const median = values[MIDDLE] as number;
    const share = countBelow(sorted, median) / sorted.length;
    const height = Math.max(0, (share - (1 - TOP_SHARE)) / TOP_SHARE);
    const width = 1 + TOP_WIDENING * height;
    return values.map((value) => (value > median ? median + width * (value - median) : value));
  });
}

/** The share of each hour's distribution below a price: evenly spread if it was right. */
export function ranksOf(distribution: Distribution, prices: Float64Array): Float64Array {
  return prices.map((price, hour) => rankOf(distribution[hour] as Float64Array, price));
}

/** Calibration of bands by past days with similar distributions. */
export interface Adaptation {
  /** For each hour the levels to ask for instead of {@link LEVELS}. */
  readonly levels: readonly Float64Array[];
  /** By how much quantiles are moved away from the median: 1, or more after a change of regime. */
  readonly width: number;
}

/**
 * Moves each of {@link LEVELS}, for each hour, so that its share of recent prices lay below it; and
 * widens bands while those of the last week covered far too few prices: no level of a distribution
 * of past errors reaches errors that are larger than these.
 *
 * @param ranks of past days, oldest first.
 */
export function adaptationOf(ranks: readonly Float64Array[]): Adaptation {
  const shifts = Array.from({ length: HOURS / BLOCK_HOURS }, () => new Float64Array(LEVELS.length));
  const coverages: number[] = [];
  for (const day of ranks.slice(-ADAPTATION_DAYS)) {
    coverages.push(coverageOf(day, levelsOf(shifts)));
    shifts.forEach((shift, block) => {
      const hours = day.subarray(block * BLOCK_HOURS, (block + 1) * BLOCK_HOURS);
      LEVELS.forEach((level, i) => {
        const asked = level + (shift[i] as number);
        const share = hours.filter((rank) => rank <= asked).length / BLOCK_HOURS;
        const moved = (shift[i] as number) + ADAPTATION * (level - share);
        shift[i] = Math.min(MAX_SHIFT, Math.max(-MAX_SHIFT, moved));
      });
    });
  }
  return { levels: levelsOf(shifts), width: widthAfter(coverages) };
}

function levelsOf(shifts: readonly Float64Array[]): Float64Array[] {
  return Array.from({ length: HOURS }, (_, hour) => {
    const shift = shifts[Math.floor(hour / BLOCK_HOURS)] as Float64Array;
    return Float64Array.from(LEVELS, (level, i) => level + (shift[i] as number));
  });
}

/** The share of a day's prices within p10 to p90. */
function coverageOf(ranks: Float64Array, levels: readonly Float64Array[]): number {
  const covered = ranks.filter((rank, hour) => {
    const asked = levels[hour] as Float64Array;
    return rank > (asked[LOW] as number) && rank <= (asked[HIGH] as number);
  });
  return covered.length / HOURS;
}

function widthAfter(coverages: readonly number[]): number {
  const recent = coverages.slice(-COVERAGE_DAYS);
  if (recent.length < COVERAGE_DAYS) return 1;
  const mean = recent.reduce((sum, share) => sum + share, 0) / COVERAGE_DAYS;
  return 1 + Math.max(0, WIDENING * (MIN_COVERAGE - mean));
}

/** The quantiles of each hour at the adapted levels; they never cross. */
export function quantilesAt(
  distribution: Distribution,
  { levels, width }: Adaptation,
): Float64Array[] {
  return distribution.map((values, hour) => {
    const asked = (levels[hour] as Float64Array).toSorted();
    const quantiles = asked.map((level) => valueAt(values, level));
    const median = quantiles[MEDIAN] as number;
    return quantiles.map((value) => median + width * (value - median));
  });
}

/** The quantile at a level of values sorted ascending; NaN for none. */
export function valueAt(values: Float64Array, level: number): number {
  const position = Math.min(values.length - 1, Math.max(0, level * (values.length + 1) - 1));
  const below = Math.floor(position);
  const low = values[below] as number;
  const high = values[Math.min(values.length - 1, below + 1)] as number;
  return low + (position - below) * (high - low);
}

function rankOf(values: Float64Array, price: number): number {
  const low = countBelow(values, price);
  if (low === 0) return 0;
  if (low === values.length) return 1;
  const before = values[low - 1] as number;
  const share = (price - before) / ((values[low] as number) - before || 1);
  return (low + share) / (values.length + 1);
}

/** How many of some values, sorted ascending, lie below a price. */
function countBelow(values: Float64Array, price: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < price) low = middle + 1;
    else high = middle;
  }
  return low;
}
