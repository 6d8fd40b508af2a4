import { PurchaseSummary } from '@solano/schemas';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';
import { SUMMARY } from './examples.ts';

export const GET_SUMMARY: OperationMetadata = {
  id: 'summarisePurchases',
  tag: 'Purchases',
  summary: 'Summarise the value of a user’s purchases',
  description:
    'MWh, expected and realised cost and saving by model and by decision. Sums are exact and rounded once, half up. Costs are counted only of purchases whose saving is known.',
  responses: {
    200: jsonResponse('The sums.', PurchaseSummary, { Decided: SUMMARY }),
    400: errorResponse('error', 'The first parameter that makes no sense, or too much at once.', [
      `Parameter 'from' must be a day such as 2026-11-22, not "x"`,
      'The last day, 2026-11-21, is before the first, 2026-11-22.',
      'There are more than 20000 purchases: ask for fewer days.',
    ]),
  },
};
