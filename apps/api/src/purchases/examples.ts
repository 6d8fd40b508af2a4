const ID = '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11';
const CREATED = '2026-11-21T10:00:00.000Z';
const CHANGED = '2026-11-21T10:00:01.250Z';

export const SUBMISSION = {
  purchase: [
    { datetime: '2026-11-23 20:15', purchase: 1.5 },
    { datetime: '2026-11-23 20:30', purchase: 1.25 },
  ],
};

export const SUBMITTED = {
  id: ID,
  status: 'pending',
  error: '',
  rows_uploaded: 2,
  created_at: CREATED,
  message: `Purchase ${ID} created for user ana and retailer acme.`,
};

export const MODEL_1 = {
  idmodel: 1,
  value: {
    MD: [
      { datetime: '2026-11-23 20:15', purchase_percentage: 100, sale_percentage: 0 },
      { datetime: '2026-11-23 20:30', purchase_percentage: 100, sale_percentage: 0 },
    ],
  },
};

export const UPDATE = { outputs: [MODEL_1], status: 'completed', error: '' };

export const UPDATED = {
  id: ID,
  status: 'completed',
  error: '',
  updated_at: CHANGED,
  message: `Purchase ${ID} updated.`,
};

export const PURCHASE = { id: ID, status: 'completed', error: '', created_at: CREATED };

export const PAGE = {
  purchases: [
    {
      ...PURCHASE,
      retailer_id: 'acme',
      rows_uploaded: 2,
      updated_at: CHANGED,
      decision: null,
      evaluation: {
        first_day: '2026-11-24',
        last_day: '2026-11-24',
        models: [
          { idmodel: 1, mwh: 3.5, expected_cost: '236.25', saved: '0.00', realised: null },
          { idmodel: 3, mwh: 3.5, expected_cost: '229.40', saved: '6.85', realised: null },
        ],
        counted_idmodel: null,
        constant_rules: [
          {
            name: 'cap_first_auction',
            expected_cost: '231.10',
            saved: '5.15',
            realised: null,
          },
          {
            name: 'mean_spread_56_days',
            expected_cost: '230.20',
            saved: '6.05',
            realised: null,
          },
        ],
        best_constant_rule: 'mean_spread_56_days',
      },
    },
  ],
  next_cursor: null,
};

export const DECISION = {
  idmodel: 3,
  note: 'as agreed',
  decided_at: '2026-11-21T10:05:00.000Z',
  decided_by: 'key 5f1f8d1f2b11',
};

export const HISTORY = [
  { type: 'status', at: '2026-11-21T10:00:00.000Z', status: 'pending', source: 'submission' },
  { type: 'status', at: '2026-11-21T10:00:02.000Z', status: 'completed', source: 'workflow' },
  {
    type: 'decision',
    at: DECISION.decided_at,
    idmodel: 3,
    note: DECISION.note,
    decided_by: DECISION.decided_by,
  },
];
