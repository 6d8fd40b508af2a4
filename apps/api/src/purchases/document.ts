import {
  Purchase,
  PurchasePage,
  PurchaseSubmission,
  PurchaseUpdate,
  SubmittedPurchase,
  UpdatedPurchase,
} from '@solano/schemas';
import type { OperationAbout } from '../openapi/operation.ts';
import {
  IDEMPOTENCY_KEY,
  MODEL_QUERY,
  PURCHASES_QUERY,
  RETAILER_QUERY,
  USER,
  USER_AND_PURCHASE,
  USER_AND_RETAILER,
} from '../openapi/parameters.ts';
import { refusal } from '../openapi/refusals.ts';
import { MODEL_1, PAGE, PURCHASE, SUBMISSION, SUBMITTED, UPDATE, UPDATED } from './examples.ts';

const item = (index: number, what: string) => `Purchase item at index ${index} ${what}`;

const UNKNOWN = refusal('error', 'Unknown, or another customer’s or user’s.', [
  'Purchase not found.',
]);

export const SUBMIT_PURCHASE: OperationAbout = {
  at: [
    {
      id: 'submitPurchase',
      path: '/api/v0/user/{user}/submit-purchase',
      params: USER,
      query: RETAILER_QUERY,
    },
    {
      id: 'submitPurchaseToRetailer',
      path: '/api/v0/user/{user}/submit-purchase/{retailer_id}',
      params: USER_AND_RETAILER,
    },
  ],
  tag: 'Purchases',
  summary: 'Submit a purchase series',
  description:
    'Records a purchase and hands it to the workflow, which computes the strategy outputs. Items may be unsorted and of mixed steps; at most 35,136 of them unless the service is configured otherwise.',
  headers: IDEMPOTENCY_KEY,
  body: {
    mediaType: 'application/json',
    schema: PurchaseSubmission,
    examples: { 'An evening': SUBMISSION },
  },
  answers: {
    201: {
      description: 'The purchase is recorded.',
      content: { 'application/json': { schema: SubmittedPurchase, examples: { New: SUBMITTED } } },
    },
    400: refusal('error', 'The first thing that is wrong.', [
      'Missing required URL parameter: user',
      'Missing required query parameter: retailer_id',
      'Missing required field: purchase',
      "Field 'purchase' must be an array of objects",
      "Field 'purchase' must not be empty",
      "Field 'purchase' must not hold more than 35136 items",
      item(3, 'is missing required field: datetime'),
      item(3, 'has an invalid datetime format (expected YYYY-MM-DD HH:MM)'),
      item(3, "has a 'purchase' field that is not a number (MW)"),
      item(3, 'repeats the datetime 2026-11-23 20:15'),
      'Idempotency-Key must be 1 to 255 printable ASCII characters.',
    ]),
    409: refusal('error', 'The key names another submission.', [
      'Idempotency-Key was used for another submission in the last 24 hours.',
    ]),
  },
};

export const UPDATE_PURCHASE: OperationAbout = {
  at: [
    {
      id: 'updatePurchase',
      path: '/api/v0/user/{user}/purchase/{purchase_id}/update',
      params: USER_AND_PURCHASE,
    },
  ],
  tag: 'Purchases',
  summary: 'Store strategy outputs',
  description: 'Replaces the outputs of a purchase; status and error change where they are given.',
  body: {
    mediaType: 'application/json',
    schema: PurchaseUpdate,
    examples: { 'A result': UPDATE },
  },
  answers: {
    200: {
      description: 'The purchase is updated.',
      content: { 'application/json': { schema: UpdatedPurchase, examples: { Updated: UPDATED } } },
    },
    400: refusal('error', 'The first thing that is wrong, by its path.', [
      'Missing required field: outputs',
      "Field 'outputs[0].value.MD[3].purchase_percentage' must be a number",
      "Field 'outputs[1].idmodel' repeats the idmodel 1",
      "Field 'status' must be one of: failed, pending, in_progress, completed",
      "Field 'error' must be a string",
    ]),
    404: UNKNOWN,
  },
};

export const GET_PURCHASE: OperationAbout = {
  at: [
    {
      id: 'getPurchase',
      path: '/api/v0/user/{user}/purchase/{purchase_id}/get',
      params: USER_AND_PURCHASE,
      query: MODEL_QUERY,
    },
  ],
  tag: 'Purchases',
  summary: 'Read a purchase',
  answers: {
    200: {
      description: 'The purchase with its strategy output, which is empty before there is any.',
      content: {
        'application/json': {
          schema: Purchase,
          examples: {
            'All models': { ...PURCHASE, strategy_output: [MODEL_1] },
            'One model': { ...PURCHASE, strategy_output: MODEL_1 },
            'No such model': {
              ...PURCHASE,
              strategy_output: { error: 'idmodel 9 not found in strategy_output.' },
            },
          },
        },
      },
    },
    404: UNKNOWN,
  },
};

export const LIST_PURCHASES: OperationAbout = {
  at: [
    {
      id: 'listPurchases',
      path: '/api/v0/user/{user}/purchases',
      params: USER,
      query: PURCHASES_QUERY,
    },
  ],
  tag: 'Purchases',
  summary: 'List the purchases of a user',
  description: 'Newest first, a page at a time, without their strategy output.',
  answers: {
    200: {
      description: 'A page of purchases.',
      content: { 'application/json': { schema: PurchasePage, examples: { 'A page': PAGE } } },
    },
    400: refusal('error', 'The first parameter that makes no sense.', [
      "Parameter 'limit' must be a whole number, 1 to 1000",
      "Parameter 'status' must be one of: failed, pending, in_progress, completed",
      "Parameter 'created_from' must be an ISO 8601 date-time",
      "Parameter 'cursor' is not one that was given out",
    ]),
  },
};
