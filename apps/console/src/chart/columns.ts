/** The lowest and the highest value in each column of pixels; NaN: there is none. */
export interface Columns {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

interface ColumnOptions {
  /** Ascending; a value holds until the next time. */
  readonly times: ArrayLike<number>;
  /** By the times; null where there is none. */
  readonly values: ArrayLike<number | null | undefined>;
  /** The visible time. */
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** Returns the extremes of a series of steps in each of as many columns of equal width. */
export function columnsOf({ times, values, min, max, count }: ColumnOptions): Columns {
  const low = new Float64Array(count).fill(Number.NaN);
  const high = new Float64Array(count).fill(Number.NaN);
  const scale = count / (max - min);
  for (let index = firstVisible(times, min); index < times.length - 1; index += 1) {
    const start = times[index] ?? 0;
    if (start >= max) break;
    const value = values[index] ?? null;
    if (value === null) continue;
    const from = Math.max(0, Math.floor((start - min) * scale));
    const end = Math.min(count, Math.ceil(((times[index + 1] ?? 0) - min) * scale));
    for (let column = from; column < end; column += 1) {
      // A comparison with NaN is false.
      if (!((low[column] ?? 0) <= value)) low[column] = value;
      if (!((high[column] ?? 0) >= value)) high[column] = value;
    }
  }
  return { low, high };
}

/** The index of the last time at or before an instant, or 0. */
function firstVisible(times: ArrayLike<number>, at: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
