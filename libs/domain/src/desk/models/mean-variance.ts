import { capParameters, cheapestOf, fillAll, liftedCaps, simpleSplits } from './capped.ts';
import { directionOf, purchasesOf, type Slot, type StrategyModel } from './model.ts';
import { FEE } from './parameters.ts';
import { minPoint, objectiveAt, type QuadraticProgram } from './programs/quadratic.ts';
import { meanOf } from './programs/tail-cost.ts';
import { budgetParameters, withinBudget } from './risk-budget.ts';
import { roundToShares, type Share, WHOLE } from './shares.ts';
import { spreadsOf } from './spreads.ts';

const parameters = {
  fee_eur_per_mwh: FEE,
  ...capParameters,
  ...budgetParameters,
  risk_aversion: { kind: 'number', default: 0.02, min: 0, max: 1_000_000, decimals: 6 },
} as const;

/**
 * Minimises (x̄+φ)·n + (λ/2) nᵀVn subject to 0 ≤ n ≤ C and Σn = 1: x̄ the predicted spreads over
 * the reference session, V the covariance of their past errors; with −x̄ for an item below zero. The
 * fee is the same in every session and changes nothing. After Markowitz, Portfolio Selection (1952).
 */
export const meanVariance = {
  idmodel: 4,
  name: 'MEAN_VARIANCE',
  description:
    'The cheapest predicted sessions, each up to its cap, less of those whose past predictions were further off.',
  inputs: ['price_predictions', 'price_history'],
  enabledByDefault: true,
  parameters,
  allocate: (slots, { risk_aversion: aversion, caps_percent, worst_decile_loss: loss }) => {
    const splits = slots.map((slot) => minRisky(slot, liftedCaps(slot, caps_percent), aversion));
    return withinBudget(slots, splits, loss).map(purchasesOf);
  },
  allocateKnown: (slots, { caps_percent: caps }) => fillAll(slots, caps),
} satisfies StrategyModel<typeof parameters>;

/** The optimum of a programme, and what it is of besides its text. */
interface Known {
  readonly errors: readonly Float64Array[];
  readonly shares: readonly Share[];
}

/** Kept for as long as the first session's errors are: purchases of the same hours differ in energy, which changes nothing. */
const known = new WeakMap<Float64Array, Map<string, Known>>();
/** Programmes that are kept for a history and a time of day. */
const MAX_KNOWN = 100;

function minRisky(slot: Slot, caps: readonly Share[], aversion: number): readonly Share[] {
  const { errors, weighed, period } = slot;
  const [first = new Float64Array()] = errors;
  const own = known.get(first) ?? new Map<string, Known>();
  known.set(first, own);
  const text = `${directionOf(slot)} ${period.minutes} ${aversion} ${weighed.join()} ${caps.join()}`;
  const found = own.get(text);
  if (found && isSame(found.errors, errors)) return found.shares;
  if (own.size >= MAX_KNOWN) own.clear();
  const shares = solved(slot, caps, aversion);
  own.set(text, { errors, shares });
  return shares;
}

function isSame(a: readonly Float64Array[], b: readonly Float64Array[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

/** The best of the optimum, rounded, and of {@link simpleSplits}. */
function solved(slot: Slot, caps: readonly Share[], aversion: number): Share[] {
  const program = programOf(slot, caps, aversion);
  const optimum = roundToShares(minPoint(program).map((n) => n / WHOLE));
  const simple = simpleSplits([slot], [caps]).map(([shares = []]) => shares);
  return cheapestOf([optimum, ...simple], (shares) => objectiveAt(program, shares));
}

/** The programme in shares instead of fractions, and its objective WHOLE times as much. */
function programOf(slot: Slot, caps: readonly Share[], aversion: number): QuadraticProgram {
  const { predicted, errors } = spreadsOf(slot);
  const direction = directionOf(slot);
  const weight = aversion / WHOLE;
  const risk = covariance(errors).map((row) => row.map((each) => weight * each));
  return { costs: predicted.map((spread) => direction * spread), risk, caps, total: WHOLE };
}

/** The sample covariance of series of one length, two at least. */
function covariance(series: readonly Float64Array[]): number[][] {
  const deviations = series.map(deviationsOf);
  const rows = series.map(() => Array.from({ length: series.length }, () => 0));
  deviations.forEach((a, i) => {
    for (let j = 0; j <= i; j += 1) {
      const both = sumOfProducts(a, deviations[j] as Float64Array) / (a.length - 1);
      (rows[i] as number[])[j] = both;
      (rows[j] as number[])[i] = both;
    }
  });
  return rows;
}

/** Kept for as long as the errors are, which slots at the same time of day share. */
const knownDeviations = new WeakMap<Float64Array, Float64Array>();

function deviationsOf(series: Float64Array): Float64Array {
  const known = knownDeviations.get(series);
  if (known) return known;
  const mean = meanOf(series);
  const deviations = new Float64Array(series.length);
  for (let k = 0; k < series.length; k += 1) deviations[k] = (series[k] as number) - mean;
  knownDeviations.set(series, deviations);
  return deviations;
}

function sumOfProducts(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += (a[k] as number) * (b[k] as number);
  return sum;
}
