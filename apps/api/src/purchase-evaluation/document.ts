import { PurchaseEvaluation } from '@solano/schemas';
import { errorResponse } from '../openapi/error-responses.ts';
import type { OperationMetadata } from '../openapi/operation.ts';
import { EVALUATION } from './examples.ts';

const UNKNOWN = errorResponse('error', 'Unknown, or another customer’s or user’s.', [
  'Purchase not found.',
]);
const NO_OUTPUTS = errorResponse('error', 'There is nothing to evaluate.', [
  'The purchase has no outputs yet.',
]);

export const GET_EVALUATION: OperationMetadata = {
  id: 'getPurchaseEvaluation',
  path: '/api/v0/user/{user}/purchase/{purchase_id}/evaluation',
  tag: 'Purchases',
  summary: 'Read what a purchase is worth',
  description:
    'Made with the outputs, by the prices that were predicted then, and never computed anew from later ones. Money is in EUR, with fees of 0.25 EUR for each MWh bought or sold.',
  responses: {
    200: {
      description: 'The evaluation of the outputs.',
      content: {
        'application/json': { schema: PurchaseEvaluation, examples: { 'One model': EVALUATION } },
      },
    },
    404: UNKNOWN,
    409: NO_OUTPUTS,
  },
};
