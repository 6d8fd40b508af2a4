import { PurchaseSummary } from '@solano/schemas';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

const TOTALS = { purchases: 1, mwh: 17086, cost: '848107.00', saved: '35703.00' };
const NONE = { purchases: 0, mwh: 0, cost: '0.00', saved: '0.00' };
const MODEL_3 = { idmodel: 3, purchases: 1, expected: TOTALS, realised: NONE };
const RULES = {
  constant_rules: [
    {
      name: 'cap_first_auction' as const,
      expected: { ...TOTALS, cost: '850310.00', saved: '33500.00' },
      realised: NONE,
    },
    {
      name: 'mean_spread_56_days' as const,
      expected: { ...TOTALS, cost: '849120.00', saved: '34690.00' },
      realised: NONE,
    },
  ],
  best_constant_rule: 'mean_spread_56_days' as const,
};

const SUMMARY = {
  currency: 'EUR' as const,
  reference_idmodel: 1 as const,
  purchases: 2,
  evaluated: 1,
  undecided: 1,
  models: [{ ...MODEL_3, lacking: { expected: 0, realised: 0 } }],
  left_out: { expected: 0, realised: 0 },
  ...RULES,
  decisions: [{ ...MODEL_3, rests_on: 'decision' as const, ...RULES }],
};

export const GET_SUMMARY: OperationMetadata = {
  id: 'summarisePurchases',
  tag: 'Purchases',
  summary: 'Summarise the value of a user’s purchases',
  description:
    'MWh, expected and realised cost and saving by model and by decision. Sums are exact and rounded once, half up. Costs are counted only of purchases whose saving is known.',
  responses: {
    200: jsonResponse('The sums.', PurchaseSummary, { Decided: SUMMARY }),
    400: errorResponse('error', 'The first invalid parameter, or too much at once.', [
      `Parameter 'from' must be a day such as 2026-11-22, not "x"`,
      'The last day, 2026-11-21, is before the first, 2026-11-22.',
      'There are more than 20000 purchases: ask for fewer days.',
    ]),
  },
};
