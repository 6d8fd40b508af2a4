/** Which of a path's solutions is taken: the one of the least information criterion. */
export type Criterion = 'aic' | 'bic';

/** Second moments of standardised features, and of them with one centred target. */
export interface LassoProblem {
  /** Mean products of the features, `size × size`, row by row, ones on the diagonal. */
  readonly gram: Float64Array;
  /** Mean products of each feature with the target. */
  readonly products: Float64Array;
  /** Variance of the target. */
  readonly variance: number;
  /** How many independent days the moments stand for. */
  readonly samples: number;
  readonly criterion: Criterion;
  /** The features that may be used; all where undefined. */
  readonly allowed?: readonly number[] | undefined;
}

/** Penalties of a path: from the least that leaves no feature to a thousandth of it. */
const PATH_STEPS = 20;
const PATH_RATIO = 1e-3;
/** A coefficient settles when it moves by less, in standard deviations of the target. */
const TOLERANCE = 2e-3;
const MAX_SWEEPS = 200;
/** Steps without a better criterion after which a path ends: later ones only overfit. */
const MAX_WORSE_STEPS = 3;

/**
 * Coefficients of the lasso, ½·E(y − xb)² + λ·Σ|b|, by coordinate descent on the moments (Friedman,
 * Hastie & Tibshirani 2010), for the λ of a falling path that has the least information criterion
 * n·ln(RSS/n) + c·(features in use), c = 2 (AIC) or ln n (BIC). Zero features in use where none helps.
 */
export function lasso(problem: LassoProblem): Float64Array {
  const { allowed } = problem;
  if (!allowed) return lassoOfAll(problem);
  const coefficients = new Float64Array(problem.products.length);
  lassoOfAll(restrictedTo(allowed, problem)).forEach((b, i) => {
    coefficients[allowed[i] as number] = b;
  });
  return coefficients;
}

/** The problem of some features alone: a sweep costs features in use times features. */
function restrictedTo(allowed: readonly number[], problem: LassoProblem): LassoProblem {
  const size = problem.products.length;
  const gram = new Float64Array(allowed.length ** 2);
  allowed.forEach((j, row) => {
    allowed.forEach((k, column) => {
      gram[row * allowed.length + column] = problem.gram[j * size + k] as number;
    });
  });
  const products = Float64Array.from(allowed, (j) => problem.products[j] as number);
  return { ...problem, gram, products };
}

function lassoOfAll(problem: LassoProblem): Float64Array {
  const { gram, products, variance, samples, criterion } = problem;
  const size = products.length;
  const all = Int32Array.from({ length: size }, (_, i) => i);
  const state: Descent = {
    gram,
    size,
    all,
    coefficients: new Float64Array(size),
    gradient: Float64Array.from(products),
    tolerance: TOLERANCE * Math.sqrt(variance),
  };
  const cost = criterion === 'bic' ? Math.log(samples) : 2;
  const highest = Math.max(...products.map(Math.abs));
  let best: Float64Array = new Float64Array(size);
  let min = samples * Math.log(Math.max(variance, Number.MIN_VALUE));
  if (!(highest > 0)) return best;
  for (let step = 1, worse = 0; step < PATH_STEPS && worse < MAX_WORSE_STEPS; step += 1) {
    descend(state, highest * PATH_RATIO ** (step / (PATH_STEPS - 1)));
    const { residual, used } = fitOf(state, products, variance);
    const value = samples * Math.log(Math.max(residual, 1e-9 * variance)) + cost * used;
    worse = value < min ? 0 : worse + 1;
    if (worse > 0) continue;
    min = value;
    best = Float64Array.from(state.coefficients);
  }
  return best;
}

interface Descent {
  readonly gram: Float64Array;
  readonly size: number;
  /** The numbers of all features. */
  readonly all: Int32Array;
  readonly coefficients: Float64Array;
  /** Products of each feature with the residual of the target. */
  readonly gradient: Float64Array;
  readonly tolerance: number;
}

/** Sweeps over the features in use until they settle, and over all to see whether more are needed. */
function descend(state: Descent, penalty: number): void {
  for (let sweeps = 0; sweeps < MAX_SWEEPS; ) {
    const moved = sweep(state, state.all, penalty);
    sweeps += 1;
    if (moved < state.tolerance) return;
    const active = state.all.filter((j) => state.coefficients[j] !== 0);
    const before = state.coefficients.slice();
    while (sweeps < MAX_SWEEPS && sweep(state, active, penalty) >= state.tolerance) sweeps += 1;
    catchUp(state, active, before);
  }
}

/** Moves the gradient of the features not in use, which sweeps over the others left behind. */
function catchUp(
  { all, gram, size, coefficients, gradient }: Descent,
  active: Int32Array,
  before: Float64Array,
): void {
  const others = all.filter((k) => !active.includes(k));
  for (const j of active) {
    const move = (coefficients[j] as number) - (before[j] as number);
    if (move !== 0) addMoves(gradient, gram, j * size, move, others);
  }
}

function addMoves(
  gradient: Float64Array,
  gram: Float64Array,
  row: number,
  move: number,
  features: Int32Array,
): void {
  for (let i = 0; i < features.length; i += 1) {
    const k = features[i] as number;
    gradient[k] = (gradient[k] as number) - move * (gram[row + k] as number);
  }
}

/** Minimises over one feature after the other, and moves their gradients alone; returns the largest move. */
function sweep(state: Descent, features: Int32Array, penalty: number): number {
  const { gram, size, coefficients, gradient } = state;
  let largest = 0;
  for (const j of features) {
    const row = j * size;
    const own = gram[row + j] as number;
    if (own === 0) continue;
    const old = coefficients[j] as number;
    const pull = (gradient[j] as number) + own * old;
    const next = Math.abs(pull) <= penalty ? 0 : (pull - Math.sign(pull) * penalty) / own;
    const move = next - old;
    if (move === 0) continue;
    coefficients[j] = next;
    addMoves(gradient, gram, row, move, features);
    largest = Math.max(largest, Math.abs(move));
  }
  return largest;
}

function fitOf(state: Descent, products: Float64Array, variance: number) {
  let explained = 0;
  let used = 0;
  state.coefficients.forEach((b, j) => {
    if (b === 0) return;
    used += 1;
    // E(xb)² = b·products − b·gradient, so variance − 2·E(y·xb) + E(xb)² is:
    explained += b * ((products[j] as number) + (state.gradient[j] as number));
  });
  return { residual: variance - explained, used };
}
