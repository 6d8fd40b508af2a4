import { HOURS } from '@solano/domain/kernel';
import type { DayInputs, Regime } from './features.ts';
import { featuresOf, featuresOfHour, regimeOf, scaleOf } from './features.ts';
import { type Criterion, lasso } from './lasso.ts';

/** One way to calibrate the model. */
export interface LearSettings {
  readonly name: string;
  /** Days that it learns from, at most. */
  readonly windowDays: number;
  /** Days after which a day counts half; all alike where undefined. */
  readonly halfLifeDays?: number | undefined;
  /** Learns how prices move within the last fortnight's regime, most from days in a like regime. */
  readonly byRegime: boolean;
  readonly criterion: Criterion;
}

/** A past day: what was known before it, and what it brought. */
export interface TrainingDay extends DayInputs {
  /** 24 hours, EUR/MWh. */
  readonly hours: Float64Array;
}

/** Coefficients of the 24 hours; plain numbers, so that a prediction can be traced. */
export interface LearFit {
  readonly byRegime: boolean;
  /** How many exogenous series it needs. */
  readonly series: number;
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  readonly intercepts: Float64Array;
  /** For each hour the coefficients of the standardised features. */
  readonly coefficients: readonly Float64Array[];
}

/** Regimes count as alike while their medians differ by less, EUR/MWh, ... */
const LIKE_LEVEL = 20;
/** ... and the logarithms of their spreads by less. */
const LIKE_SPREAD = 0.5;
/** Minimum weight of a day, however unlike its regime. */
const MIN_LIKENESS = 0.1;

/**
 * Lasso-estimated autoregression (LEAR: Lago, Marcjasz, De Schutter & Weron 2021, Applied Energy
 * 293:116983): one linear model for each hour. With `byRegime` prices are asinh((p − median) / 2
 * spread) of the fortnight before; else they are as they are, and the change from the day before is
 * learned, so that a strong penalty ends at yesterday's price and not at the mean of years.
 *
 * @param trainingDays oldest first, all of the same exogenous series.
 * @param now what is known when the fit is made: the regime in which it will be used.
 */
export function fitLear(
  { windowDays, halfLifeDays, byRegime, criterion }: LearSettings,
  trainingDays: readonly TrainingDay[],
  now: Regime,
): LearFit {
  const used = trainingDays.slice(-windowDays);
  const rows = used.map((day) => rowOf(day, byRegime));
  const weights = rows.map(({ regime }, i) => {
    const age = rows.length - 1 - i;
    return (
      (byRegime ? likeness(regime, now) : 1) * (halfLifeDays ? 0.5 ** (age / halfLifeDays) : 1)
    );
  });
  const moments = momentsOf(rows, weights);
  const series = used[0]?.exogenous.length ?? 0;
  const size = moments.means.length;
  const coefficients = Array.from({ length: HOURS }, (_, hour) =>
    lasso({
      gram: moments.gram,
      products: moments.products.slice(hour * size, (hour + 1) * size),
      variance: moments.variances[hour] as number,
      samples: moments.samples,
      criterion,
      allowed: series > 0 ? featuresOfHour(hour, size, series) : undefined,
    }),
  );
  const { means, deviations, intercepts } = moments;
  return { byRegime, series, means, deviations, intercepts, coefficients };
}

/** The hours that a fit expects of a day, EUR/MWh. */
export function predictLear(fit: LearFit, inputs: DayInputs): Float64Array {
  const scale = scaleOf(fit.byRegime ? regimeOf(inputs.past) : undefined);
  const features = featuresOf(inputs, scale).map((value, j) => {
    return (value - (fit.means[j] as number)) / (fit.deviations[j] as number);
  });
  const yesterday = inputs.past.at(-1) as Float64Array;
  return yesterday.map((last, hour) => {
    const row = fit.coefficients[hour] as Float64Array;
    const sum = row.reduce((total, b, j) => total + b * (features[j] as number), 0);
    const value = sum + (fit.intercepts[hour] as number);
    return fit.byRegime ? scale.from(value) : last + value;
  });
}

