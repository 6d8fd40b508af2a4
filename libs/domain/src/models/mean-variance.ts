import { spreadsOf } from '../backtest/reference.ts';
import { FEE } from '../strategies/parameters.ts';
import {
  capParameters,
  cheapestOf,
  fillAll,
  fillCheapest,
  fillFirst,
  liftedCaps,
} from './capped.ts';
import type { Slot, StrategyModel } from './model.ts';
import { purchasesOf } from './model.ts';
import type { QuadraticProgram } from './quadratic.ts';
import { minPoint, objectiveAt } from './quadratic.ts';
import type { Share } from './shares.ts';
import { roundToShares, WHOLE } from './shares.ts';

const parameters = {
  fee_eur_per_mwh: FEE,
  ...capParameters,
  risk_aversion: { kind: 'number', default: 0.02, min: 0, max: 1_000_000, decimals: 6 },
} as const;

/**
 * Minimises (x̄+φ)·n + (λ/2) nᵀVn subject to 0 ≤ n ≤ C and Σn = 1: x̄ the predicted spreads over
 * the reference session, V the covariance of their past errors. The fee is the same in every
 * session and changes nothing. After Markowitz, Portfolio Selection (1952).
 */
export const meanVariance = {
  idmodel: 4,
  name: 'MEAN_VARIANCE',
  description:
    'The cheapest predicted sessions, each up to its cap, less of those whose past predictions were further off.',
  inputs: ['price_predictions', 'price_history'],
  enabledByDefault: true,
  parameters,
  allocate: (slots, { risk_aversion: aversion, caps_percent }) =>
    slots.map((slot) => {
      return purchasesOf(minRisky(slot, liftedCaps(slot, caps_percent), aversion));
    }),
  allocateKnown: (slots, { caps_percent: caps }) => fillAll(slots, caps),
} satisfies StrategyModel<typeof parameters>;

/** The best of the optimum, rounded, and of what models 3 and 1 do, which needs no rounding. */
function minRisky(slot: Slot, caps: readonly Share[], aversion: number): Share[] {
  const program = programOf(slot, caps, aversion);
  const optimum = roundToShares(minPoint(program).map((n) => n / WHOLE));
  const first = fillFirst(caps);
  return cheapestOf([optimum, fillCheapest(slot, caps), ...(first ? [first] : [])], (shares) =>
    objectiveAt(program, shares),
  );
}

/** The programme in shares instead of fractions, and its objective WHOLE times as much. */
function programOf(slot: Slot, caps: readonly Share[], aversion: number): QuadraticProgram {
  const { predicted, errors } = spreadsOf(slot);
  const weight = aversion / WHOLE;
  const risk = covariance(errors).map((row) => row.map((each) => weight * each));
  return { costs: predicted, risk, caps, total: WHOLE };
}

/** The sample covariance of series of one length, two at least. */
function covariance(series: readonly Float64Array[]): number[][] {
  const deviations = series.map((each) => {
    const mean = each.reduce((sum, value) => sum + value, 0) / each.length;
    return each.map((value) => value - mean);
  });
  return deviations.map((a) => {
    return deviations.map((b) => {
      return a.reduce((sum, value, k) => sum + value * (b[k] as number), 0) / (a.length - 1);
    });
  });
}
