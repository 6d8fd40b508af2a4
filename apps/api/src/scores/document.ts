import { PlantScore, PlantScoreSummary } from '@solano/schemas';
import { XLSX_TYPE } from '@solano/spreadsheet/formats';
import { z } from 'zod';
import { errorResponse, NOT_FOUND } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata, withFiles } from '../endpoint/operation.ts';

const ERRORS = { nmae: 0.081, nrmse: 0.117, bias: -0.012 };
const ORIGIN = {
  origin: 'delivered',
  periods: 92,
  ...ERRORS,
  skill_persistence: 0.52,
  skill_climatology: 0.61,
  pinball: null,
  coverage: { '50': null, '80': null, '90': null },
  forecast_mwh: 402.25,
};
const SCORE = {
  periods: 92,
  left_out: { outage: 4, no_production: 0, no_forecast: 0 },
  produced_mwh: 410.5,
};
const OWN = {
  ...ORIGIN,
  origin: 'solano',
  pinball: 0.038,
  coverage: { '50': 0.51, '80': 0.79, '90': 0.88 },
};
const LOST = [
  {
    unavailability_id: '6f6c3b0e-3b1f-4a8e-9a55-0d5f6a1b2c3d',
    mwh: 12.375,
    eur: 802.5,
    origin: 'delivered',
  },
];
const DAY = '2026-11-22';

const BAD_QUERY = errorResponse('error', 'The query cannot be read.', [
  'Parameter \'from\' must be a day such as 2026-11-22, not "yesterday"',
  'Parameter \'lead\' must be day_ahead, run or a whole number of hours up to 168, not "week"',
  'The last day, 2026-11-21, is before the first, 2026-11-22.',
  'From 2026-01-01 to 2026-11-22 are more than 31 days.',
]);

export const PLANT_SCORE: OperationMetadata = {
  id: 'getPlantScore',
  path: '/api/v0/plants/{id}/score',
  tag: 'Forecasts',
  summary: 'How good the forecasts of a plant were, as they were known',
  description:
    'Errors of the delivered forecasts and of the service’s own against measured production, by quarter hours, in parts of nominal power. Quarters with an unavailability are left out and counted. docs/scores.md has the formulas.',
  responses: {
    200: jsonResponse('The scores.', PlantScore, {
      'A day': {
        plant: 'MUXIA',
        from: DAY,
        to: DAY,
        lead: 'day_ahead',
        ...SCORE,
        origins: [
          {
            ...ORIGIN,
            by_lead_hours: [{ lead_hours: 15, periods: 4, ...ERRORS }],
            by_hour: [{ hour: 0, periods: 4, ...ERRORS }],
          },
        ],
        lost: LOST,
      },
    }),
    400: BAD_QUERY,
    404: NOT_FOUND,
  },
};

export const PLANT_SCORES: OperationMetadata = {
  id: 'listPlantScores',
  path: '/api/v0/plants/scores',
  tag: 'Forecasts',
  summary: 'The scores of the forecasts of all plants, and when each last delivered',
  responses: {
    200: withFiles(
      jsonResponse('The scores, by name of the plant.', z.array(PlantScoreSummary), {
        'A plant': [
          {
            id: '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11',
            plant: 'MUXIA',
            technology_type: 'wind',
            nominal_capacity_mw: '49.500',
            ...SCORE,
            forecast_mwh: 402.25,
            origins: [ORIGIN, OWN],
            lost: LOST,
            production: {
              delivered_at: '2026-11-23T05:10:00.000Z',
              until: '2026-11-23T00:00:00.000Z',
              late_since: null,
            },
            forecast: { delivered_at: '2026-11-23T07:00:00.000Z', late_since: null },
          },
        ],
      }),
      ['text/csv', XLSX_TYPE],
    ),
    400: BAD_QUERY,
  },
};
