import { HOURS } from '@solano/domain/kernel';
import { countBelow, type Distribution } from './error-distribution.ts';

/** The quantiles of a prediction. */
export const LEVELS: readonly number[] = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95];
const LOW = LEVELS.indexOf(0.1);
export const MEDIAN = LEVELS.indexOf(0.5);
const HIGH = LEVELS.indexOf(0.9);

/** How much a miss moves a level (Gibbs & Candès 2021, adaptive conformal inference), and how far. */
const ADAPTATION = 0.015;
const MAX_SHIFT = 0.15;
const BLOCK_HOURS = 4;
/** Past days from which the levels are adapted. */
export const ADAPTATION_DAYS = 60;

/** If less than this share of the last days' prices lay within p10 to p90 (0.8 should), ... */
const MIN_COVERAGE = 0.7;
const COVERAGE_DAYS = 7;
/** ... bands are widened by this multiple of the lacking share: errors are larger than any before. */
const WIDENING = 3;

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
