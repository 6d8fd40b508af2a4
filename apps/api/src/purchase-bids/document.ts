import { PurchaseBids } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../endpoint/error-responses.ts';
import { type OperationMetadata, WORKBOOK } from '../endpoint/operation.ts';
import { NO_OUTPUTS } from '../purchases/document.ts';

const BIDS = {
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

const BIDS_CSV =
  'session;omie_session;date;omie_period;datetime;side;step;price;mw;period_mw\nMD;;2026-11-23;81;2026-11-23 20:15;buy;1;4000;0.9;1.5\nMD;;2026-11-23;81;2026-11-23 20:15;buy;2;51.25;0.6;1.5\nMID1;1;2026-11-23;81;2026-11-23 20:15;buy;1;;0.6;0.6\n';

export const GET_BIDS: OperationMetadata = {
  id: 'getPurchaseBids',
  tag: 'Purchases',
  summary: 'Read the bids of model 7 with their limit prices',
  description:
    'As they were made with the outputs: the steps of each period in each session, for the most that earlier sessions may leave. CSV, separated by semicolons, and .xlsx have a row for each step of each of OMIE’s periods, with the numbers of its intraday auctions and periods; `period_mw` is the sum of the period’s steps. OMIE’s own format for bids is another one.',
  responses: {
    200: {
      description: 'The bids.',
      content: {
        'application/json': { schema: PurchaseBids, examples: { 'A period': BIDS } },
        'text/csv': { schema: z.string(), examples: { 'A period': BIDS_CSV } },
        ...WORKBOOK,
      },
    },
    400: errorResponse('error', 'The first invalid parameter.', [
      `Parameter 'idmodel' must be a number, not "x"`,
      'Unsupported format: pdf. Use json, csv or xlsx.',
    ]),
    404: errorResponse('error', 'Unknown, another customer’s or user’s, or without such bids.', [
      'Purchase not found.',
      'idmodel 7 not found in strategy_output.',
      'Model 3 makes no bids: its shares are bought at any price.',
    ]),
    409: NO_OUTPUTS,
  },
};
