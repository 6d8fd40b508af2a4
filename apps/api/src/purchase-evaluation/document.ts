import {
  Decision,
  DecisionRequest,
  PurchaseEvaluation,
  PurchaseHistory,
  PurchaseSubmission,
  PurchaseSummary,
  PurchaseTableRow,
} from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../openapi/error-responses.ts';
import type { OperationMetadata } from '../openapi/operation.ts';
import { WORKBOOK } from '../openapi/workbook.ts';
import { SUBMISSION } from '../purchases/examples.ts';
import { CSV, DECISION, EVALUATION, HISTORY, ROW, SUMMARY } from './examples.ts';

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

export const GET_TABLE: OperationMetadata = {
  id: 'getPurchaseTable',
  path: '/api/v0/user/{user}/purchase/{purchase_id}/table',
  tag: 'Purchases',
  summary: 'Read the outputs as MW by session',
  description:
    'A row for each item of each model, with the prices that the outputs were evaluated by. CSV is separated by semicolons.',
  responses: {
    200: {
      description: 'The rows.',
      content: {
        'application/json': { schema: z.array(PurchaseTableRow), examples: { 'A row': [ROW] } },
        'text/csv': { schema: z.string(), examples: { 'A row': CSV } },
        ...WORKBOOK,
      },
    },
    400: errorResponse('error', 'The first parameter that makes no sense.', [
      `Parameter 'idmodel' must be a number, not "x"`,
      'Unsupported format: pdf. Use json, csv or xlsx.',
      `Parameter 'explain' must be true or false, not "1"`,
    ]),
    404: errorResponse('error', 'Unknown, another customer’s or user’s, or without such a model.', [
      'Purchase not found.',
      'idmodel 9 not found in strategy_output.',
    ]),
    409: NO_OUTPUTS,
  },
};

export const GET_SERIES: OperationMetadata = {
  id: 'getPurchaseSeries',
  path: '/api/v0/user/{user}/purchase/{purchase_id}/series',
  tag: 'Purchases',
  summary: 'Read back what was submitted',
  description: 'The `purchase` array byte for byte as it was sent.',
  responses: {
    200: {
      description: 'The submitted array.',
      content: {
        'application/json': {
          schema: PurchaseSubmission.shape.purchase,
          examples: { 'Two items': SUBMISSION.purchase },
        },
      },
    },
    404: UNKNOWN,
  },
};

export const GET_HISTORY: OperationMetadata = {
  id: 'getPurchaseHistory',
  path: '/api/v0/user/{user}/purchase/{purchase_id}/history',
  tag: 'Purchases',
  summary: 'Read what has become of a purchase',
  responses: {
    200: {
      description: 'Its status changes and the decisions on it.',
      content: { 'application/json': { schema: PurchaseHistory, examples: { Decided: HISTORY } } },
    },
    404: UNKNOWN,
  },
};

export const DECIDE: OperationMetadata = {
  id: 'decidePurchase',
  path: '/api/v0/user/{user}/purchase/{purchase_id}/decision',
  tag: 'Purchases',
  summary: 'Decide which model the desk goes with',
  description: 'The newest decision counts; `null` takes an earlier one back.',
  body: {
    mediaType: 'application/json',
    schema: DecisionRequest,
    examples: { 'Model 3': { idmodel: 3, note: 'as agreed' }, 'Taken back': { idmodel: null } },
  },
  responses: {
    201: {
      description: 'The decision is recorded.',
      content: { 'application/json': { schema: Decision, examples: { 'Model 3': DECISION } } },
    },
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

export const GET_SUMMARY: OperationMetadata = {
  id: 'summarisePurchases',
  path: '/api/v0/user/{user}/purchases/summary',
  tag: 'Purchases',
  summary: 'Sum up what a user’s purchases are worth',
  description:
    'MWh, expected and realised cost and saving by model and by decision. Sums are exact and rounded once, half up. A cost counts where the saving is known too.',
  responses: {
    200: {
      description: 'The sums.',
      content: { 'application/json': { schema: PurchaseSummary, examples: { Decided: SUMMARY } } },
    },
    400: errorResponse('error', 'The first parameter that makes no sense, or too much at once.', [
      `Parameter 'from' must be a day such as 2026-11-22, not "x"`,
      'The last day, 2026-11-21, is before the first, 2026-11-22.',
      'There are more than 20000 purchases: ask for fewer days.',
    ]),
  },
};
