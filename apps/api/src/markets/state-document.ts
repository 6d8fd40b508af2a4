import { MarketState } from '@solano/schemas';
import { z } from 'zod';
import { jsonResponse, type OperationMetadata } from '../openapi/operation.ts';

export const MARKETS_STATE: OperationMetadata = {
  id: 'listMarkets',
  path: '/api/v0/markets/',
  tag: 'Prices',
  summary: 'How fresh the data of the markets are',
  description:
    'What is known of each market, what is missing, cancelled or held, and when more is expected: a day before its expected time is not late. The customer needs the permission `prices`.',
  responses: {
    200: jsonResponse('The markets in the order of their sessions.', z.array(MarketState), {
      'One market': [
        {
          region: 'spain',
          market: 'md_pdbc_spain',
          session: 'MD',
          newest_realised_day: '2026-11-23',
          newest_realised_at: '2026-11-22T12:31:04.000Z',
          source: 'omie',
          revision: 1,
          expected_at: '2026-11-23T12:30:00.000Z',
          late_by_seconds: 0,
          missing_days: [],
          cancelled_days: [],
          held_days: ['2026-11-02'],
          newest_prediction_at: '2026-11-22T12:31:09.000Z',
          prediction_inputs_until: '2026-11-23T23:00:00.000Z',
        },
      ],
    }),
  },
};
