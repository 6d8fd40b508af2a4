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

export const SUMMARY = {
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
