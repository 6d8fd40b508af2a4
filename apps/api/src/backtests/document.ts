import { BacktestRequest, BacktestState } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonBody, jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

const ID = '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11';

export const REQUEST_BACKTEST: OperationMetadata = {
  id: 'requestBacktest',
  tag: 'Strategies',
  summary: 'Start a backtest: what models would have paid on past days',
  description:
    'Computed in the background. Each customer may have one that runs and ten that wait; more are rejected with 429. The result can be read by its id for 30 days.',
  body: jsonBody(BacktestRequest, {
    'A month': { from: '2026-10-01', to: '2026-10-31' },
    'A series, without model 5': {
      from: '2026-10-01',
      to: '2026-10-01',
      series: [{ datetime: '2026-10-01 10:00', purchase: 1.5 }],
      settings: [{ idmodel: 5, enabled: false }],
    },
  }),
  responses: {
    202: jsonResponse('It is queued.', z.object({ id: z.uuid() }), { Queued: { id: ID } }),
    400: errorResponse('error', 'What is wrong.', [
      'Missing required parameter: retailer_id',
      'Missing required field: from',
      "Field 'to' must be a day such as 2026-11-22",
      'The last day, 2026-11-22, is not before today, 2026-11-22.',
      'More than 366 days.',
      "Series item at index 0 has a 'purchase' field that is not a number (MW)",
      'No item of the series is in a day from 2026-10-01 to 2026-10-31.',
      '[0].idmodel must be one of 1, 2, 3, 4, 5, 6, 7, 8.',
    ]),
  },
};

export const GET_BACKTEST: OperationMetadata = {
  id: 'getBacktest',
  tag: 'Strategies',
  summary: 'Read the progress and the result of a backtest',
  responses: {
    200: jsonResponse('The backtest; its result once it is completed.', BacktestState, {
      Running: {
        id: ID,
        status: 'running',
        progress: 0.42,
        settings_version: 3,
        result: null,
        error: '',
      },
    }),
    404: errorResponse('detail', 'Unknown, or another customer’s or user’s.', [
      'Backtest not found.',
    ]),
  },
};
