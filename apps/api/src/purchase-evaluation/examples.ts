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
