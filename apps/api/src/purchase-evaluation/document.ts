import {
  PurchaseBids,
  PurchaseEvaluation,
  PurchasePlan,
  PurchaseSummary,
  PurchaseTableRow,
} from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata, WORKBOOK } from '../endpoint/operation.ts';
import { UNKNOWN } from '../purchases/document.ts';
import { BIDS, BIDS_CSV, CSV, EVALUATION, PLAN, ROW, SUMMARY } from './examples.ts';

const NO_OUTPUTS = errorResponse('error', 'There is nothing to evaluate.', [
  'The purchase has no outputs yet.',
]);

export const GET_EVALUATION: OperationMetadata = {
  id: 'getPurchaseEvaluation',
  tag: 'Purchases',
  summary: 'Evaluate a purchase',
  description:
    'Computed with the outputs from the prices predicted then, and never recomputed from later ones. Money is in EUR, with fees of 0.25 EUR for each MWh bought or sold.',
  responses: {
    200: jsonResponse('The evaluation of the outputs.', PurchaseEvaluation, {
      'One model': EVALUATION,
    }),
    404: UNKNOWN,
    409: NO_OUTPUTS,
  },
};

export const GET_TABLE: OperationMetadata = {
  id: 'getPurchaseTable',
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

export const GET_BIDS: OperationMetadata = {
  id: 'getPurchaseBids',
  tag: 'Purchases',
  summary: 'Read the bids of model 7 with their limit prices',
  description:
    'As they were made with the outputs: the steps of each period in each session, for the most that earlier sessions may leave. CSV, separated by semicolons, and .xlsx have a row for each step of each of OMIE’s periods, with the numbers of its intraday auctions and periods; `period_mw` is the sum of the period’s steps. OMIE’s own format for bids is another one.',
  responses: {
    200: {
      description: 'The bids.',
      content: {
        'application/json': { schema: PurchaseBids, examples: { 'A period': BIDS } },
        'text/csv': { schema: z.string(), examples: { 'A period': BIDS_CSV } },
        ...WORKBOOK,
      },
    },
    400: errorResponse('error', 'The first parameter that makes no sense.', [
      `Parameter 'idmodel' must be a number, not "x"`,
      'Unsupported format: pdf. Use json, csv or xlsx.',
    ]),
    404: errorResponse('error', 'Unknown, another customer’s or user’s, or without such bids.', [
      'Purchase not found.',
      'idmodel 7 not found in strategy_output.',
      'Model 3 makes no bids: its shares are bought at any price.',
    ]),
    409: NO_OUTPUTS,
  },
};

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
