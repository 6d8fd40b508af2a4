import { PurchasePlan } from '@solano/schemas';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';
import { UNKNOWN } from '../purchases/document.ts';

const PLAN = {
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

export const GET_PLAN: OperationMetadata = {
  id: 'getPurchasePlan',
  tag: 'Purchases',
  summary: 'Read what is bid next, and what each session bought',
  description:
    'Of a purchase whose decision that counts is model 7. At each session result the cleared MW count as bought, and the rest is bid again in the open sessions with the data known then. Newer learned curves make the bids of an open gate anew, and those that they replace are kept. Executed trades override what the prices say. A price that is revised after a session has cleared is shown and changes nothing.',
  responses: {
    200: jsonResponse('The plan.', PurchasePlan, { 'After the first session': PLAN }),
    404: UNKNOWN,
    409: errorResponse('error', 'There is no plan.', [
      'The purchase has no outputs yet.',
      'The purchase has no plan: its decision that counts is not model 7.',
    ]),
  },
};
