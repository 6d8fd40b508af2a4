import { StrategyDefinition } from '@solano/schemas';
import { z } from 'zod';
import type { OperationAbout } from '../openapi/operation.ts';
import { STRATEGIES_QUERY, USER } from '../openapi/parameters.ts';
import { refusal } from '../openapi/refusals.ts';

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

export const LIST_STRATEGIES: OperationAbout = {
  at: [
    {
      id: 'listStrategies',
      path: '/api/v0/strategies/{user}',
      params: USER,
      query: STRATEGIES_QUERY,
    },
  ],
  tag: 'Strategies',
  summary: 'List the strategies of a user and retailer',
  description: 'All models by ascending idmodel, also those that are off.',
  answers: {
    200: {
      description: 'The models.',
      content: {
        'application/json': {
          schema: z.array(StrategyDefinition),
          examples: { 'One of them': [EXAMPLE] },
        },
      },
    },
    400: refusal('error', 'A parameter is missing. The messages name it `retailer_id`.', [
      'Missing required parameter: user',
      'Missing required parameter: retailer_id',
    ]),
  },
};
