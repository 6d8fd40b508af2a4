import { Decision, DecisionRequest } from '@solano/schemas';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonBody, jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';
import { UNKNOWN } from '../purchases/document.ts';
import { DECISION } from '../purchases/examples.ts';

export const DECIDE: OperationMetadata = {
  id: 'decidePurchase',
  tag: 'Purchases',
  summary: 'Decide which model the desk follows',
  description: 'The newest decision counts; `null` withdraws an earlier one.',
  body: jsonBody(DecisionRequest, {
    'Model 3': { idmodel: 3, note: 'as agreed' },
    'Taken back': { idmodel: null },
  }),
  responses: {
    201: jsonResponse('The decision is recorded.', Decision, { 'Model 3': DECISION }),
    400: errorResponse('error', 'The first thing that is wrong.', [
      'Missing required field: idmodel',
      "Field 'idmodel' must be a number, or null to take a decision back",
      "Field 'note' must be a string",
      "Field 'note' must not be longer than 2000 characters",
      'The purchase has no output of model 9.',
    ]),
    404: UNKNOWN,
  },
};
