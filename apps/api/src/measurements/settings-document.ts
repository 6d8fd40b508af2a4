import { PlantSettings, PortfolioSettings } from '@solano/schemas';
import { errorResponse, NOT_FOUND } from '../endpoint/error-responses.ts';
import { jsonBody, jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

const OF_PLANT = { 'Meters that come after a day': { known_after_minutes: 1440 } };
const OF_PORTFOLIO = {
  'Losses that change, and a group that has ended': {
    known_after_minutes: 4320,
    losses: [
      { from: '2026-01-01', percent: '5.25' },
      { from: '2026-07-01', percent: '4.9' },
    ],
    groups: [{ group: 'sur', ends: '2026-03-31' }],
    region: 'ES-MD',
    place: { lat: 40.4168, lon: -3.7038 },
  },
};
const REPLACES = 'Replaces all of them: what is left out has its default.';
const MINUTES = 'known_after_minutes must be a whole number from 0 to 129600.';
const RETAILER = 'Missing required query parameter: retailer_id';

export const PLANT_SETTINGS: Record<'get' | 'put', OperationMetadata> = {
  get: {
    id: 'getPlantSettings',
    path: '/api/v0/plants/{id}/settings',
    tag: 'Measured energy',
    summary: 'Read when the measurements of a plant count as known',
    responses: {
      200: jsonResponse('The settings.', PlantSettings, OF_PLANT),
      404: NOT_FOUND,
    },
  },
  put: {
    id: 'putPlantSettings',
    path: '/api/v0/plants/{id}/settings',
    tag: 'Measured energy',
    summary: 'Set when the measurements of a plant count as known',
    description: REPLACES,
    body: jsonBody(PlantSettings, OF_PLANT),
    responses: {
      200: jsonResponse('The settings.', PlantSettings, OF_PLANT),
      400: errorResponse('error', 'All that is wrong.', [
        MINUTES,
        'The settings must not have the field "x".',
      ]),
      404: NOT_FOUND,
    },
  },
};

export const PORTFOLIO_SETTINGS: Record<'get' | 'put', OperationMetadata> = {
  get: {
    id: 'getConsumptionSettings',
    tag: 'Measured energy',
    summary: 'Read the losses, the ends of groups and when measurements of a portfolio are known',
    responses: {
      200: jsonResponse('The settings.', PortfolioSettings, OF_PORTFOLIO),
      400: errorResponse('error', 'A parameter is missing.', [RETAILER]),
    },
  },
  put: {
    id: 'putConsumptionSettings',
    tag: 'Measured energy',
    summary: 'Set the losses, the ends of groups and when measurements of a portfolio are known',
    description: REPLACES,
    body: jsonBody(PortfolioSettings, OF_PORTFOLIO),
    responses: {
      200: jsonResponse('The settings.', PortfolioSettings, OF_PORTFOLIO),
      400: errorResponse('error', 'All that is wrong.', [
        RETAILER,
        MINUTES,
        'losses[1].from must be after 2026-01-01.',
        'groups[0].ends must be a day, such as 2026-03-31, or null.',
      ]),
    },
  },
};
