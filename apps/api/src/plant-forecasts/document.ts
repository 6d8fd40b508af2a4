import { ForecastSeries, PlantForecast, PortfolioForecast } from '@solano/schemas';
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
const HOUR = {
  ...PERIOD,
  end_utc: '2026-11-23T00:00:00Z',
  datetime: '2026-11-23 01:00',
  p10: 6.25,
  p50: 12.5,
  p90: 21.75,
  available_p10: 4.6875,
  available_p50: 9.375,
  available_p90: 16.3125,
};
const FILES = ['text/csv', XLSX_TYPE, PARQUET_TYPE];

export const PLANT_FORECAST: OperationMetadata = {
  id: 'getPlantForecast',
  path: '/api/v0/plants/{id}/forecast',
  tag: 'Forecasts',
  summary: 'The newest forecast of a plant that was known at an instant, with its available power',
  description:
    'The customer’s newest normalized file, also one that was overwritten since, or the service’s own forecast with its quantiles. A curtailment caps the power at what is available; any other unavailability scales it by available ÷ nominal power; of several the lowest counts.',
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
        'Of the service': {
          plant: 'MUXIA',
          origin: 'solano',
          method: 'learned',
          generated_at: '2026-11-22T07:05:00.000Z',
          weather: { source: 'open-meteo', issued_at: '2026-11-22T00:00:00.000Z' },
          rows: [HOUR],
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
      'The service has no forecast of its own of plant MUXIA.',
      'No forecast of its own of plant MUXIA was known to the service at 2026-11-20T07:00:00.000Z.',
    ]),
  },
};

export const PORTFOLIO_FORECAST: OperationMetadata = {
  id: 'getPortfolioForecast',
  path: '/api/v0/plants/forecast',
  tag: 'Forecasts',
  summary: 'The sum of the service’s own forecasts of plants, with its quantiles',
  description:
    'For the hours that all forecasts reach; plants without a forecast that reaches beyond the instant are named and not in the sum. Quantiles of the sum follow the joint errors of the plants in the last 60 days: null where these are not known. docs/plant-forecasts.md has the method.',
  responses: {
    200: withFiles(
      jsonResponse('The sum.', PortfolioForecast, {
        'Two plants': {
          agrupation: 'galicia',
          plants: ['MUXIA', 'XIABRE'],
          missing: [],
          generated_at: '2026-11-22T07:05:00.000Z',
          rows: [HOUR],
        },
      }),
      FILES,
    ),
    400: errorResponse('error', 'The query cannot be read.', [
      'Unsupported quantile: 100. Use whole numbers from 1 to 99.',
    ]),
    404: errorResponse('detail', 'No such plants, or no forecast of them.', [
      'There is no plant.',
      'There is no plant with the agrupation "galicia".',
      'The service has no forecast of its own of any of the 2 plants.',
      'The service had, at 2026-11-20T07:00:00.000Z, no forecast of its own of the plant.',
    ]),
  },
};

export const FORECAST_SERIES: OperationMetadata = {
  id: 'listPlantForecast',
  path: '/api/v0/plants/{id}/forecast/series',
  tag: 'Forecasts',
  summary: 'The forecast of each period of some days, as it was known before',
  description:
    'By the lead: the newest known at 09:00 Madrid of the day before, or so many hours before the period. A period without one is left out. The service’s own have quantiles. Available power is by the unavailabilities that are recorded now.',
  responses: {
    200: withFiles(
      jsonResponse('The periods, in order of time.', ForecastSeries, {
        'A quarter': { plant: 'MUXIA', lead: 'day_ahead', origin: 'delivered', rows: [PERIOD] },
        'An hour of the service': {
          plant: 'MUXIA',
          lead: 'day_ahead',
          origin: 'solano',
          rows: [HOUR],
        },
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
