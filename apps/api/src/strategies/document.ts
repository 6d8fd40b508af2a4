import { StrategyDefinition } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../openapi/error-responses.ts';
import type { OperationMetadata } from '../openapi/operation.ts';

const EXAMPLE = {
  idmodel: 3,
  name: 'CHEAPEST_CAPPED',
  description: 'The cheapest predicted sessions, each up to its cap.',
  sessions: ['MD', 'MID1', 'MID2', 'MID3'],
  inputs: ['price_predictions'],
  parameters: {
    fee_eur_per_mwh: 0.25,
    caps_percent: { MD: 100, MID1: 40, MID2: 30, MID3: 30 },
  },
  enabled: true,
};

export const LIST_STRATEGIES: OperationMetadata = {
  id: 'listStrategies',
  path: '/api/v0/strategies/{user}',
  tag: 'Strategies',
  summary: 'List the strategies of a user and retailer',
  description: 'All models by ascending idmodel, also those that are off.',
  responses: {
    200: {
      description: 'The models.',
      content: {
        'application/json': {
          schema: z.array(StrategyDefinition),
          examples: { 'One of them': [EXAMPLE] },
        },
      },
    },
    400: errorResponse('error', 'A parameter is missing. The messages name it `retailer_id`.', [
      'Missing required parameter: user',
      'Missing required parameter: retailer_id',
    ]),
  },
};
