import { MonthReport } from '@solano/schemas';
import { XLSX_TYPE } from '@solano/spreadsheet/formats';
import { z } from 'zod';
import { FIGURES as DAY, CAUSES as PARTS } from '../deviation/examples.ts';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata, withFiles } from '../endpoint/operation.ts';

const SAVINGS = {
  day_ahead_only_cost: '1470.00',
  saved_against_day_ahead: '24.00',
  rule_cost: '1450.20',
  saved_against_rule: '4.20',
  rule_not_bought_mwh: '0.000',
};
const FIGURES = { ...DAY, ...SAVINGS };
const CAUSES = { ...PARTS, market_choice: '-18.00' };

const FILE_HEADERS = {
  'Content-Language': z
    .string()
    .optional()
    .meta({ description: 'Of xlsx and html.', examples: ['es'] }),
};

export const GET_REPORT = {
  id: 'getReport',
  tag: 'Deviation',
  summary: 'Report a month of a portfolio: energy, costs, savings, deviation',
  description: `
The same figures as the deviation, by day, hour of the day and weekday, with what was saved against buying all of the
bought energy day-ahead, and against a constant rule at realised prices. The html is one file with charts and without
scripts, which prints on A4; the xlsx has a table on each sheet. A month can be reported before it is complete: what
is missing is named and counts in no sum.`,
  responses: {
    200: withFiles(
      jsonResponse(
        'The report.',
        MonthReport,
        {
          'A day': {
            user: 'ana',
            retailer_id: 'acme',
            month: '2026-10',
            currency: 'EUR',
            periods: 96,
            missing: [
              { from: '2026-10-01T22:00:00Z', to: '2026-10-31T23:00:00Z', what: 'measurement' },
            ],
            undecided: [],
            sessions: [
              { session: 'MD', rests_on: 'decision', bought_mwh: '18.000', cost: '1098.00' },
              { session: 'MID1', rests_on: 'executed', bought_mwh: '6.000', cost: '348.00' },
            ],
            not_bought: [],
            causes: CAUSES,
            rule: 'mean_spread_56_days',
            total: FIGURES,
            days: [{ day: '2026-10-01', ...FIGURES, causes: CAUSES }],
            hours: [{ hour: 0, ...FIGURES, causes: CAUSES }],
            weekdays: [{ weekday: 4, ...FIGURES, causes: CAUSES }],
          },
        },
        FILE_HEADERS,
      ),
      [XLSX_TYPE, 'text/html'],
    ),
    400: errorResponse('error', 'The first invalid parameter.', [
      'Missing required parameter: month',
      `Parameter 'month' must be a month such as 2026-11, not "2026-13"`,
      'Unsupported format: pdf. Use json, xlsx or html.',
      `Parameter 'lang' must be one of: en, es, pt, not "de"`,
    ]),
  },
} as const satisfies OperationMetadata;
