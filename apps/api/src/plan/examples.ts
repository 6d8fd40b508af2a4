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
