import { RealisedPrices } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../openapi/error-responses.ts';
import { optionalDisposition } from '../openapi/headers.ts';
import type { OperationMetadata } from '../openapi/operation.ts';
import { TABLE_FILES } from '../openapi/workbook.ts';

const FILE = 'md_pdbc_spain_realised.csv';

export const REALISED: OperationMetadata = {
  id: 'getRealisedPrices',
  tag: 'Prices',
  summary: 'The realised prices of a market',
  description:
    'The realised prices of some days and their sources. A cancelled auction has no prices. The customer needs the permission `prices`.',
  responses: {
    200: {
      description: 'The prices by label, oldest first.',
      headers: optionalDisposition(FILE),
      content: {
        'application/json': {
          schema: RealisedPrices,
          examples: {
            'One day': {
              rows: [{ datetime: '2026-11-22 00:15', price: '57.120' }],
              days: [{ day: '2026-11-22', source: 'omie', revision: 1, status: 'realised' }],
            },
          },
        },
        'text/csv': {
          schema: z.string(),
          examples: { Rows: 'datetime;price\n2026-11-22 00:15;57.120\n' },
        },
        ...TABLE_FILES,
      },
    },
    400: errorResponse('error', 'The query cannot be read.', [
      'Unknown query parameters: day.',
      'Missing required parameter: from',
      'Unsupported format: xml. Use json, csv, xlsx or parquet.',
      'Parameter \'to\' must be a day such as 2026-11-22, not "tomorrow"',
      'The days from 2026-11-22 to 2026-11-21 must be 1 to 400.',
    ]),
    404: errorResponse('detail', 'Not a market.', ['Not found.']),
  },
};
