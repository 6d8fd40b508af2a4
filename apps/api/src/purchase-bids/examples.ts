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

export const BIDS_CSV =
  'session;omie_session;date;omie_period;datetime;side;step;price;mw;period_mw\nMD;;2026-11-23;81;2026-11-23 20:15;buy;1;4000;0.9;1.5\nMD;;2026-11-23;81;2026-11-23 20:15;buy;2;51.25;0.6;1.5\nMID1;1;2026-11-23;81;2026-11-23 20:15;buy;1;;0.6;0.6\n';
