import { HOURS } from '@solano/domain/kernel';
import { weightedQuantiles } from '@solano/domain/kernel/statistics';

/** Past days whose errors are used. */
export const BAND_DAYS = 150;
/** Fewer days of errors make no distribution. */
const MIN_DAYS = 28;

const HALF_LIFE_DAYS = 75;
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
/** Errors of calm days are magnified in rough ones, and the other way round, by at most this. */
const MAX_RATIO = 2;
/** Errors are kept in steps of 1/10,000 EUR/MWh; a sorted number holds them and the row, of which there are fewer than this. */
const ERROR_STEPS = 1e4;
const MAX_ROWS = 4096;
/** Levels at which the distribution is stored, besides its ends. */
const GRID: readonly number[] = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);
const MIDDLE = GRID.indexOf(0.5);
const HIGH = GRID.indexOf(0.9);

/** Days whose prices say what a peak is. */
export const RECENT_DAYS = 28;
/** A predicted price above this share of theirs is one, the more so up to the middle of the rest: */
const PEAK_SHARE = 0.8;
const PEAK_RANGE = 0.1;
/** its upper tail, from this level on, is moved up until the 90 % quantile lies by so much of the price above it. */
const TAIL = 0.75;
const TAIL_REACH = 0.4;

/** Prediction of a day. */
export interface Predicted {
  /** 24 hours, EUR/MWh. */
  readonly hours: Float64Array;
  /** By how much they lie above those of the last day known. */
  readonly changes: Float64Array;
  readonly isWorkday: boolean;
  /** Mean absolute error of the last days known then, EUR/MWh; NaN where there is none. */
  readonly recentError: number;
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
 * most. An error counts as √(recent error now ÷ recent error then) times itself: it is larger in rough
 * weeks. Undefined for fewer than 28 past days.
 *
 * @param past oldest first.
 */
export function distributionOf(
  past: readonly PastErrors[],
  predicted: Predicted,
): Distribution | undefined {
  const recent = past.slice(-BAND_DAYS);
  if (recent.length < MIN_DAYS) return undefined;
  const samples = samplesOf(recent, predicted);
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
  readonly hours: Uint8Array;
  readonly levels: Float64Array;
  readonly changes: Float64Array;
  readonly weights: Float64Array;
}

function samplesOf(recent: readonly PastErrors[], now: Predicted): Samples {
  const size = recent.length * HOURS;
  const keys = new Float64Array(size);
  recent.forEach((day, i) => {
    const steps = ERROR_STEPS * ratioOf(now, day);
    for (let hour = 0; hour < HOURS; hour += 1) {
      const row = i * HOURS + hour;
      keys[row] = Math.round((day.errors[hour] as number) * steps) * MAX_ROWS + row;
    }
  });
  keys.sort();
  const dayWeights = recent.map((day, i) => {
    const recency = 0.5 ** ((recent.length - 1 - i) / HALF_LIFE_DAYS);
    return day.isWorkday === now.isWorkday ? recency : recency * OTHER_KIND;
  });
  const samples = {
    errors: new Float64Array(size),
    hours: new Uint8Array(size),
    levels: new Float64Array(size),
    changes: new Float64Array(size),
    weights: new Float64Array(size),
  };
  for (let place = 0; place < size; place += 1) {
    const steps = Math.floor((keys[place] as number) / MAX_ROWS);
    const row = (keys[place] as number) - steps * MAX_ROWS;
    const i = Math.floor(row / HOURS);
    const hour = row - i * HOURS;
    const day = recent[i] as PastErrors;
    samples.errors[place] = steps / ERROR_STEPS;
    samples.hours[place] = hour;
    samples.levels[place] = day.hours[hour] as number;
    samples.changes[place] = day.changes[hour] as number;
    samples.weights[place] = dayWeights[i] as number;
  }
  return samples;
}

/** By how much an error of a past day is magnified. */
function ratioOf(now: Predicted, past: Predicted): number {
  const ratio = Math.sqrt(now.recentError / past.recentError);
  return Number.isFinite(ratio) ? Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, ratio)) : 1;
}

/** Writes the errors of near hours and their weights for an hour; returns how many there are. */
function weigh(
  { errors, hours, levels, changes, weights }: Samples,
  predicted: Predicted,
  hour: number,
  to: { readonly errors: Float64Array; readonly weights: Float64Array },
): number {
  const price = predicted.hours[hour] as number;
  const change = predicted.changes[hour] as number;
  const perLevel = 1 / (LEVEL_WIDTH + LEVEL_SHARE * Math.abs(price));
  const perChange = 1 / (CHANGE_WIDTH + CHANGE_SHARE * Math.abs(change));
  let near = 0;
  for (let i = 0; i < errors.length; i += 1) {
    const hoursAway = (hours[i] as number) - hour;
    if (hoursAway > MAX_HOURS_AWAY || hoursAway < -MAX_HOURS_AWAY) continue;
    const away = hoursAway / HOUR_WIDTH;
    const higher = ((levels[i] as number) - price) * perLevel;
    const steeper = ((changes[i] as number) - change) * perChange;
    to.errors[near] = errors[i] as number;
    // If no hour is alike, the nearest count: the weight is never 0.
    to.weights[near] =
      (weights[i] as number) * (kernel(away * away + higher * higher + steeper * steeper) + 1e-6);
    near += 1;
  }
  return near;
}

/** Nearly exp(−square ÷ 2), and 0 from a square of 16 on: (1 − square ÷ 16)⁸. */
function kernel(square: number): number {
  const rest = 1 - square / 16;
  if (rest <= 0) return 0;
  const fourth = rest * rest * rest * rest;
  return fourth * fourth;
}

/** The mean of several distributions of the same hours, quantile by quantile. */
export function averaged(distributions: readonly Distribution[]): Distribution {
  return Array.from({ length: HOURS }, (_, hour) => {
    const mean = new Float64Array(GRID.length);
    for (const distribution of distributions) {
      const values = distribution[hour] as Float64Array;
      for (let i = 0; i < mean.length; i += 1) {
        mean[i] = (mean[i] as number) + (values[i] as number) / distributions.length;
      }
    }
    return mean;
  });
}

/**
 * A distribution with a longer upper tail where its median is among the highest of recent prices: the
 * highest prices follow a scarcity that few past errors of like hours had.
 *
 * @param recent hours of the last {@link RECENT_DAYS} days.
 */
export function withPeaks(
  distribution: Distribution,
  recent: readonly Float64Array[],
): Distribution {
  const sorted = new Float64Array(recent.length * HOURS);
  for (const [i, hours] of recent.entries()) sorted.set(hours, i * HOURS);
  sorted.sort();
  return distribution.map((values) => {
    const median = values[MIDDLE] as number;
    const share = countBelow(sorted, median) / sorted.length;
    const height = Math.min(1, Math.max(0, (share - PEAK_SHARE) / PEAK_RANGE));
    const lacking = Math.max(0, (1 + TAIL_REACH) * median - (values[HIGH] as number));
    if (height * lacking === 0) return values;
    return values.map((value, i) => {
      const position = ((GRID[i] as number) - TAIL) / (0.9 - TAIL);
      return value + height * lacking * Math.min(1, Math.max(0, position));
    });
  });
}

/** How many of some values, sorted ascending, lie below a price. */
export function countBelow(values: Float64Array, price: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < price) low = middle + 1;
    else high = middle;
  }
  return low;
}
