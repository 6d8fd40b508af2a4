import { capParameters, fillAll } from './capped.ts';
import type { StrategyModel } from './model.ts';
import { FEE } from './parameters.ts';

const parameters = { fee_eur_per_mwh: FEE, ...capParameters };

/**
 * Minimises Σ(μ+φ)n subject to 0 ≤ n ≤ C and Σn = 1, with −μ for an item below zero. The fee is
 * the same in every session, so filling the cheapest session to its cap, then the next, is the
 * optimum.
 */
export const cheapestCapped = {
  idmodel: 3,
  name: 'CHEAPEST_CAPPED',
  description: 'The cheapest predicted sessions, each up to its cap.',
  inputs: ['price_predictions'],
  enabledByDefault: true,
  parameters,
  allocate: (slots, { caps_percent: caps }) => fillAll(slots, caps),
} satisfies StrategyModel<typeof parameters>;
