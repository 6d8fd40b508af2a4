import { PurchasePlan } from '@solano/schemas';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';
import { UNKNOWN } from '../purchases/document.ts';
import { PLAN } from './examples.ts';

export const GET_PLAN: OperationMetadata = {
  id: 'getPurchasePlan',
  tag: 'Purchases',
  summary: 'Read what is bid next, and what each session bought',
  description:
    'Of a purchase whose decision that counts is model 7. At each result of a session what cleared is bought, and what is left is bid anew for the sessions still open with what is known then. Newer learned curves make the bids of an open gate anew, and those that they replace are kept. Executed trades override what the prices say. A price that is revised after a session has cleared is shown and changes nothing.',
  responses: {
    200: jsonResponse('The plan.', PurchasePlan, { 'After the first session': PLAN }),
    404: UNKNOWN,
    409: errorResponse('error', 'There is no plan.', [
      'The purchase has no outputs yet.',
      'The purchase has no plan: its decision that counts is not model 7.',
    ]),
  },
};
