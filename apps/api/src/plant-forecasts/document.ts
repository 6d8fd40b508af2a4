import { ForecastSeries, PlantForecast } from '@solano/schemas';
import { PARQUET_TYPE, XLSX_TYPE } from '@solano/spreadsheet/formats';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata, withFiles } from '../endpoint/operation.ts';

const PERIOD = {
  start_utc: '2026-11-22T23:00:00Z',
  end_utc: '2026-11-22T23:15:00Z',
  datetime: '2026-11-23 00:15',
  mw: 12.5,
  available_mw: 9.375,
};
const FILES = ['text/csv', XLSX_TYPE, PARQUET_TYPE];

export const PLANT_FORECAST: OperationMetadata = {
  id: 'getPlantForecast',
  path: '/api/v0/plants/{id}/forecast',
  tag: 'Forecasts',
  summary: 'The newest forecast of a plant that was known at an instant, with its available power',
  description:
    'The customer’s newest normalized file, also one that was overwritten since. A curtailment caps the power at what is available; any other unavailability scales it by available ÷ nominal power; of several the lowest counts.',
  responses: {
    200: withFiles(
      jsonResponse('The forecast.', PlantForecast, {
        Delivered: {
          plant: 'MUXIA',
          origin: 'delivered',
          method: null,
          generated_at: '2026-11-22T07:00:00.000Z',
          weather: null,
          rows: [{ ...PERIOD, p10: null, p50: null, p90: null, available_p50: null }],
        },
      }),
      FILES,
    ),
    400: errorResponse('error', 'The query cannot be read.', [
      'Unsupported quantile: 100. Use whole numbers from 1 to 99.',
      'Parameter \'as_of\' must be an ISO 8601 date-time with an offset, not "yesterday"',
    ]),
    404: errorResponse('detail', 'No such plant of the customer, or no forecast of it.', [
      'Not found.',
      'No forecast of plant MUXIA has been delivered.',
      'No forecast of plant MUXIA was known at 2026-11-20T07:00:00.000Z.',
      'The service has no forecast of its own of this plant.',
    ]),
  },
};

export const FORECAST_SERIES: OperationMetadata = {
  id: 'listPlantForecast',
  path: '/api/v0/plants/{id}/forecast/series',
  tag: 'Forecasts',
  summary: 'The forecast of each period of some days, as it was known before',
  description:
    'By the lead: the newest known at 09:00 Madrid of the day before, or so many hours before the period. A period without one is left out. Available power is by the unavailabilities that are recorded now.',
  responses: {
    200: withFiles(
      jsonResponse('The periods, in order of time.', ForecastSeries, {
        'A quarter': { plant: 'MUXIA', lead: 'day_ahead', rows: [PERIOD] },
      }),
      FILES,
    ),
    400: errorResponse('error', 'The query cannot be read.', [
      'Missing required parameter: from',
      'The last day, 2026-11-21, is before the first, 2026-11-22.',
      'From 2025-01-01 to 2026-11-22 are more than 400 days.',
    ]),
    404: errorResponse('detail', 'No such plant of the customer.', ['Not found.']),
  },
};
