import { PurchaseEvaluation, PurchaseTableRow } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata, WORKBOOK } from '../endpoint/operation.ts';
import { NO_OUTPUTS, UNKNOWN } from '../purchases/document.ts';
import { CSV, EVALUATION, ROW } from './examples.ts';

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
    400: errorResponse('error', 'The first invalid parameter.', [
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
