/** Bins of a feature: 64 of values and the one of missing values, which comes first. */
export const BINS = 65;
/** Below it a gain may be of rounding. */
const MIN_GAIN = 1e-9;

/** Rows of a bin of the feature up to `bin` go left. */
export interface Split {
  readonly gain: number;
  readonly feature: number;
  readonly bin: number;
}

/** What the mean of the leaves below a node may be, so that a tree falls where it must. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

export const UNBOUNDED: Bounds = { low: -Infinity, high: Infinity };

/** A node's rows by feature and bin: their number and the sum of each target, `width` values a bin. */
export interface Histogram {
  readonly rows: number;
  readonly width: number;
  readonly values: Float64Array;
}

interface Cut {
  readonly gain: number;
  readonly bin: number;
}

/** The cut of a feature, at a place of the histogram, at which the targets vary least on its sides. */
export function bestCut({ rows, width, values }: Histogram, place: number, minRows: number): Cut {
  const base = place * BINS * width;
  const total = totalOf(values, base, width);
  let whole = 0;
  for (let k = 1; k < width; k += 1) whole += (total[k] as number) ** 2 / rows;
  const left = new Float64Array(width);
  let gain = MIN_GAIN;
  let bin = -1;
  for (let b = 0; b < BINS - 1; b += 1) {
    const at = base + b * width;
    if (values[at] === 0) continue;
    for (let k = 0; k < width; k += 1) (left[k] as number) += values[at + k] as number;
    const count = left[0] as number;
    if (count < minRows) continue;
    if (rows - count < minRows) break;
    let parts = -whole;
    for (let k = 1; k < width; k += 1) {
      const sum = left[k] as number;
      parts += sum ** 2 / count + ((total[k] as number) - sum) ** 2 / (rows - count);
    }
    if (parts > gain) {
      gain = parts;
      bin = b;
    }
  }
  return bin < 0 ? { gain: 0, bin } : { gain, bin };
}

/**
 * As {@link bestCut} of one target, with means kept within bounds.
 *
 * @param isFalling whether the mean must not rise from left to right.
 */
export function bestBoundedCut(
  { rows, width, values }: Histogram,
  place: number,
  minRows: number,
  bounds: Bounds,
  isFalling: boolean,
): Cut {
  const base = place * BINS * width;
  const [, total] = totalOf(values, base, width) as unknown as [number, number];
  const whole = lossDrop(total, rows, boundedMean(total, rows, bounds));
  let [count, sum] = [0, 0];
  let gain = MIN_GAIN;
  let bin = -1;
  for (let b = 0; b < BINS - 1; b += 1) {
    const at = base + b * width;
    if (values[at] === 0) continue;
    count += values[at] as number;
    sum += values[at + 1] as number;
    if (count < minRows) continue;
    if (rows - count < minRows) break;
    const left = boundedMean(sum, count, bounds);
    const right = boundedMean(total - sum, rows - count, bounds);
    if (isFalling && left < right) continue;
    const parts = lossDrop(sum, count, left) + lossDrop(total - sum, rows - count, right) - whole;
    if (parts > gain) {
      gain = parts;
      bin = b;
    }
  }
  return bin < 0 ? { gain: 0, bin } : { gain, bin };
}

/** The mean of so many rows, kept within bounds. */
export function boundedMean(sum: number, rows: number, { low, high }: Bounds): number {
  return Math.min(high, Math.max(low, sum / rows));
}

/** Reduction of the squared errors of rows with this sum by predicting a constant. */
function lossDrop(sum: number, rows: number, constant: number): number {
  return constant * (2 * sum - rows * constant);
}

/** The sums over a feature's bins. */
function totalOf(values: Float64Array, base: number, width: number): Float64Array {
  const total = new Float64Array(width);
  for (let i = 0; i < BINS * width; i += width) {
    for (let k = 0; k < width; k += 1) (total[k] as number) += values[base + i + k] as number;
  }
  return total;
}
