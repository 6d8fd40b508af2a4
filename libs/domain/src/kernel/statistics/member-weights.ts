import { HOURS } from '../time/madrid-day.ts';

/** Consecutive hours of the day that share their members' weights. */
export const WEIGHT_BLOCK_HOURS = 4;
/** Compared days from which on a member counts. */
const MIN_DAYS = 14;

/** How past errors become weights. */
export interface WeightRule {
  /** Past days whose errors count, at most. */
  readonly days: number;
  readonly halfLifeDays: number;
  /** A weight falls with this power of the error: the higher, the less laggards count. */
  readonly power: number;
}

/** The members' predictions of a past day, and its realised values; hours. */
export interface PastPredictions {
  readonly predicted: ReadonlyMap<string, Float64Array>;
  readonly realised: Float64Array;
}

/** The weight of each member for each hour of the day; they add up to 1 in every hour. */
export type HourWeights = ReadonlyMap<string, Float64Array>;

/**
 * Weighs members by their absolute errors of the last days, the newest counting most, as multiples of
 * the reference's on the same days (a member may be younger than another): weight ∝ error^−power. All
 * weights are equal while there are too few days.
 *
 * @param days oldest first.
 */
export function memberWeights(
  names: readonly string[],
  reference: string,
  days: readonly PastPredictions[],
  rule: WeightRule,
): HourWeights {
  const recent = days.slice(-rule.days);
  const weights = new Map(names.map((name) => [name, new Float64Array(HOURS)]));
  for (let from = 0; from < HOURS; from += WEIGHT_BLOCK_HOURS) {
    const block = { from, to: from + WEIGHT_BLOCK_HOURS };
    const ratios = names.map((name) => errorRatio(name, reference, recent, { ...block, ...rule }));
    const counted = ratios.some((ratio) => ratio !== undefined);
    const raw = ratios.map((r) => (counted ? (r === undefined ? 0 : r ** -rule.power) : 1));
    const total = raw.reduce((sum, weight) => sum + weight, 0);
    names.forEach((name, i) => {
      weights.get(name)?.fill((raw[i] as number) / total, block.from, block.to);
    });
  }
  return weights;
}

/** The weighted mean of what members expect of a day. */
export function combine(
  weights: HourWeights,
  predicted: ReadonlyMap<string, Float64Array>,
): Float64Array {
  const hours = new Float64Array(HOURS);
  for (const [name, shares] of weights) {
    predicted.get(name)?.forEach((value, hour) => {
      hours[hour] = (hours[hour] as number) + (shares[hour] as number) * value;
    });
  }
  return hours;
}

function errorRatio(
  name: string,
  reference: string,
  days: readonly PastPredictions[],
  block: { readonly from: number; readonly to: number; readonly halfLifeDays: number },
): number | undefined {
  let [own, others, count] = [0, 0, 0];
  for (const [i, { predicted, realised }] of days.entries()) {
    const hours = predicted.get(name);
    const compared = predicted.get(reference);
    if (!hours || !compared) continue;
    const weight = 0.5 ** ((days.length - 1 - i) / block.halfLifeDays);
    own += weight * blockError(hours, realised, block);
    others += weight * blockError(compared, realised, block);
    count += 1;
  }
  if (count < MIN_DAYS) return undefined;
  // An error of nothing would take all the weight for ever.
  return Math.max(own, 1e-3) / Math.max(others, 1e-3);
}

function blockError(
  predicted: Float64Array,
  realised: Float64Array,
  { from, to }: { from: number; to: number },
): number {
  let error = 0;
  for (let hour = from; hour < to; hour += 1) {
    error += Math.abs((predicted[hour] as number) - (realised[hour] as number));
  }
  return error;
}
