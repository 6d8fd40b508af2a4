import {
  ConsumptionForecast,
  ConsumptionScore,
  PurchaseSubmission,
  SubmittedPurchase,
} from '@solano/schemas';
import { PARQUET_TYPE, XLSX_TYPE } from '@solano/spreadsheet/formats';
import { errorResponse } from '../endpoint/error-responses.ts';
import { IDEMPOTENCY_KEY } from '../endpoint/headers.ts';
import {
  jsonBody,
  jsonResponse,
  type OperationMetadata,
  withFiles,
} from '../endpoint/operation.ts';

const TOO_LITTLE = errorResponse('error', 'Too little is known.', [
  'A forecast needs 28 whole days of measured consumption of a group: deliver more.',
]);
const OTHER_DAYS = 'A forecast of 2026-11-22 is of the days from 2026-11-23 to 2026-11-29.';

export const CONSUMPTION_FORECAST: OperationMetadata = {
  id: 'getConsumptionForecast',
  tag: 'Measured energy',
  summary: 'Forecast the consumption of a portfolio for the next seven days',
  description:
    'By calendar and holidays, the last days and years, and temperature where the portfolio’s settings have a place of which there is weather. Quantiles of the sum come from the errors that its forecasts would have had in the past. `busbar_…` has the losses of the portfolio’s settings. docs/consumption-forecasts.md has the method.',
  responses: {
    200: withFiles(
      jsonResponse('The hours.', ConsumptionForecast, {
        'An hour': {
          group: null,
          groups: ['hogares', 'pymes'],
          as_of: '2026-11-22T08:00:00.000Z',
          weather: { source: 'open-meteo', issued_at: '2026-11-22T00:00:00.000Z' },
          rows: [
            {
              start_utc: '2026-11-22T23:00:00Z',
              end_utc: '2026-11-23T00:00:00Z',
              datetime: '2026-11-23 01:00',
              mw: 12.5,
              p10: 11.9,
              p50: 12.5,
              p90: 13.2,
              busbar_mw: 13.125,
              busbar_p10: 12.495,
              busbar_p50: 13.125,
              busbar_p90: 13.86,
            },
          ],
        },
      }),
      ['text/csv', XLSX_TYPE, PARQUET_TYPE],
    ),
    400: errorResponse('error', 'The query cannot be read.', [
      OTHER_DAYS,
      'Unsupported quantile: 100. Use whole numbers from 1 to 99.',
    ]),
    409: TOO_LITTLE,
  },
};

export const CONSUMPTION_SCORE: OperationMetadata = {
  id: 'getConsumptionScore',
  tag: 'Measured energy',
  summary: 'Score forecasts of consumption as they would have been made at 09:00 of the day before',
  description:
    'Forecasts are made again for the past days, learned anew each week. Errors are by the mean measured power. docs/consumption-forecasts.md has the figures.',
  responses: {
    200: withFiles(
      jsonResponse('The scores.', ConsumptionScore, {
        'A month': {
          group: null,
          from: '2026-10-01',
          to: '2026-10-31',
          lead: 'day_ahead',
          periods: 745,
          left_out: { no_consumption: 0, no_forecast: 0 },
          measured_mwh: 9312.5,
          forecast_mwh: 9287.125,
          nmae: 0.031,
          nrmse: 0.042,
          bias: -0.003,
          skill_persistence: 0.82,
          skill_climatology: 0.64,
          skill_week_before: 0.48,
          error_by_week_before: 0.52,
          pinball: 0.011,
          coverage: { '50': 0.51, '80': 0.79, '90': 0.9 },
          by_lead_hours: [{ lead_hours: 15, periods: 31, nmae: 0.024, nrmse: 0.03, bias: 0.001 }],
          by_hour: [{ hour: 0, periods: 31, nmae: 0.024, nrmse: 0.03, bias: 0.001 }],
        },
      }),
      ['text/csv', XLSX_TYPE],
    ),
    400: errorResponse('error', 'The query cannot be read.', [
      'The last day, 2026-11-21, is before the first, 2026-11-22.',
      'From 2026-01-01 to 2026-11-22 are more than 92 days.',
      '2026-11-23 is not over yet.',
    ]),
  },
};

export const FORECAST_PURCHASE: OperationMetadata = {
  id: 'purchaseForecast',
  tag: 'Purchases',
  summary: 'Submit a day’s forecast of consumption as a purchase',
  description:
    'At the busbar, hour by hour. With a body its `purchase` is submitted instead, with the labels of the forecast: the desk’s correction. The forecast is kept with the purchase, and its evaluation names it. With `Idempotency-Key` the same request again gives the first response, for a day.',
  headers: IDEMPOTENCY_KEY,
  body: jsonBody(
    PurchaseSubmission,
    { 'A correction': { purchase: [{ datetime: '2026-11-23 01:00', purchase: 13.5 }] } },
    { mayBeMissing: true },
  ),
  responses: {
    201: jsonResponse('The purchase is recorded.', SubmittedPurchase, {
      Recorded: {
        id: '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11',
        status: 'pending',
        error: '',
        rows_uploaded: 24,
        created_at: '2026-11-22T08:00:00.000Z',
        message:
          'Purchase 0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11 created for user ana and retailer acme.',
      },
    }),
    400: errorResponse('error', 'The query or the correction is not valid.', [
      OTHER_DAYS,
      "Field 'purchase' must have the labels of the forecast: it has 23, not 24",
    ]),
    409: errorResponse('error', 'Too little is known, or the key was used before.', [
      'A forecast needs 28 whole days of measured consumption of a group: deliver more.',
      'Idempotency-Key was used for another submission in the last 24 hours.',
    ]),
  },
};
