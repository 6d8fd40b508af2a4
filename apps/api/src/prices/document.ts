import { PriceRow } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../openapi/error-responses.ts';
import {
  LAST_MODIFIED,
  NOT_MODIFIED,
  optionalDisposition,
  VALIDATORS,
} from '../openapi/headers.ts';
import type { OperationMetadata } from '../openapi/operation.ts';

export const VARY = z.string().meta({ examples: ['Accept, Accept-Encoding'] });
/** Known wherever something was predicted. */
const GENERATED = LAST_MODIFIED.optional();

export const NOT_ACCEPTABLE = errorResponse('detail', 'Neither JSON nor CSV is acceptable.', [
  'Could not satisfy the request Accept header.',
]);

export const PRICES: OperationMetadata = {
  id: 'getPrices',
  tag: 'Prices',
  summary: 'The latest price prediction of a market',
  description:
    'Always the newest prediction: values change with the time of day. `format` wins over `Accept`; any other query parameter is rejected. The customer needs the permission `prices`.',
  responses: {
    200: {
      description: 'The predicted prices in order of time.',
      headers: { ...VALIDATORS, Vary: VARY, ...optionalDisposition('md_pdbc_spain.csv') },
      content: {
        'application/json': {
          schema: z.array(PriceRow),
          examples: { Rows: [{ datetime: '2026-11-23 20:15', price: '57.120' }] },
        },
        'text/csv': {
          schema: z.string(),
          examples: { Rows: 'datetime;price\n2026-11-23 20:15;57.120\n' },
        },
      },
    },
    304: NOT_MODIFIED,
    400: errorResponse(
      'detail',
      'The query has more than a format.',
      ['Unknown query parameters: day, from.', 'Unsupported format: xml. Use json or csv.'],
      { 'Last-Modified': GENERATED },
    ),
    404: errorResponse('detail', 'Not a market, or nothing predicted yet.', [
      'Not found.',
      'No price prediction available yet.',
    ]),
    406: { ...NOT_ACCEPTABLE, headers: { 'Last-Modified': GENERATED } },
  },
};
