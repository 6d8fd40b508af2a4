import { PriceEvaluation } from '@solano/schemas';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

export const EVALUATION: OperationMetadata = {
  id: 'getPriceEvaluation',
  tag: 'Prices',
  summary: 'How far the predictions of a market were off',
  description:
    'Each period is scored with the newest prediction generated before its market’s gate; by lead with the newest of each Madrid day before. Persistence repeats the last whole day known at generation. The customer needs the permission `prices`.',
  responses: {
    200: jsonResponse('The errors; null where no day could be scored.', PriceEvaluation, {
      'One day': {
        days: ['2026-11-22'],
        mae: 14.17,
        rmse: 19.3,
        bias: -0.8,
        rmae_persistence: 0.74,
        rmae_weekly: 0.505,
        pinball: 3.9,
        coverage: { '50': 0.51, '80': 0.802, '90': 0.9 },
        by_hour: [{ hour: 0, mae: 9.1 }],
        by_lead_days: [{ lead_days: 1, days: 1, mae: 14.17 }],
      },
    }),
    400: errorResponse('error', 'The query cannot be read.', [
      'Unknown query parameters: day.',
      'Missing required parameter: from',
      'Parameter \'to\' must be a day such as 2026-11-22, not "tomorrow"',
      'The last day, 2026-11-21, is before the first, 2026-11-22.',
      'From 2025-01-01 to 2026-11-22 are more than 366 days.',
    ]),
    404: errorResponse('detail', 'Not a market.', ['Not found.']),
  },
};
