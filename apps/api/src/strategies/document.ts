import { StrategyDefinition, StrategySettings } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonBody, jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

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
  tag: 'Strategies',
  summary: 'List the strategies of a user and retailer',
  description: 'All models by ascending idmodel, also those that are off.',
  responses: {
    200: jsonResponse('The models.', z.array(StrategyDefinition), { 'One of them': [EXAMPLE] }),
    400: errorResponse('error', 'A parameter is missing. The messages name it `retailer_id`.', [
      'Missing required parameter: user',
      'Missing required parameter: retailer_id',
    ]),
  },
};

const VERSION = {
  'X-Settings-Version': z.string().meta({
    description: 'The version of the settings, counted from 1; 0 are the defaults.',
    examples: ['2'],
  }),
};

const SETTINGS = jsonResponse(
  'All models with these settings.',
  z.array(StrategyDefinition),
  { 'One of them': [EXAMPLE] },
  VERSION,
);

export const GET_SETTINGS: OperationMetadata = {
  id: 'getStrategySettings',
  tag: 'Strategies',
  summary: 'Read the settings of a user and retailer',
  description: 'The newest version, or an earlier one: every version is kept.',
  responses: {
    200: SETTINGS,
    400: errorResponse('error', 'A parameter is missing or invalid.', [
      'Missing required parameter: retailer_id',
      `Parameter 'version' must be a whole number, 0 or more, not "x"`,
    ]),
    404: errorResponse('detail', 'There is no such version.', ['There is no version 7.']),
  },
};

export const PUT_SETTINGS: OperationMetadata = {
  id: 'putStrategySettings',
  tag: 'Strategies',
  summary: 'Set which models run, with which parameters',
  description:
    'Adds a version. Models and parameters that it does not name keep their defaults; a list as it is read is accepted.',
  body: jsonBody(StrategySettings, {
    'Two models': [
      { idmodel: 2, enabled: false },
      { idmodel: 6, enabled: true },
    ],
  }),
  responses: {
    200: SETTINGS,
    400: errorResponse('error', 'All that is wrong.', [
      'Missing required parameter: retailer_id',
      'The settings must be an array of models.',
      '[0].idmodel must be one of 1, 2, 3, 4, 5, 6, 7, 8.',
    ]),
  },
};
