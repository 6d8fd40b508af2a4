/** Days that are drawn together: a week, as errors of neighbouring days are alike. */
const BLOCK_DAYS = 7;
const RESAMPLES = 1000;
const SEED = 20_261_122;
/** Two-sided, 95 %. */
const TAIL = 0.025;
const MIN_DAYS = 2 * BLOCK_DAYS;

/** Sum and number of averaged values. */
export interface Sum {
  readonly sum: number;
  readonly count: number;
}

/** Result of a Diebold–Mariano test. */
export interface DieboldMariano {
  /** Below 0 where the first loses less. */
  readonly statistic: number;
  /** Two-sided: how likely a difference so large would be if neither was better. */
  readonly p: number;
}

/**
 * The test of Diebold & Mariano (1995) on one loss a day (the multivariate form of Ziel & Weron
 * 2018), with the variance of Newey & West over n^⅓ days and the normal distribution. Undefined for
 * fewer than 14 days, and where the losses never differ.
 */
export function dieboldMariano(
  losses: readonly number[],
  others: readonly number[],
): DieboldMariano | undefined {
  const differences = losses.map((loss, i) => loss - (others[i] as number));
  const n = differences.length;
  if (n < MIN_DAYS) return undefined;
  const mean = differences.reduce((sum, each) => sum + each, 0) / n;
  const covariance = (lag: number) => {
    let sum = 0;
    for (let i = lag; i < n; i += 1) {
      sum += ((differences[i] as number) - mean) * ((differences[i - lag] as number) - mean);
    }
    return sum / n;
  };
  const lags = Math.floor(Math.cbrt(n));
  let variance = covariance(0);
  for (let lag = 1; lag <= lags; lag += 1) variance += 2 * (1 - lag / (lags + 1)) * covariance(lag);
  if (!(variance > 0)) return undefined;
  const statistic = mean / Math.sqrt(variance / n);
  return { statistic, p: 2 * (1 - normal(Math.abs(statistic))) };
}

/**
 * The 95 % interval of a ratio of means (with `others` of ones: of a mean), by a moving-block
 * bootstrap of whole weeks (Künsch 1989): the same for the same days. Undefined for fewer than 14.
 */
export function blockBootstrap(
  sums: readonly Sum[],
  others: readonly Sum[],
): readonly [number, number] | undefined {
  const n = sums.length;
  if (n < MIN_DAYS) return undefined;
  const random = randomNumbers(SEED);
  const ratios = Float64Array.from({ length: RESAMPLES }, () => {
    let [above, below] = [0, 0];
    for (let drawn = 0; drawn < n; drawn += BLOCK_DAYS) {
      const start = Math.floor(random() * (n - BLOCK_DAYS + 1));
      for (let i = start; i < start + BLOCK_DAYS && i - start < n - drawn; i += 1) {
        const [own, other] = [sums[i] as Sum, others[i] as Sum];
        above += own.sum;
        below += other.sum;
      }
    }
    return above / below;
  }).sort();
  const at = (share: number) => ratios[Math.round(share * (RESAMPLES - 1))] as number;
  return [at(TAIL), at(1 - TAIL)];
}

/** The normal distribution function, within 1e-7 (Abramowitz & Stegun 26.2.17). */
export function normal(x: number): number {
  if (x < 0) return 1 - normal(-x);
  const t = 1 / (1 + 0.2316419 * x);
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];
  const tail = series.reduce((sum, each) => (sum + each) * t, 0);
  return 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

/** Numbers from 0 to 1, the same for the same seed: mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
