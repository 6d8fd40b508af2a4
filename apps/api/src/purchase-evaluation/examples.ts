export const EVALUATION = {
  currency: 'EUR',
  reference_idmodel: 1,
  models: [
    {
      idmodel: 3,
      expected_cost: '848107.00',
      eur_per_mwh: '49.64',
      saved: '35703.00',
      saved_percent: 4.04,
      worst_decile_cost: '912004.31',
      mwh: { MD: 10251.6, MID1: 6834.4 },
      missing: [],
      realised: {
        rests_on: 'both',
        mwh: 17078,
        cost: '850859.15',
        saved: '14079.40',
        decided: { mwh: 17086, cost: '851220.15', saved: '14120.40' },
        foresight_saved: '40213.02',
        share_of_foresight: 0.3501,
        moved: [{ session: 'MID1', to: 'MID2', mwh: 120.5 }],
        not_bought: [],
        not_bought_mwh: 0,
      },
    },
  ],
  constant_rules: [
    {
      name: 'cap_first_auction',
      expected_cost: '850310.00',
      saved: '33500.00',
      realised: null,
    },
    {
      name: 'mean_spread_56_days',
      expected_cost: '849120.00',
      saved: '34690.00',
      realised: null,
    },
  ],
  best_constant_rule: 'mean_spread_56_days',
  inputs: {
    markets: [
      {
        market: 'md_pdbc_spain',
        generated_at: '2026-11-21T09:00:00.000Z',
        origin: 'live',
        digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        source: 'service',
      },
    ],
    history_days: 200,
    settings: {
      version: 2,
      models: [{ idmodel: 3, enabled: true, parameters: { fee_eur_per_mwh: 0.25 } }],
    },
    software: '0.1.0',
    forecast: null,
  },
  place_by: { MD: '2026-11-22T11:00:00.000Z', MID1: '2026-11-22T14:00:00.000Z' },
  cancelled: [],
  rests_on: 'both',
  executed: [
    {
      session: 'MD',
      day: '2026-11-23',
      executed: { mwh: '28.000', cost: '1448.00' },
      decided: { mwh: '36.000', cost: '1809.00' },
      difference: { mwh: '-8.000', cost: '-361.00' },
    },
  ],
  recommended: { idmodel: 8, reason: 'rule' as const, backtest: null },
};

const NOTHING = { price: null, buy: 0, sell: 0 };
const cells = (
  session: string,
  { price, buy, sell }: { price: string | null; buy: number; sell: number },
) => ({
  [`${session}_price`]: price,
  [`${session}_buy_mw`]: buy,
  [`${session}_sell_mw`]: sell,
});

export const ROW = {
  idmodel: 3,
  start_utc: '2026-11-23T19:00:00Z',
  end_utc: '2026-11-23T19:15:00Z',
  datetime: '2026-11-23 20:15',
  mw: 1.5,
  ...cells('MD', { price: '50.000', buy: 0.9, sell: 0 }),
  ...cells('MID1', { price: '40.000', buy: 0.6, sell: 0 }),
  ...cells('MID2', NOTHING),
  ...cells('MID3', NOTHING),
};

const columns = Object.entries(ROW);
export const CSV = `${columns.map(([name]) => name).join(';')}\n${columns.map(([, value]) => value ?? '').join(';')}\n`;

export const BIDS = {
  sessions: [
    {
      session: 'MD' as const,
      closes_at: '2026-11-22T11:00:00.000Z',
      periods: [
        {
          datetime: '2026-11-23 20:15',
          steps: [
            { price: '4000.00', mw: 0.9 },
            { price: '51.25', mw: 0.6 },
          ],
        },
      ],
    },
    {
      session: 'MID1' as const,
      closes_at: '2026-11-22T14:00:00.000Z',
      periods: [{ datetime: '2026-11-23 20:15', steps: [{ price: null, mw: 0.6 }] }],
    },
  ],
};

export const PLAN = {
  now: '2026-11-22T12:45:00.000Z',
  sessions: [
    {
      session: 'MD' as const,
      status: 'cleared' as const,
      bought_mwh: 0.225,
      average_price: '58.10',
      cost: '13.13',
      revised_price: null,
      rests_on: 'decision' as const,
    },
    {
      session: 'MID1' as const,
      status: 'open' as const,
      bought_mwh: 0,
      average_price: null,
      cost: '0.00',
      revised_price: null,
      rests_on: 'decision' as const,
    },
  ],
  next: {
    session: 'MID1' as const,
    day: '2026-11-23',
    closes_at: '2026-11-22T14:00:00.000Z',
    periods: [
      {
        datetime: '2026-11-23 20:15',
        side: 'buy' as const,
        steps: [
          { price: '9999.00', mw: 0.2 },
          { price: '55.40', mw: 0.4 },
        ],
      },
    ],
  },
  left_mwh: 0.15,
  left: [],
  superseded: [
    {
      session: 'MD' as const,
      day: '2026-11-23',
      revision: 1,
      made_at: '2026-11-21T16:02:00.000Z',
      bid_mwh: 0.375,
      periods: [
        {
          datetime: '2026-11-23 20:15',
          side: 'buy' as const,
          steps: [{ price: null, mw: 1.5 }],
        },
      ],
    },
  ],
};

export const BIDS_CSV =
  'session;omie_session;date;omie_period;datetime;side;step;price;mw;period_mw\nMD;;2026-11-23;81;2026-11-23 20:15;buy;1;4000;0.9;1.5\nMD;;2026-11-23;81;2026-11-23 20:15;buy;2;51.25;0.6;1.5\nMID1;1;2026-11-23;81;2026-11-23 20:15;buy;1;;0.6;0.6\n';

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