interface Row {
  readonly regime: Regime;
  readonly features: Float64Array;
  readonly targets: Float64Array;
}

const rowsByRegime = new WeakMap<TrainingDay, Row>();
const plainRows = new WeakMap<TrainingDay, Row>();

/** A training day’s row, computed once: it is the same in every fit. */
function rowOf(day: TrainingDay, byRegime: boolean): Row {
  const cache = byRegime ? rowsByRegime : plainRows;
  const cached = cache.get(day);
  if (cached) return cached;
  const regime = regimeOf(day.past);
  const scale = scaleOf(byRegime ? regime : undefined);
  const yesterday = day.past.at(-1) as Float64Array;
  const row = {
    regime,
    features: featuresOf(day, scale),
    targets: day.hours.map((price, hour) => {
      return byRegime ? scale.to(price) : price - (yesterday[hour] as number);
    }),
  };
  cache.set(day, row);
  return row;
}

function likeness(regime: Regime, now: Regime): number {
  const level = (regime.level - now.level) / LIKE_LEVEL;
  const spread = Math.log(regime.spread / now.spread) / LIKE_SPREAD;
  return MIN_LIKENESS + Math.exp(-0.5 * (level ** 2 + spread ** 2));
}

/** Weighted moments of standardised features and centred targets. */
function momentsOf(rows: readonly Row[], weights: readonly number[]) {
  const size = (rows[0] as Row).features.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => weight / total);
  const means = meansOf(
    rows.map(({ features }) => features),
    shares,
  );
  const intercepts = meansOf(
    rows.map(({ targets }) => targets),
    shares,
  );
  const gram = new Float64Array(size * size);
  const products = new Float64Array(HOURS * size);
  const variances = new Float64Array(HOURS);
  const centred = new Float64Array(size);
  rows.forEach(({ features, targets }, i) => {
    const share = shares[i] as number;
    for (let j = 0; j < size; j += 1) centred[j] = (features[j] as number) - (means[j] as number);
    for (let j = 0; j < size; j += 1)
      addScaled(gram, j * size, centred, share * (centred[j] as number), j + 1);
    for (let hour = 0; hour < HOURS; hour += 1) {
      const target = (targets[hour] as number) - (intercepts[hour] as number);
      variances[hour] = (variances[hour] as number) + share * target * target;
      addScaled(products, hour * size, centred, share * target, size);
    }
  });
  const deviations = means.map((_, j) => Math.sqrt(gram[j * size + j] as number) || 1);
  standardise(gram, products, deviations);
  const samples = 1 / shares.reduce((sum, share) => sum + share * share, 0);
  return { gram, products, variances, means, deviations, intercepts, samples };
}

/** Adds the first `count` values times a factor to those of another array from `offset` on. */
function addScaled(
  to: Float64Array,
  offset: number,
  values: Float64Array,
  factor: number,
  count: number,
): void {
  for (let k = 0; k < count; k += 1) {
    to[offset + k] = (to[offset + k] as number) + factor * (values[k] as number);
  }
}

function meansOf(rows: readonly Float64Array[], shares: readonly number[]): Float64Array {
  const means = new Float64Array(rows[0]?.length ?? 0);
  for (const [i, row] of rows.entries()) addScaled(means, 0, row, shares[i] as number, row.length);
  return means;
}

/** Divides by the features' deviations, and mirrors the lower half of the products. */
function standardise(gram: Float64Array, products: Float64Array, deviations: Float64Array): void {
  const size = deviations.length;
  for (let j = 0; j < size; j += 1) {
    for (let k = 0; k <= j; k += 1) {
      const product = gram[j * size + k] as number;
      const value = product / ((deviations[j] as number) * (deviations[k] as number));
      gram[j * size + k] = value;
      gram[k * size + j] = value;
    }
  }
  for (let i = 0; i < products.length; i += 1) {
    products[i] = (products[i] as number) / (deviations[i % size] as number);
  }
}
