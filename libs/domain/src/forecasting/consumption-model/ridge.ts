import { addRows, type Moments, type Regression } from './moments.ts';

/** The first rows of a regression, of which coefficients are wanted. */
export interface Prefix {
  readonly rows: number;
  /** What penalties are multiplied by: the weight of a row that came next. */
  readonly weight: number;
}

/** Coefficients of each target. */
export type Coefficients = readonly Float64Array[];

/** Errors up to so many times the mean one count in full. */
const CALM_SHARE = 0.7;
const LEAST_PIVOT = 1e-12;

/**
 * Coefficients of each target by ridge regression, Σ w·(y − xb)² + Σ pⱼ·bⱼ² (Hoerl & Kennard 1970), for the
 * first rows up to each of several. Weights are w·c ÷ max(c, |error|), c being 0.7 times the mean error of
 * a first regression of all rows, so that odd days count less (Huber’s weights by iteratively reweighted least
 * squares: Holland & Welsch 1977).
 *
 * @param prefixes ascending.
 */
export function robustRidge(regression: Regression, prefixes: readonly Prefix[]): Coefficients[] {
  const { weights } = regression;
  const all = { rows: weights.length, weight: prefixes.at(-1)?.weight ?? 1 };
  const first = ridge(regression, weights, [all])[0] as Coefficients;
  const errors = meanErrors(regression, first);
  let [sum, total] = [0, 0];
  errors.forEach((error, row) => {
    sum += (weights[row] as number) * error;
    total += weights[row] as number;
  });
  const calm = Math.max((CALM_SHARE * sum) / total, Number.MIN_VALUE);
  const calmer = weights.map((weight, row) => {
    return (weight * calm) / Math.max(calm, errors[row] as number);
  });
  return ridge(regression, calmer, prefixes);
}

/** Coefficients like those of {@link robustRidge}, with other weights than the regression’s. */
export function ridge(
  regression: Regression,
  weights: Float64Array,
  prefixes: readonly Prefix[],
): Coefficients[] {
  const { size, targetCount } = regression;
  const moments = {
    gram: new Float64Array(size * size),
    products: new Float64Array(targetCount * size),
  };
  let done = 0;
  return prefixes.map(({ rows, weight }) => {
    addRows(regression, weights, moments, { from: done, to: rows });
    done = rows;
    return solve(regression, moments, weight);
  });
}

/** Of each row, over the targets. */
function meanErrors(
  { size, rows, targetCount, targets, weights }: Regression,
  coefficients: Coefficients,
): Float64Array {
  return weights.map((_, row) => {
    let sum = 0;
    coefficients.forEach((each, target) => {
      const expected = product(each, rows, row * size);
      sum += Math.abs((targets[row * targetCount + target] as number) - expected);
    });
    return sum / targetCount;
  });
}

/** Σ aᵢ·bᵢ over the values of a, those of b from an offset on. */
export function product(a: Float64Array, b: Float64Array, offset = 0): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[offset + i] as number);
  return sum;
}

function solve(
  { size, targetCount, penalties }: Regression,
  { gram, products }: Moments,
  weight: number,
): Coefficients {
  const penalised = Float64Array.from(gram);
  for (let i = 0; i < size; i += 1) {
    const at = i * size + i;
    penalised[at] = (penalised[at] as number) + weight * (penalties[i] as number);
  }
  decompose(penalised, size);
  return Array.from({ length: targetCount }, (_, target) => {
    return solved(penalised, products.slice(target * size, (target + 1) * size));
  });
}

/** Cholesky’s decomposition of a symmetric matrix, in place of its lower half. */
function decompose(matrix: Float64Array, size: number): void {
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let rest = matrix[i * size + j] as number;
      for (let k = 0; k < j; k += 1) {
        rest -= (matrix[i * size + k] as number) * (matrix[j * size + k] as number);
      }
      const isDiagonal = i === j;
      matrix[i * size + j] = isDiagonal
        ? Math.sqrt(Math.max(rest, LEAST_PIVOT))
        : rest / (matrix[j * size + j] as number);
    }
  }
}

/** Solves for a right side, in place. */
function solved(lower: Float64Array, values: Float64Array): Float64Array {
  const size = values.length;
  for (let i = 0; i < size; i += 1) {
    let rest = values[i] as number;
    for (let k = 0; k < i; k += 1) rest -= (lower[i * size + k] as number) * (values[k] as number);
    values[i] = rest / (lower[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    let rest = values[i] as number;
    for (let k = i + 1; k < size; k += 1) {
      rest -= (lower[k * size + i] as number) * (values[k] as number);
    }
    values[i] = rest / (lower[i * size + i] as number);
  }
  return values;
}
